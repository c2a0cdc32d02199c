import { apiMessage, message } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Database } from '../../db/connect.ts';
import type { Caller } from '../../http/core/app-context.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { isOpen } from '../session/limit-sessions.ts';
import { endSessionRow, findSession } from '../session/queries.ts';
import { refuseHigherRole } from './refuse-higher-role.ts';

export async function endSessionOfAccount(
  database: Database,
  context: ActionContext,
  { caller, id, accountId }: { caller: Caller; id: string; accountId?: number },
): Promise<string> {
  return database.write(async (tx) => {
    const session = await findSession(tx, id);
    if (!session || !isOpen(session, context.now)) throw new Refusal('session_not_found');
    if (accountId !== undefined && session.account_id !== accountId) throw new Refusal('session_not_found');
    refuseHigherRole(caller, session.role);
    if (!(await endSessionRow(tx, id, context.now))) throw new Refusal('session_not_found');
    await writeAudit(tx, context, {
      type: 'Session Ended',
      description: apiMessage('accounts.audit.session_ended', { email: session.email }),
      oldValue: message('accounts.audit.session', {
        time: session.created_at,
        address: session.address || message('audit.value.none'),
        agent: session.agent || message('audit.value.none'),
      }),
    });
    return session.username;
  });
}
