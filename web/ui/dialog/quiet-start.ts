import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** Keys pressed in this time were meant for what was on the screen before the question. */
const QUIET_MS = 400;

/** Escape is not among them, because it only leads back to what was there before. */
const ANSWERS = ['Enter', ' '];
const TYPED = 'input:not([type=checkbox], [type=radio], [type=file]), textarea, select';

interface QuietStart {
  /** False while the question cannot be answered. The quiet time begins again when it first can. */
  isReady: boolean;
  /** Closes the question unanswered. */
  withdraw: () => void;
}

/**
 * Returns true for the first 400 ms of a question, in which neither Enter nor Space answers it. Text typed in this time
 * belongs to the field that had the focus before: the question is withdrawn, and the field receives the text. Keys in a
 * field of the dialog itself belong to that field, and answer nothing.
 */
export function useQuietStart({ isReady, withdraw }: QuietStart): boolean {
  const [from] = useState(() => document.activeElement);
  const [isQuiet, setIsQuiet] = useState(true);
  const wasReady = useRef(false);
  useEffect(() => {
    if (wasReady.current) return;
    wasReady.current = isReady;
    setIsQuiet(true);
    const timer = setTimeout(() => setIsQuiet(false), QUIET_MS);
    return () => clearTimeout(timer);
  }, [isReady]);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isInField = event.target instanceof Element && event.target.matches(TYPED);
    if (isInField && event.target !== from) return;
    if (isText(event.key) && !isInField && from instanceof HTMLElement && from.matches(TYPED)) {
      withdraw();
      // The browser carries out the key in the element that has the focus when this listener returns.
      from.focus();
    } else if (ANSWERS.includes(event.key) && !(isInField && event.key === ' ')) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  });
  useEffect(() => {
    if (!isQuiet) return;
    const listener = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listener, true);
    return () => removeEventListener('keydown', listener, true);
  }, [isQuiet]);
  return isQuiet;
}

function isText(key: string): boolean {
  return [...key].length === 1 || key === 'Backspace' || key === 'Delete';
}
