import { instantOf } from '#billing/calendar.ts';
import type { Database } from '../../db/connect.ts';
import { silenceRuns } from './queries.ts';

/** Calls every run that is under way interrupted, when the one process that could have been at it has just started. */
export function callInterrupted(database: Database): Promise<void> {
  return database.write((tx) => silenceRuns(tx, instantOf(0)));
}
