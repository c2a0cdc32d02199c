import type { Instant } from '#billing/calendar.ts';
import { type Clock, secondsLater } from '../../clock.ts';
import type { ResponseCache } from './response-cache.ts';

/**
 * Returns a function that computes a value once per version of the public data. If `expiry` is given, the value is also
 * computed again after that many seconds.
 */
export function memoizePerVersion<Value>(
  responseCache: ResponseCache,
  compute: () => Promise<Value>,
  expiry?: { clock: Clock; seconds: number },
): () => Promise<Value> {
  let version: string | undefined;
  let value: Promise<Value> | undefined;
  let expiresAt: Instant | undefined;
  return () => {
    const isExpired = expiry !== undefined && expiresAt !== undefined && expiry.clock.now() >= expiresAt;
    if (value === undefined || isExpired || version !== responseCache.version) {
      version = responseCache.version;
      expiresAt = expiry && secondsLater(expiry.clock, expiry.seconds);
      const computed = compute();
      value = computed;
      computed.catch(() => {
        if (value === computed) value = undefined;
      });
    }
    return value;
  };
}
