import { type Instant, instantOf } from '#billing/calendar.ts';
import type { Language } from '#contract/languages.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { wordKey } from '#contract/messages/word.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Role } from '#contract/roles.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { lockHead } from '../audit/queries.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { describeAccount } from './edited-account.ts';
import { type AccountRow, insertAccount, listAccounts } from './queries.ts';

export const ONE_TIME_HOURS = 72;

export function oneTimeUntil(now: Instant): Instant {
  return instantOf(Date.parse(now) + ONE_TIME_HOURS * 60 * 60_000);
}

/** The password is passed hashed, because hashing is slow and must not hold a transaction open. */
export async function registerAccount(
  tx: Writer,
  context: ActionContext,
  account: {
    username: string;
    email: string;
    role: Role;
    passwordHash: string;
    mustChangePassword: boolean;
    language?: Language;
  },
): Promise<AccountRow> {
  // The second of two concurrent registrations waits here.
  await lockHead(tx);
  claimNames(await listAccounts(tx), account);
  const added = await insertAccount(tx, {
    username: account.username,
    email: account.email,
    role: account.role,
    password_hash: account.passwordHash,
    must_change_password: account.mustChangePassword ? 1 : 0,
    one_time_until: account.mustChangePassword ? oneTimeUntil(context.now) : null,
    ...(account.language && { language: account.language }),
    created_at: context.now,
    updated_at: context.now,
  });
  await writeAudit(tx, context, {
    type: 'Account Registered',
    description: apiMessage('accounts.audit.registered', {
      email: account.email,
      role: apiMessage(wordKey('role', account.role)),
    }),
    newValue: describeAccount(added),
  });
  return added;
}

type Names = Pick<AccountRow, 'username' | 'email'>;

/**
 * Refuses names that exist already. They are not compared in SQL, because SQLite and PostgreSQL fold the case of
 * letters beyond A to Z differently.
 */
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
