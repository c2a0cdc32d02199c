/** After this time without an answer, people see that the network does not answer. */
const SLOW_AFTER_MS = 3000;

const changed = new EventTarget();
let slow = 0;

/** Counts a call as slow from SLOW_AFTER_MS on. Returns the function that ends its wait. */
export function watchWait(): () => void {
  let isSlow = false;
  const timer = setTimeout(() => {
    isSlow = true;
    change(1);
  }, SLOW_AFTER_MS);
  return () => {
    clearTimeout(timer);
    if (isSlow) change(-1);
    isSlow = false;
  };
}

function change(by: number): void {
  slow += by;
  changed.dispatchEvent(new Event('change'));
}

/** Returns whether a call has waited for long. */
export function isWaiting(): boolean {
  return slow > 0;
}

export function subscribeToWaiting(listener: () => void): () => void {
  changed.addEventListener('change', listener);
  return () => changed.removeEventListener('change', listener);
}
