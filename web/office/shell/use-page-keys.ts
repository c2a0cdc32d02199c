import { useEffect, useEffectEvent } from 'react';

const TYPED_IN =
  'textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=file])';

interface PageKeys {
  /** Opens the search of all pages, for a page that has none of its own. */
  openPalette: () => void;
  openKeys: () => void;
}

/** `/` focuses the search of the page and `?` lists the keys, whatever has the focus, except where people type. */
export function usePageKeys({ openPalette, openKeys }: PageKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key !== '/' && event.key !== '?') return;
    if (event.target instanceof Element && event.target.matches(TYPED_IN)) return;
    if (document.querySelector('[role=dialog], [role=alertdialog]')) return;
    event.preventDefault();
    if (event.key === '?') return openKeys();
    const search = [...document.querySelectorAll<HTMLInputElement>('main input[type=search]')].find(
      (field) => !field.disabled && !field.closest('[hidden]'),
    );
    if (!search) return openPalette();
    search.focus();
    search.select();
  });
  useEffect(() => {
    // A page that has a key of its own listens to the document, which is before the window.
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
