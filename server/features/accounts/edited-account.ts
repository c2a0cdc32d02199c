import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Writer } from '../../db/connect.ts';
import { describeAll } from '../audit/describe-changes.ts';
import { edited } from '../audit/edited.ts';
import { type AccountRow, lockAccountById, updateAccount } from './queries.ts';

/** What the owner of the account chooses, and what follows from passwords. */
type OwnColumns = 'password_hash' | 'must_change_password' | 'one_time_until' | 'language' | 'chosen_columns';

/** What a person who manages accounts enters about one. */
export type AccountTerms = Omit<AccountRow, OwnColumns | 'id' | 'created_at' | 'updated_at'>;

export const editedAccount = edited<number, AccountRow, AccountRow, AccountTerms>({
  lock: lockAccountToEdit,
  missing: 'account_not_found',
  labels: { username: 'username', email: 'email', role: 'role', disabled_at: 'is_disabled' },
  update: (tx, { now }, { before, after }) => updateAccount(tx, before.id, { ...after, updated_at: now }),
  changed: (_, { email }) => ({
    type: 'Account Changed',
    description: apiMessage('accounts.audit.changed', { email }),
  }),
});

/** Throws the refusal `account_not_found`. */
export async function lockAccountToEdit(tx: Writer, id: number): Promise<AccountRow> {
  const account = await lockAccountById(tx, id);
  if (!account) throw new Refusal('account_not_found', { message: apiMessage('accounts.edit.not_found') });
  return account;
}

/** Describes an account for the audit log when it is added or removed. Leaves out the instant that an active one lacks. */
export function describeAccount(account: AccountRow): string {
  const all = Object.entries(editedAccount.describe(account));
  return describeAll(Object.fromEntries(all.filter(([, value]) => value !== null)));
}
