import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Writer } from '../../db/connect.ts';
import type { Caller } from '../../http/core/app-context.ts';
import { type AccountRow, lockAccountById } from './queries.ts';
import { refuseRole } from './refuse-higher-role.ts';

/** Locks an account that the caller may change; else a refusal, `account_not_found` or `role_too_high`. */
export async function lockForChange(tx: Writer, caller: Caller, id: number): Promise<AccountRow> {
  const account = await lockAccountById(tx, id);
  if (!account) throw new Refusal('account_not_found', { message: apiMessage('accounts.edit.not_found') });
  await refuseRole(tx, caller, account.role);
  return account;
}
