import type { ResponseCache } from './response-cache.ts';

/** Computes a value once in each version: what is derived from public data alone holds until that changes. */
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
      // A failure is not kept: the next one who asks tries again.
      value.catch(() => {
        value = undefined;
      });
    }
    return value;
  };
}
