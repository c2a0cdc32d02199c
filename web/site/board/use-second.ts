import { useEffect, useState } from 'react';
import type { Instant } from '#billing/calendar.ts';
import { browserNow } from '#web/ui/format/browser-clock.ts';

/** Returns undefined on the server and in the first render. */
export function useSecond(): Instant | undefined {
  const [now, setNow] = useState<Instant>();
  useEffect(() => {
    setNow(browserNow());
    const timer = setInterval(() => setNow(browserNow()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/**
 * Keeps the screen on where the browser can; else its own setting decides. The lock is lost whenever the page is
 * hidden.
 */
export function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return undefined;
    let lock: WakeLockSentinel | undefined;
    const request = async () => {
      if (document.visibilityState !== 'visible') return;
      lock = await navigator.wakeLock.request('screen').catch((error: unknown) => {
        console.warn('the screen may turn off', error);
        return undefined;
      });
    };
    void request();
    document.addEventListener('visibilitychange', request);
    return () => {
      document.removeEventListener('visibilitychange', request);
      void lock?.release();
    };
  }, []);
}
