import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import type { Caller } from '../../http/core/app-context.ts';
import { storeAccountChange } from '../approvals/account-changes.ts';
import { removeFactors } from '../factors/remove-factor.ts';
import { lockForChange } from './lock-for-change.ts';

export async function removeSecondFactor(
  tx: Writer,
  context: ActionContext,
  { caller, id }: { caller: Caller; id: number },
): Promise<void> {
  const account = await lockForChange(tx, caller, id);
  if (!(await removeFactors(tx, context, account)))
    throw new Refusal('factor_not_found', { message: apiMessage('accounts.remove_factors.none') });
  await storeAccountChange(tx, context, { accountId: id, byAccountId: caller.accountId });
}
