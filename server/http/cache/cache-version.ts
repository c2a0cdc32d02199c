import type { FastifyBaseLogger } from 'fastify';
import { type Clock, elapsedMs, today } from '../../clock.ts';
import type { Database } from '../../db/connect.ts';
import { readDataVersion } from '../../db/data-version.ts';
import { findSetting } from '../../db/settings.ts';
import { CENTRE, type CurrentCentre } from './current-centre.ts';
import type { ResponseCache } from './response-cache.ts';

const POLL_MS = 500;

interface Watched {
  database: Database;
  clock: Clock;
  responseCache: ResponseCache;
  centre: CurrentCentre;
}

/**
 * Keeps the version of the response cache and the details of the centre up to date. They are updated before a write of
 * this process is answered, within half a second after a write of another process, and at midnight.
 */
export async function watchCacheVersion(
  { database, clock, responseCache, centre }: Watched,
  log: FastifyBaseLogger,
): Promise<() => void> {
  let seen = 0;
  const refresh = async () => {
    const begunMs = elapsedMs();
    // The version can also decrease, because a restored database may be older.
    if ((await readDataVersion(database.reader)) !== seen) {
      const { version, facts } = await database.snapshot(async (db) => ({
        version: await readDataVersion(db),
        facts: await findSetting(db, CENTRE),
      }));
      seen = version;
      centre.show(facts?.value);
    }
    responseCache.renew(`${seen} ${today(clock)}`);
    responseCache.confirm({ begunMs, at: clock.now() });
  };
  let running = refresh();
  await running;
  let waiting: Promise<void> | undefined;
  // Refreshes run one after the other, because two concurrent reads may finish in reverse order. All callers that come
  // before the next refresh has begun share that refresh.
  const refreshInTurn = () => {
    waiting ??= running.then(() => {
      waiting = undefined;
      running = refresh().catch((error: unknown) => {
        // The failure is only logged: cached answers are at most a moment old, and a committed write must not be
        // answered as a failure.
        log.warn({ err: error }, 'the data version could not be read');
      });
      return running;
    });
    return waiting;
  };
  database.afterWrite(refreshInTurn);
  const timer = setInterval(() => void refreshInTurn(), POLL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
