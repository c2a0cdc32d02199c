import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { AccountRow } from './queries.ts';

type Names = Pick<AccountRow, 'username' | 'email'>;

/** Not compared in SQL: the engines disagree on the case of letters beyond A to Z. */
export function claimNames(existing: readonly Names[], wanted: Names): void {
  const isTaken = (field: keyof Names) => existing.some((one) => foldName(one[field]) === foldName(wanted[field]));
  const details = [
    ...(isTaken('username') ? [{ field: 'username', message: apiMessage('accounts.register.username_taken') }] : []),
    ...(isTaken('email') ? [{ field: 'email', message: apiMessage('accounts.register.email_taken') }] : []),
  ];
  if (details.length > 0) throw new Refusal('account_exists', { details });
}

function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}
