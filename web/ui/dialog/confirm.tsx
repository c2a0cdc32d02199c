import { type ComponentType, type ReactNode, useEffect, useLayoutEffect, useSyncExternalStore } from 'react';

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
  /** Something speaks against it: the focus starts on the button that does not do it. */
  isDoubtful?: boolean;
  /** The act cannot be chosen now: what it would do is not known yet. */
  isOff?: boolean;
}

export interface DialogProps {
  question: Question;
  answer: (isYes: boolean) => void;
}

interface Asked {
  /** Tells one question from the next, so that nothing of the last one's state is left. */
  number: number;
  content: ReactNode;
  /** Where the focus was, and goes back to. */
  from: Element | null;
  giveUp: () => void;
}

const changed = new EventTarget();
let asked: Asked | undefined;
let count = 0;

/**
 * Asks before something happens; gives true only when the person chose to do it. The dialog is fetched when first
 * needed; without a connection the browser's own plain question stands in for it.
 */
export async function confirm(question: Question): Promise<boolean> {
  const Dialog = await fetchDialog();
  if (!Dialog) return window.confirm(question.title);
  return openDialog((answer) => <Dialog question={question} answer={answer} />, false);
}

/**
 * Shows a dialog in the one place for them and gives its answer; `none` when another dialog takes the place, or the
 * place goes.
 */
export function openDialog<Answer>(
  draw: (answer: (given: Answer) => void) => ReactNode,
  none: Answer,
): Promise<Answer> {
  asked?.giveUp();
  return new Promise((resolve) => {
    const answer = (given: Answer) => {
      show(undefined);
      resolve(given);
    };
    count += 1;
    show({ number: count, content: draw(answer), from: document.activeElement, giveUp: () => answer(none) });
  });
}

/** Answers an open question no: what it was about is not on the screen any more. */
export function giveUpQuestion(): void {
  asked?.giveUp();
}

/** The place where the question appears; stands once, around nothing. When it goes, an open question is answered no. */
export function ConfirmPlace() {
  const shown = useSyncExternalStore(subscribe, () => asked);
  useEffect(() => () => asked?.giveUp(), []);
  return shown ? <Shown key={shown.number} asked={shown} /> : null;
}

function Shown({ asked: { content, from } }: { asked: Asked }) {
  useLayoutEffect(() => () => (from instanceof HTMLElement ? from.focus({ preventScroll: true }) : undefined), [from]);
  return content;
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
