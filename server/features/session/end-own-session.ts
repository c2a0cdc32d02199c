import type { Act } from '../../action-context.ts';
import type { Database } from '../../db/connect.ts';
import type { Caller } from '../../http/core/app-context.ts';
import { noteEvent } from '../audit/write-audit.ts';
import { endSession } from './queries.ts';

/** Ends the caller's session; its token is dead from the next request on. */
export async function endOwnSession(database: Database, act: Act, caller: Caller): Promise<void> {
  await database.write(async (tx) => {
    await endSession(tx, caller.sessionId, act.at);
    await noteEvent(tx, act, { type: 'Signed Out', description: `${caller.email} signed out` });
  });
}
