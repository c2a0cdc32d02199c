import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps the place of whoever uses a keyboard: when the link or button that had the focus leaves the page, `place`, which
 * stays and has a tabIndex, takes the focus. The next Tab goes on from there, where it would else begin at the top.
 */
export function useKeptFocus(place: RefObject<HTMLElement | null>): void {
  const focused = useRef<EventTarget>(null);
  useEffect(() => {
    const element = place.current;
    const onFocus = ({ target }: FocusEvent) => {
      focused.current = target;
    };
    element?.addEventListener('focusin', onFocus);
    return () => element?.removeEventListener('focusin', onFocus);
  }, [place]);
  // After each drawing: any of them may have taken it away.
  useEffect(() => {
    const isGone = focused.current instanceof Node && !focused.current.isConnected;
    if (!isGone) return;
    focused.current = null;
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  });
}
