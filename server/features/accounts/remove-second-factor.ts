import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import type { Caller } from '../../http/core/app-context.ts';
import { removeFactors } from '../factors/remove-factor.ts';
import { lockAccountById } from './queries.ts';
import { refuseHigherRole } from './refuse-higher-role.ts';

export async function removeSecondFactor(
  tx: Writer,
  context: ActionContext,
  { caller, id }: { caller: Caller; id: number },
): Promise<void> {
  const account = await lockAccountById(tx, id);
  if (!account) throw new Refusal('account_not_found', { message: apiMessage('accounts.edit.not_found') });
  refuseHigherRole(caller, account.role);
  if (!(await removeFactors(tx, context, account)))
    throw new Refusal('factor_not_found', { message: apiMessage('accounts.remove_factors.none') });
}
