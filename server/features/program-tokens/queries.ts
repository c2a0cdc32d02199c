import type { Insertable } from 'kysely';
import type { Day, Instant } from '#billing/calendar.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import type { Tables } from '../../db/tables/tables.ts';

/** The maximum number of tokens in the list. The newest are listed. */
const MOST_LISTED = 200;

export type ListedTokenRow = Awaited<ReturnType<typeof listTokens>>[number];

function selectTokens(db: Reader) {
  return db
    .selectFrom('program_tokens as token')
    .leftJoin('accounts as maker', 'maker.id', 'token.made_by_id')
    .selectAll('token')
    .select(['maker.email', 'maker.username', 'maker.role', 'maker.disabled_at']);
}

export function listTokens(db: Reader) {
  return selectTokens(db).orderBy('token.id', 'desc').limit(MOST_LISTED).execute();
}

export function findTokenByHash(db: Reader, hash: string): Promise<ListedTokenRow | undefined> {
  return selectTokens(db).where('token.hash', '=', hash).executeTakeFirst();
}

export function findToken(db: Reader, id: number): Promise<ListedTokenRow | undefined> {
  return selectTokens(db).where('token.id', '=', id).executeTakeFirst();
}

export async function countUsableTokens(db: Reader, today: Day): Promise<number> {
  const { count } = await db
    .selectFrom('program_tokens')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('revoked_at', 'is', null)
    .where('last_day', '>=', today)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertToken(tx: Writer, token: Insertable<Tables['program_tokens']>): Promise<number> {
  const { id } = await tx.insertInto('program_tokens').values(token).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Returns false if the token was revoked before. */
export async function revokeTokenRow(
  tx: Writer,
  id: number,
  { at, by }: { at: Instant; by: string },
): Promise<boolean> {
  const revoked = await tx
    .updateTable('program_tokens')
    .set({ revoked_at: at, revoked_by: by })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute();
  return revoked.length > 0;
}

export async function touchToken(tx: Writer, id: number, at: Instant): Promise<void> {
  await tx.updateTable('program_tokens').set({ used_at: at }).where('id', '=', id).execute();
}
