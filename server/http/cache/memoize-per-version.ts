import type { ResponseCache } from './response-cache.ts';

/** For values that depend only on public data. */
export function memoizePerVersion<Value>(
  responseCache: ResponseCache,
  compute: () => Promise<Value>,
): () => Promise<Value> {
  let version: string | undefined;
  let value: Promise<Value> | undefined;
  return () => {
    if (value === undefined || version !== responseCache.version) {
      version = responseCache.version;
      value = compute();
      // After a failure the next call tries again.
      value.catch(() => {
        value = undefined;
      });
    }
    return value;
  };
}
