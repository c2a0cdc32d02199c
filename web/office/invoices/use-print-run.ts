import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { announcePrinted } from './print-job.ts';
import { type PrintToRecord, printsOf, recordPrints } from './record-prints.ts';
import { useBusyTab } from './use-busy-tab.ts';

export interface PrintRun {
  step: 'printing' | 'marking' | 'marked';
  tried: number;
  failed: readonly PrintToRecord[];
  isPrinted: boolean;
  /** Counts as another print. */
  print: () => void;
  /** Marks without printing. */
  markAgain: () => void;
}

export function usePrintRun(ids: readonly string[]): PrintRun {
  const [tried, setTried] = useState(0);
  const [step, setStep] = useState<PrintRun['step']>('printing');
  const [failed, setFailed] = useState<readonly PrintToRecord[]>([]);
  const [isPrinted, setIsPrinted] = useState(false);
  useBusyTab(step === 'marking');

  const record = async (prints: readonly PrintToRecord[]) => {
    setStep('marking');
    setTried(ids.length - prints.length);
    setFailed(await recordPrints(prints, () => setTried((before) => before + 1)));
    setStep('marked');
    announcePrinted();
  };
  const print = () => {
    // Not after the first: a browser that does not wait for its dialog would print the sheets as changed.
    if (step !== 'printing') flushSync(() => setIsPrinted(true));
    window.print();
    void record(printsOf(ids));
  };
  const printAtFirst = useEffectEvent(print);
  useEffect(() => printAtFirst(), []);
  return { step, tried, failed, isPrinted, print, markAgain: () => void record(failed) };
}
