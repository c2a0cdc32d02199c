import { useEffect } from 'react';

/** While the Enter key is held down, it presses a button or submits a form only once. */
export function useHeldKeys(): void {
  useEffect(() => {
    addEventListener('keydown', ignoreHeldEnter, true);
    return () => removeEventListener('keydown', ignoreHeldEnter, true);
  }, []);
}

function ignoreHeldEnter(event: KeyboardEvent): void {
  const isText = event.target instanceof HTMLElement && event.target.matches('textarea, [contenteditable]');
  if (event.repeat && event.key === 'Enter' && !isText) event.preventDefault();
}
