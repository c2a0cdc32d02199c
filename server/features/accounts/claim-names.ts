import { Refusal } from '#contract/refusals.ts';
import type { AccountRow } from './queries.ts';

type Names = Pick<AccountRow, 'username' | 'email'>;

/**
 * Throws a refusal when an account has the email or username, ignoring case. Not compared in SQL: the engines disagree
 * on the case of letters beyond A to Z.
 */
export function claimNames(standing: readonly Names[], wanted: Names): void {
  const isTaken = (field: keyof Names) => standing.some((one) => fold(one[field]) === fold(wanted[field]));
  const details = [
    ...(isTaken('username') ? [taken('username', 'username')] : []),
    ...(isTaken('email') ? [taken('email', 'e-mail')] : []),
  ];
  if (details.length > 0) throw new Refusal('account_exists', { details });
}

const taken = (field: keyof Names, word: string) => ({
  field,
  message: `There is an account with this ${word} already.`,
});

function fold(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}
