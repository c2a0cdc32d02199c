import { type RefObject, useEffect, useRef } from 'react';

/**
 * Ties an input to a value that also changes from elsewhere (Back, a link). What the reader has typed before the page
 * came to life is taken over, and what is half typed is left alone while the value stays.
 */
export function useField(value: string, take: (typed: string) => void): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  const last = useRef<string>(undefined);
  useEffect(() => {
    const typed = field.current?.value ?? value;
    const isEarly = last.current === undefined;
    const isFromElsewhere = last.current !== value;
    last.current = value;
    if (typed === value) return;
    if (isEarly) take(typed);
    else if (isFromElsewhere && field.current) field.current.value = value;
  }, [value, take]);
  return field;
}
