import type { MouseEvent } from 'react';

/**
 * Lets a link act in the page: the act takes the place of going there. A click that asks for a new tab or a download
 * still goes to the link's own address.
 */
export function onPlainClick(act: () => void): (event: MouseEvent) => void {
  return (event) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    act();
  };
}
