import { useSyncExternalStore } from 'react';

const MOVED = 'gate-moved';

export function usePath(): string {
  return useSyncExternalStore(watch, () => location.pathname);
}

export function goTo(path: string): void {
  history.pushState(null, '', path);
  dispatchEvent(new Event(MOVED));
  scrollTo(0, 0);
}

function watch(listener: () => void): () => void {
  addEventListener('popstate', listener);
  addEventListener(MOVED, listener);
  return () => {
    removeEventListener('popstate', listener);
    removeEventListener(MOVED, listener);
  };
}
