import { useEffect, useRef } from 'react';

/**
 * Moves the focus when the focused element is removed; otherwise Tab would start at the top of the page. If
 * `nextTargetOf` returns undefined, the next render tries again. By default the focus moves to the container, which
 * needs a tabIndex.
 */
export function useRowFocus<Place extends HTMLElement>(
  nextTargetOf: (place: Place, gone: Element) => HTMLElement | undefined = (element) => element,
) {
  const place = useRef<Place>(null);
  const focused = useRef<Element>(null);
  // Native events are used, because React misses focus events that occur while it renders, such as when a dialog
  // returns the focus.
  useEffect(() => {
    const element = place.current;
    const onIn = ({ target }: FocusEvent) => {
      focused.current = target as Element;
    };
    const onOut = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) focused.current = null;
      // Without a related target, the element was removed, the window lost the focus, or nothing has the focus. A
      // microtask later it is clear which of these is the case.
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
  // Runs after each render, because any render may have removed the element.
  useEffect(() => {
    const gone = focused.current;
    if (place.current === null || gone === null || gone.isConnected) return;
    if (document.activeElement === document.body) nextTargetOf(place.current, gone)?.focus({ preventScroll: true });
    else focused.current = null;
  });
  return place;
}
