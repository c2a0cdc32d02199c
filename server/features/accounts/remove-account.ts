import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Database } from '../../db/connect.ts';
import { describeAll } from '../audit/describe-changes.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { describeAccount } from './describe-account.ts';
import { deleteAccountRow, lockAccount } from './queries.ts';

/** A superadmin cannot be deleted, so that one always exists (specification 2, section 6). */
export async function removeAccount(database: Database, context: ActionContext, email: string): Promise<void> {
  await database.write(async (tx) => {
    const account = await lockAccount(tx, email);
    if (!account) throw new Refusal('account_not_found');
    if (account.role === 'superadmin') throw new Refusal('superadmin_stays');
    await deleteAccountRow(tx, account.id);
    await writeAudit(tx, context, {
      type: 'Account Deleted',
      description: apiMessage('accounts.audit.deleted', { email: account.email }),
      oldValue: describeAll(describeAccount(account)),
    });
  });
}
