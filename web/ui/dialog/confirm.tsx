import { type ComponentType, type ReactNode, useEffect, useLayoutEffect, useSyncExternalStore } from 'react';
import type { DialogProps, Question } from './question.ts';

interface OpenDialog {
  /** The React key: it resets the state of the last dialog. */
  number: number;
  content: ReactNode;
  from: Element | null;
  dismiss: () => void;
}

const changed = new EventTarget();
let asked: OpenDialog | undefined;
let count = 0;

/** Loaded when first needed; without a connection the browser's confirm() replaces it. */
export async function confirm(question: Question): Promise<boolean> {
  const Dialog = await fetchDialog();
  if (!Dialog) return window.confirm(question.title);
  return openDialog((answer) => <Dialog question={question} answer={answer} />, false);
}

/** Returns `none` when another dialog replaces it or the application unmounts. */
export function openDialog<Answer>(
  draw: (answer: (given: Answer) => void) => ReactNode,
  none: Answer,
): Promise<Answer> {
  asked?.dismiss();
  return new Promise((resolve) => {
    const answer = (given: Answer) => {
      show(undefined);
      resolve(given);
    };
    count += 1;
    show({ number: count, content: draw(answer), from: document.activeElement, dismiss: () => answer(none) });
  });
}

/** Answers an open question no, because its subject left the screen. */
export function dismissQuestion(): void {
  asked?.dismiss();
}

/** Rendered once. */
export function ConfirmPlace() {
  const shown = useSyncExternalStore(subscribe, () => asked);
  useEffect(() => () => asked?.dismiss(), []);
  return shown ? <Shown key={shown.number} asked={shown} /> : null;
}

function Shown({ asked: { content, from } }: { asked: OpenDialog }) {
  useLayoutEffect(() => () => (from instanceof HTMLElement ? from.focus({ preventScroll: true }) : undefined), [from]);
  return content;
}

function show(next: OpenDialog | undefined): void {
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
