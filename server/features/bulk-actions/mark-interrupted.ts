import { instantOf } from '#billing/calendar.ts';
import type { Database } from '../../db/connect.ts';
import { markSilentRuns } from './queries.ts';

/** Marks unfinished runs as interrupted. Call it when the only process that could run them has just started. */
export function markInterrupted(database: Database): Promise<void> {
  return database.write((tx) => markSilentRuns(tx, instantOf(0)));
}
