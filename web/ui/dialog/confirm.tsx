import { type ComponentType, type ReactNode, useEffect, useLayoutEffect, useSyncExternalStore } from 'react';
import { loadPart } from '#web/load-part.ts';
import { DialogWork } from './dialog-work.ts';
import type { DialogProps, Question } from './question.ts';

interface OpenDialog {
  /** The React key. A new number discards the state of the previous dialog. */
  number: number;
  content: ReactNode;
  from: Element | null;
  isWorking: boolean;
  dismiss: () => void;
}

/** A person who waits longer is asked by the browser. */
const DIALOG_WITHIN_MS = 4000;

const changed = new EventTarget();
let asked: OpenDialog | undefined;
let count = 0;

/**
 * Asks a question. The dialog is loaded when first needed; without an answer the browser's confirm() replaces it.
 */
export async function confirm(question: Question): Promise<boolean> {
  const Dialog = await fetchDialog();
  if (!Dialog) return window.confirm(question.title);
  return openDialog((answer) => <Dialog question={question} answer={answer} />, false);
}

/**
 * Opens a dialog and returns its answer; `none` when another dialog replaces it or the application unmounts. With
 * `work` the dialog remains with its input until the work is done. `work` reports its failures, and returns false to
 * leave the dialog open.
 */
export function openDialog<Answer>(
  draw: (answer: (given: Answer) => void) => ReactNode,
  none: Answer,
  work: (given: Answer) => Promise<boolean> = async () => true,
): Promise<Answer> {
  asked?.dismiss();
  count += 1;
  const number = count;
  const ownDialog = () => (asked?.number === number ? asked : undefined);
  return new Promise((resolve) => {
    const close = (given: Answer) => {
      if (ownDialog()) show(undefined);
      resolve(given);
    };
    const answer = async (given: Answer) => {
      const dialog = ownDialog();
      if (!dialog || dialog.isWorking) return;
      if (given === none) return close(none);
      show({ ...dialog, isWorking: true });
      if (await work(given)) close(given);
      else if (ownDialog()) show({ ...dialog, isWorking: false });
      else resolve(none);
    };
    const dismiss = () => (ownDialog()?.isWorking ? show(undefined) : close(none));
    const content = draw((given) => void answer(given));
    show({ number, content, from: document.activeElement, isWorking: false, dismiss });
  });
}

/** Closes an open question as if the user had answered no, because its subject is no longer on the screen. */
export function dismissQuestion(): void {
  asked?.dismiss();
}

/** Renders the open dialog. The application must contain this component only once. */
export function ConfirmPlace() {
  const shown = useSyncExternalStore(subscribe, () => asked);
  useEffect(() => () => asked?.dismiss(), []);
  return shown ? <Shown key={shown.number} asked={shown} /> : null;
}

function Shown({ asked: { content, from, isWorking } }: { asked: OpenDialog }) {
  useLayoutEffect(() => () => (from instanceof HTMLElement ? from.focus({ preventScroll: true }) : undefined), [from]);
  return <DialogWork value={isWorking}>{content}</DialogWork>;
}

function show(next: OpenDialog | undefined): void {
  asked = next;
  changed.dispatchEvent(new Event('change'));
}

async function fetchDialog(): Promise<ComponentType<DialogProps> | undefined> {
  try {
    return (await loadPart(() => import('./confirm-dialog.tsx'), DIALOG_WITHIN_MS)).ConfirmDialog;
  } catch {
    return undefined;
  }
}

function subscribe(listener: () => void): () => void {
  changed.addEventListener('change', listener);
  return () => changed.removeEventListener('change', listener);
}
