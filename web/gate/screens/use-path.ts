import { useSyncExternalStore } from 'react';

const MOVED = 'gate-moved';

/** The address inside this origin, kept up to date; the gate has two screens, which need no router. */
export function usePath(): string {
  return useSyncExternalStore(watch, () => location.pathname);
}

/** Goes to another screen of the gate. */
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
