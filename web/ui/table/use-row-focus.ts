import { useEffect, useRef } from 'react';

/**
 * Keeps the place of whoever uses a keyboard: when what had the focus leaves the page, `heirOf` says who has it next; where
 * it says nobody, that is asked again at the next drawing. The next Tab goes on from there, where it would else begin at the
 * top. What it gives belongs to what holds all that is watched; without `heirOf` it is the heir, and has a tabIndex.
 */
export function useRowFocus<Place extends HTMLElement>(
  heirOf: (place: Place, gone: Element) => HTMLElement | undefined = itself,
) {
  const place = useRef<Place>(null);
  const focused = useRef<Element>(null);
  // The browser's own events: React tells nothing of a focus that moves while it draws, as when a dialog gives it back.
  useEffect(() => {
    const element = place.current;
    const onIn = ({ target }: FocusEvent) => {
      focused.current = target as Element;
    };
    const onOut = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) focused.current = null;
      // What is gone and a window that is left are no steps out of the place; which it is shows a moment later.
      else
        queueMicrotask(() => {
          if (focused.current === target && (target as Node).isConnected && document.hasFocus()) focused.current = null;
        });
    };
    element?.addEventListener('focusin', onIn);
    element?.addEventListener('focusout', onOut);
    return () => {
      element?.removeEventListener('focusin', onIn);
      element?.removeEventListener('focusout', onOut);
    };
  }, []);
  // After each drawing: any of them may have taken it away.
  useEffect(() => {
    const gone = focused.current;
    if (place.current === null || gone === null || gone.isConnected) return;
    if (document.activeElement === document.body) heirOf(place.current, gone)?.focus({ preventScroll: true });
    else focused.current = null;
  });
  return place;
}

function itself(place: HTMLElement): HTMLElement {
  return place;
}
