import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import type { Caller } from '../../http/core/app-context.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { deleteLiveChallenges } from '../factors/queries.ts';
import { lockForChange } from './lock-for-change.ts';

export async function cancelLink(
  tx: Writer,
  context: ActionContext,
  { caller, id }: { caller: Caller; id: number },
): Promise<void> {
  const account = await lockForChange(tx, caller, id);
  if (!(await deleteLiveChallenges(tx, id, { purpose: 'password link', now: context.now })))
    throw new Refusal('link_not_found', { message: apiMessage('accounts.cancel_link.none') });
  const description = apiMessage('accounts.audit.link_cancelled', { email: account.email });
  await writeAudit(tx, context, { type: 'Password Link Cancelled', description });
}
