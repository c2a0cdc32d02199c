import { instantOf } from '#billing/calendar.ts';
import type { Database } from '../../db/connect.ts';
import { markSilentRuns } from './queries.ts';

/** Calls every run that is under way interrupted, when the one process that could have been at it has just started. */
export function markInterrupted(database: Database): Promise<void> {
  return database.write((tx) => markSilentRuns(tx, instantOf(0)));
}
