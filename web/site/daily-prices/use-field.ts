import { type RefObject, useEffect, useRef } from 'react';

/**
 * Binds an input to a value that also changes from elsewhere (Back, a link). Text typed before hydration stays, as does
 * half-typed text while the value does not change.
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
