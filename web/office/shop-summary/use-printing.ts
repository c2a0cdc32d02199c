import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Returns true while the page is printed. */
export function usePrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const abort = new AbortController();
    // The browser prints what is there when this event returns.
    addEventListener('beforeprint', () => flushSync(() => setIsPrinting(true)), abort);
    addEventListener('afterprint', () => setIsPrinting(false), abort);
    return () => abort.abort();
  }, []);
  return isPrinting;
}
