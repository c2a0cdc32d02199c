import { useEffect, useRef } from 'react';

/**
 * Keeps the keyboard in a table when what had the focus is gone. The library draws its page buttons anew with each page: the
 * one of the same name has the focus then. After a deletion it is the table itself, and not the top of the page. What it
 * gives belongs to what holds the table and its page buttons.
 */
export function useTableFocus(rows: readonly unknown[]) {
  const place = useRef<HTMLDivElement>(null);
  const isInside = useRef(false);
  const name = useRef<string>(null);
  // The browser's own events: React tells nothing of a focus that moves while it draws, as when a dialog gives it back.
  useEffect(() => {
    const table = place.current;
    const onIn = ({ target }: FocusEvent) => {
      isInside.current = true;
      name.current = (target as Element).getAttribute('aria-label');
    };
    const onOut = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) isInside.current = false;
      // A row that is gone and a window that is left are no steps out of the table; which it is shows a moment later.
      else
        queueMicrotask(() => {
          if ((target as Node).isConnected && document.hasFocus()) isInside.current = false;
        });
    };
    table?.addEventListener('focusin', onIn);
    table?.addEventListener('focusout', onOut);
    return () => {
      table?.removeEventListener('focusin', onIn);
      table?.removeEventListener('focusout', onOut);
    };
  }, []);
  useEffect(() => {
    const isLost = isInside.current && document.activeElement === document.body;
    if (!isLost || rows.length === 0) return;
    const within = [...(place.current?.querySelectorAll<HTMLElement>('button, [role=region]') ?? [])];
    const same = within.find((one) => one.getAttribute('aria-label') === name.current && !one.matches(':disabled'));
    const table = within.find((one) => one.matches('[role=region]'));
    (same ?? table)?.focus({ preventScroll: true });
  }, [rows]);
  return place;
}
