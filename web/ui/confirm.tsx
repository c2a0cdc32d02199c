import { type ComponentType, type ReactNode, useEffect, useSyncExternalStore } from 'react';

export interface Question {
  /** What will happen, and to what: 'Delete Carrot?' */
  title: string;
  /** What it means, in a sentence or two. */
  body?: ReactNode;
  /** The word on the button that does it: 'Delete', never 'OK'. */
  action: string;
  /** The word on the button that does not. */
  refrain?: string;
  /** Cannot be taken back: the button is red and the focus starts on the other one. */
  isDangerous?: boolean;
}

export interface DialogProps {
  question: Question;
  answer: (isYes: boolean) => void;
}

interface Asked extends DialogProps {
  Dialog: ComponentType<DialogProps>;
}

const changed = new EventTarget();
let asked: Asked | undefined;

/**
 * Asks before something happens; gives true only when the person chose to do it. The dialog is fetched when first
 * needed; without a connection the browser's own plain question stands in for it.
 */
export async function confirm(question: Question): Promise<boolean> {
  const Dialog = await fetchDialog();
  if (!Dialog) return window.confirm(question.title);
  asked?.answer(false);
  return new Promise((resolve) => {
    const answer = (isYes: boolean) => {
      show(undefined);
      resolve(isYes);
    };
    show({ question, answer, Dialog });
  });
}

/** The place where the question appears; stands once, around nothing. When it goes, an open question is answered no. */
export function ConfirmPlace() {
  const shown = useSyncExternalStore(subscribe, () => asked);
  useEffect(() => () => asked?.answer(false), []);
  return shown ? <shown.Dialog question={shown.question} answer={shown.answer} /> : null;
}

function show(next: Asked | undefined): void {
  asked = next;
  changed.dispatchEvent(new Event('change'));
}

async function fetchDialog(): Promise<ComponentType<DialogProps> | undefined> {
  try {
    return (await import('./confirm-dialog.tsx')).ConfirmDialog;
  } catch {
    return undefined;
  }
}

function subscribe(listener: () => void): () => void {
  changed.addEventListener('change', listener);
  return () => changed.removeEventListener('change', listener);
}
