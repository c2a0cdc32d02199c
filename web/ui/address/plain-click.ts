import type { MouseEvent as ReactMouseEvent } from 'react';

export function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent | ReactMouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}

export function onPlainClick(act: () => void): (event: ReactMouseEvent) => void {
  return (event) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    act();
  };
}
