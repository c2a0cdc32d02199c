import type { Insertable, Selectable } from 'kysely';
import type { Instant } from '#billing/calendar.ts';
import type { Language } from '#contract/languages.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { prepared } from '../../db/prepared.ts';
import type { Tables } from '../../db/tables/tables.ts';

export type AccountWithPassword = Selectable<Tables['accounts']>;
export type SessionRow = Selectable<Tables['sessions']> &
  Pick<AccountWithPassword, 'email' | 'username' | 'role' | 'must_change_password' | 'language'>;

const MOST_ADDRESSES = 200;

/** Lists the addresses from which an account has signed in, the latest first. */
export async function listAddresses(db: Reader, email: string): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select('sessions.address')
    .where('accounts.email', '=', email)
    .groupBy('sessions.address')
    .orderBy(({ fn }) => fn.max('sessions.created_at'), 'desc')
    .limit(MOST_ADDRESSES)
    .execute();
  return rows.map(({ address }) => address);
}

/** Finds an account by its email, which is stored in lower case. */
export function findAccount(db: Reader, email: string): Promise<AccountWithPassword | undefined> {
  return db.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirst();
}

export function findAccountById(db: Reader, id: number): Promise<AccountWithPassword | undefined> {
  return db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Locks the account and returns its hash; undefined if the account was deleted or disabled. */
export async function lockPasswordHash(tx: Writer, id: number): Promise<string | undefined> {
  const account = await tx
    .selectFrom('accounts')
    .select('password_hash')
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return account?.password_hash;
}

/** Finds a session with the current role of its account, so that a changed role applies immediately. */
export const findSession = prepared((db, id: string) =>
  sessionsWithAccounts(db)
    .select(({ selectFrom, fn }) => [
      selectFrom('factors')
        .select(fn.countAll<number>().as('count'))
        .whereRef('factors.account_id', '=', 'sessions.account_id')
        .where('factors.kind', '<>', 'recovery')
        .as('has_factor'),
      selectFrom('settings').select('value').where('name', '=', 'second_factor').as('requirement'),
    ])
    .where('sessions.id', '=', id),
);

export function listOpenSessions(
  db: Reader,
  { seenFrom, startedAfter }: { seenFrom: Instant; startedAfter: Instant },
): Promise<SessionRow[]> {
  return sessionsWithAccounts(db)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.last_seen_at', '>=', seenFrom)
    .where('sessions.created_at', '>', startedAfter)
    .orderBy('sessions.last_seen_at', 'desc')
    .orderBy('sessions.created_at', 'desc')
    .orderBy('sessions.id')
    .execute();
}

function sessionsWithAccounts(db: Reader) {
  return db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select([
      'sessions.id',
      'sessions.created_at',
      'sessions.last_seen_at',
      'sessions.verified_at',
      'sessions.ended_at',
      'sessions.address',
      'sessions.agent',
      'accounts.id as account_id',
      'accounts.email',
      'accounts.username',
      'accounts.role',
      'accounts.must_change_password',
      'accounts.language',
    ]);
}

/**
 * Locks an open session, so that it stays open until the transaction ends. Call this before anything that locks the
 * audit log.
 */
export async function holdSession(tx: Writer, id: string): Promise<boolean> {
  const found = await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return found !== undefined;
}

export async function insertSession(tx: Writer, session: Insertable<Tables['sessions']>): Promise<void> {
  await tx.insertInto('sessions').values(session).execute();
}

export async function endSessionRow(tx: Writer, id: string, at: Instant): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ ended_at: at })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function endOtherSessions(
  tx: Writer,
  accountId: number,
  { keptId, at }: { keptId: string; at: Instant },
): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ ended_at: at })
    .where('account_id', '=', accountId)
    .where('id', '!=', keptId)
    .where('ended_at', 'is', null)
    .execute();
}

export async function endSessionsOf(tx: Writer, accountId: number, at: Instant): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ ended_at: at })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .execute();
}

export async function touchSession(tx: Writer, id: string, at: Instant): Promise<void> {
  await tx.updateTable('sessions').set({ last_seen_at: at }).where('id', '=', id).execute();
}

export async function markVerified(tx: Writer, id: string, at: Instant): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ verified_at: at })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function setAccountLanguage(
  tx: Writer,
  accountId: number,
  { language, at }: { language: Language; at: Instant },
): Promise<void> {
  await tx.updateTable('accounts').set({ language, updated_at: at }).where('id', '=', accountId).execute();
}

export async function findChosenColumns(db: Reader, accountId: number): Promise<string | null> {
  const account = await db
    .selectFrom('accounts')
    .select('chosen_columns')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return account?.chosen_columns ?? null;
}

export async function setChosenColumns(tx: Writer, accountId: number, columns: string): Promise<void> {
  await tx.updateTable('accounts').set({ chosen_columns: columns }).where('id', '=', accountId).execute();
}

/** Stores a password that the owner chose. From now on nobody else knows it (docs/rules.md, Approval by a second person). */
export async function setPassword(
  tx: Writer,
  accountId: number,
  { passwordHash, at }: { passwordHash: string; at: Instant },
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ password_hash: passwordHash, must_change_password: 0, one_time_until: null, updated_at: at })
    .where('id', '=', accountId)
    .execute();
  await tx.insertInto('account_changes').values({ account_id: accountId, by_account_id: accountId, at }).execute();
}

/**
 * Replaces a password hash imported from another system. If the user must choose a new password, the deadline for
 * choosing it stays the same.
 */
export async function replaceImportedHash(
  tx: Writer,
  account: AccountWithPassword,
  { passwordHash, mustChange, at }: { passwordHash: string; mustChange: boolean; at: Instant },
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({
      password_hash: passwordHash,
      must_change_password: mustChange ? 1 : 0,
      one_time_until: mustChange ? account.one_time_until : null,
      updated_at: at,
    })
    .where('id', '=', account.id)
    .execute();
}

export async function hasSessionsBefore(db: Reader, at: Instant): Promise<boolean> {
  const old = db.selectFrom('sessions').select('id').where('created_at', '<', at).limit(1);
  return (await old.executeTakeFirst()) !== undefined;
}

/** Deletes at most `most` sessions, the oldest first. */
export async function deleteSessionsBefore(tx: Writer, at: Instant, most: number): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where(({ eb, selectFrom }) =>
      eb(
        'id',
        'in',
        selectFrom('sessions').select('id').where('created_at', '<', at).orderBy('created_at').limit(most),
      ),
    )
    .execute();
}
