import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Instant } from '#billing/calendar.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import type { Tables } from '../../db/tables/tables.ts';

export type AccountRow = Selectable<Tables['accounts']>;

export async function hasSuperadmin(db: Reader): Promise<boolean> {
  const found = await db
    .selectFrom('accounts')
    .select('id')
    .where('role', '=', 'superadmin')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export function listAccounts(db: Reader): Promise<AccountRow[]> {
  return db.selectFrom('accounts').selectAll().orderBy('id').execute();
}

/** Accounts beyond this number are shown by email instead of name. */
const MOST_NAMES = 1000;

export function listAllNames(db: Reader) {
  return db.selectFrom('accounts').select(['email', 'username']).orderBy('id').limit(MOST_NAMES).execute();
}

export type ListedAccountRow = Awaited<ReturnType<typeof listManagedAccounts>>[number];

export function listManagedAccounts(db: Reader, now: Instant) {
  return db
    .selectFrom('accounts')
    .selectAll()
    .select(({ selectFrom, fn }) => [
      selectFrom('factors')
        .select(fn.countAll<number>().as('count'))
        .whereRef('factors.account_id', '=', 'accounts.id')
        .where('factors.kind', '<>', 'recovery')
        .as('factors'),
      selectFrom('challenges')
        .select(({ fn }) => fn.max('expires_at').as('until'))
        .whereRef('challenges.account_id', '=', 'accounts.id')
        .where('purpose', '=', 'password link')
        .where('expires_at', '>', now)
        .as('link_expires_at'),
    ])
    .orderBy('id')
    .execute();
}

/** Locks an account until the transaction ends, so that nobody can sign in to it until then. */
export function lockAccount(tx: Writer, email: string): Promise<AccountRow | undefined> {
  return tx.selectFrom('accounts').selectAll().where('email', '=', email).forUpdate().executeTakeFirst();
}

export function lockAccountById(tx: Writer, id: number): Promise<AccountRow | undefined> {
  return tx.selectFrom('accounts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export function updateAccount(tx: Writer, id: number, change: Updateable<Tables['accounts']>): Promise<AccountRow> {
  return tx.updateTable('accounts').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

export function insertAccount(tx: Writer, account: Insertable<Tables['accounts']>): Promise<AccountRow> {
  return tx.insertInto('accounts').values(account).returningAll().executeTakeFirstOrThrow();
}

/** The factors are deleted first, because the seals do not see rows that the database deletes with an account. */
export async function deleteAccountRow(tx: Writer, id: number): Promise<void> {
  await tx.deleteFrom('factors').where('account_id', '=', id).execute();
  await tx.deleteFrom('accounts').where('id', '=', id).execute();
}
