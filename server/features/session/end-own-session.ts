import { apiMessage } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Database } from '../../db/connect.ts';
import type { Caller } from '../../http/core/app-context.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { endSessionRow } from './queries.ts';

export async function endOwnSession(database: Database, context: ActionContext, caller: Caller): Promise<void> {
  await database.writeRescue(async (tx) => {
    await endSessionRow(tx, caller.sessionId, context.now);
    const description = apiMessage('session.audit.signed_out', { email: caller.email });
    await writeAudit(tx, context, { type: 'Signed Out', description });
  });
}
