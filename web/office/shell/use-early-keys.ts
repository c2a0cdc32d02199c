import { useEffect, useRef } from 'react';

/**
 * The longest time for which keys are held back from the page, longer than the palette takes to open. Afterwards the
 * page receives keys again, even if the palette could not be loaded.
 */
const TIMEOUT_MS = 5000;

export interface EarlyKeys {
  text: string;
  isEntered: boolean;
}

const NO_KEYS: EarlyKeys = { text: '', isEntered: false };

/**
 * Returns `hold`, which saves the keys typed until the palette has the focus, and `take`, which returns the saved keys.
 * Until the palette has the focus, Escape calls `onEscape`.
 */
export function useEarlyKeys(onEscape: () => void): { hold: () => void; take: () => EarlyKeys } {
  const stop = useRef<() => EarlyKeys>(() => NO_KEYS);
  useEffect(() => () => void stop.current(), []);
  const hold = () => {
    stop.current();
    let keys = NO_KEYS;
    const onKey = (event: KeyboardEvent) => {
      const after = event.ctrlKey || event.metaKey || event.altKey ? undefined : keysAfter(keys, event.key);
      if (event.key === 'Escape') onEscape();
      if (after === undefined) return;
      keys = after;
      event.preventDefault();
      event.stopPropagation();
    };
    const end = () => {
      clearTimeout(timer);
      removeEventListener('keydown', onKey, true);
      stop.current = () => NO_KEYS;
      return keys;
    };
    const timer = setTimeout(end, TIMEOUT_MS);
    addEventListener('keydown', onKey, true);
    stop.current = end;
  };
  return { hold, take: () => stop.current() };
}

function keysAfter({ text }: EarlyKeys, key: string): EarlyKeys | undefined {
  if (key === 'Enter') return { text, isEntered: true };
  if (key === 'Backspace') return { text: text.slice(0, -1), isEntered: false };
  return key.length === 1 ? { text: text + key, isEntered: false } : undefined;
}
