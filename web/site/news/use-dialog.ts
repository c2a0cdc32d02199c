import { type RefObject, useEffect, useRef } from 'react';

/**
 * Opens and closes a dialog element as modal: the browser keeps the focus inside, closes it on Escape, and gives the focus
 * back to where it came from.
 */
export function useDialog(isOpen: boolean): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal();
    if (!isOpen && dialog.current?.open) dialog.current.close();
  }, [isOpen]);
  return dialog;
}
