import type { Insertable, Selectable } from 'kysely';
import type { Instant } from '#billing/calendar.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import type { Tables } from '../../db/tables/tables.ts';

export type FactorRow = Selectable<Tables['factors']>;
export type ChallengeRow = Selectable<Tables['challenges']>;

export function listFactors(db: Reader, accountId: number): Promise<FactorRow[]> {
  return db.selectFrom('factors').selectAll().where('account_id', '=', accountId).orderBy('id').execute();
}

export function findPasskey(db: Reader, credential: string): Promise<FactorRow | undefined> {
  return db
    .selectFrom('factors')
    .selectAll()
    .where('kind', '=', 'passkey')
    .where('credential', '=', credential)
    .executeTakeFirst();
}

export async function lockFactors(tx: Writer, accountId: number): Promise<FactorRow[]> {
  await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute();
  return listFactors(tx, accountId);
}

export function insertFactor(tx: Writer, factor: Insertable<Tables['factors']>): Promise<FactorRow> {
  return tx.insertInto('factors').values(factor).returningAll().executeTakeFirstOrThrow();
}

export async function insertFactors(tx: Writer, factors: readonly Insertable<Tables['factors']>[]): Promise<void> {
  await tx.insertInto('factors').values(factors).execute();
}

export async function deleteFactor(tx: Writer, id: number): Promise<void> {
  await tx.deleteFrom('factors').where('id', '=', id).execute();
}

export async function deleteFactors(tx: Writer, accountId: number, kinds: FactorRow['kind'][]): Promise<void> {
  await tx.deleteFrom('factors').where('account_id', '=', accountId).where('kind', 'in', kinds).execute();
}

/** Marks a factor as used. Returns false if another request used it first. */
export async function spendFactor(
  tx: Writer,
  { id, kind, counter: seen }: FactorRow,
  { counter, at }: { counter: number; at: Instant },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('factors')
    .set({ counter, used_at: at })
    .where('id', '=', id)
    .where('counter', '=', seen)
    .$if(kind === 'recovery', (query) => query.where('used_at', 'is', null))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function insertChallenge(tx: Writer, challenge: Insertable<Tables['challenges']>): Promise<void> {
  await tx.insertInto('challenges').values(challenge).execute();
}

export async function deleteExpiredChallenges(tx: Writer, now: Instant): Promise<void> {
  await tx.deleteFrom('challenges').where('expires_at', '<=', now).execute();
}

export function findChallenge(db: Reader, hash: string, now: Instant): Promise<ChallengeRow | undefined> {
  return db
    .selectFrom('challenges')
    .selectAll()
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

export function spendTry(tx: Writer, hash: string, now: Instant): Promise<ChallengeRow | undefined> {
  return tx
    .updateTable('challenges')
    .set(({ eb }) => ({ tries_left: eb('tries_left', '-', 1) }))
    .where('hash', '=', hash)
    .where('tries_left', '>', 0)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteChallenge(tx: Writer, hash: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('challenges').where('hash', '=', hash).executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

export async function deleteLiveChallenges(
  tx: Writer,
  accountId: number,
  { purpose, now }: { purpose: ChallengeRow['purpose']; now: Instant },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('challenges')
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function deleteChallengesOf(
  tx: Writer,
  accountId: number,
  ...purposes: ChallengeRow['purpose'][]
): Promise<void> {
  await tx.deleteFrom('challenges').where('account_id', '=', accountId).where('purpose', 'in', purposes).execute();
}
