import { useEffect, useEffectEvent, useState } from 'react';
import { notePrints, type PrintToNote, printsOf } from './note-prints.ts';
import { announcePrinted } from './print-job.ts';
import { useBusyTab } from './use-busy-tab.ts';

/** How far the marking of printed invoices is. */
export interface PrintRun {
  step: 'printing' | 'marking' | 'marked';
  /** How many of the marks have been tried. */
  tried: number;
  /** Those that could not be marked. */
  failed: readonly PrintToNote[];
  /** Prints once more, which counts once more. */
  print: () => void;
  /** Marks those that failed, without printing. */
  markAgain: () => void;
}

/** Prints what stands on the page as soon as it is there, then marks each invoice as printed. */
export function usePrintRun(ids: readonly string[]): PrintRun {
  const [tried, setTried] = useState(0);
  const [step, setStep] = useState<PrintRun['step']>('printing');
  const [failed, setFailed] = useState<readonly PrintToNote[]>([]);
  useBusyTab(step === 'marking');

  const note = async (prints: readonly PrintToNote[]) => {
    setStep('marking');
    setTried(ids.length - prints.length);
    setFailed(await notePrints(prints, () => setTried((before) => before + 1)));
    setStep('marked');
    announcePrinted();
  };
  const print = () => {
    window.print();
    void note(printsOf(ids));
  };
  const printAtFirst = useEffectEvent(print);
  useEffect(() => printAtFirst(), []);
  return { step, tried, failed, print, markAgain: () => void note(failed) };
}
