import type { FastifyBaseLogger } from 'fastify';
import { type Clock, today } from '../../clock.ts';
import type { Database } from '../../db/connect.ts';
import { readDataVersion } from '../../db/data-version.ts';
import type { ResponseCache } from './response-cache.ts';

const POLL_MS = 500;

/**
 * Keeps the public bytes true: the writing process sees a change before its write is answered, every other process
 * within half a second, and all of them the turn of the day. Gives the function that ends the watch.
 */
export async function watchCacheVersion(
  database: Database,
  clock: Clock,
  responseCache: ResponseCache,
  log: FastifyBaseLogger,
): Promise<() => void> {
  let newest = 0;
  const refresh = async () => {
    // Two looks at once may come back in the other order; the older one must not bring its edition back.
    newest = Math.max(newest, await readDataVersion(database.reader));
    responseCache.renew(`${newest} ${today(clock)}`);
  };
  const refreshOrWarn = () =>
    refresh().catch((error: unknown) => {
      // What is kept is at most a moment old and carries its own date: better than no answer while the database is away,
      // and a write that is committed must not be answered as if it had failed.
      log.warn({ err: error }, 'the data version could not be read');
    });
  await refresh();
  database.afterWrite(refreshOrWarn);
  let isRefreshing = false;
  const timer = setInterval(() => {
    if (isRefreshing) return;
    isRefreshing = true;
    void refreshOrWarn().finally(() => {
      isRefreshing = false;
    });
  }, POLL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
