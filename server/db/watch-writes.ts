import { dayOf } from '#billing/calendar.ts';
import type { Clock } from '../clock.ts';
import type { Database } from './connect.ts';
import { tryWriting } from './migrate.ts';
import { recordFreeSpace } from './storage/disk-history.ts';

const LOOK_EVERY_MS = 5000;
/** While writes are taken, every sixth look writes, so that a fault is found also when nobody works. */
const LOOKS_BETWEEN_WRITES = 6;

type Watched = Pick<Database, 'writes' | 'writeSession'>;

/** Lets a write show whether the database and the data folder take writes, and ends a full disk that has room again. */
export function probeWrites(database: Watched, clock: Clock): Promise<void> {
  return database.writes.probe(() => tryWriting(database, clock.now()));
}

/**
 * Probes at once and then twice a minute; during a fault every five seconds, from the second look on, so that readiness shows
 * each fault for at least five seconds. Records the free space of each day. Returns what ends the watch.
 */
export function watchWrites(database: Watched, { dataDir, clock }: { dataDir: string; clock: Clock }): () => void {
  let looks = 0;
  let wasFaulty = false;
  let isProbing = false;
  const probe = async () => {
    await probeWrites(database, clock);
    try {
      recordFreeSpace(dataDir, dayOf(clock.now()));
    } catch (error) {
      database.writes.failed(error);
    }
  };
  const look = () => {
    const isFaulty = database.writes.fault !== undefined;
    const isDue = isFaulty ? wasFaulty : looks % LOOKS_BETWEEN_WRITES === 0;
    wasFaulty = isFaulty;
    looks += 1;
    if (!isDue || isProbing) return;
    isProbing = true;
    void probe().finally(() => {
      isProbing = false;
    });
  };
  look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
