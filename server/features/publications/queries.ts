import type { Insertable, Selectable, Updateable } from 'kysely';
import type { PublicationType } from '#contract/words.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import type { Tables } from '../../db/tables/tables.ts';

export type PublicationRow = Selectable<Tables['publications']>;

export function listPublications(db: Reader, most?: number): Promise<PublicationRow[]> {
  const newestFirst = selectNewestFirst(db);
  return (most === undefined ? newestFirst : newestFirst.limit(most)).execute();
}

/** A page of publications, counted from 1. If `type` is undefined, the page contains all types. */
export interface PublicationPage {
  type: PublicationType | undefined;
  page: number;
  size: number;
}

export async function listPage(
  db: Reader,
  { type, page, size }: PublicationPage,
): Promise<{ rows: PublicationRow[]; total: number }> {
  const newestFirst = selectNewestFirst(db)
    .limit(size)
    .offset((page - 1) * size);
  const rows = await (type === undefined ? newestFirst : newestFirst.where('type', '=', type)).execute();
  return { rows, total: await countPublications(db, type) };
}

async function countPublications(db: Reader, type: PublicationType | undefined): Promise<number> {
  const counted = db.selectFrom('publications').select(({ fn }) => fn.countAll<number>().as('total'));
  const { total } = await (type === undefined ? counted : counted.where('type', '=', type)).executeTakeFirstOrThrow();
  return Number(total);
}

export function findPublication(db: Reader, id: number): Promise<PublicationRow | undefined> {
  return db.selectFrom('publications').selectAll().where('id', '=', id).executeTakeFirst();
}

export function lockPublication(tx: Writer, id: number): Promise<PublicationRow | undefined> {
  return tx.selectFrom('publications').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export function insertPublication(
  tx: Writer,
  publication: Insertable<Tables['publications']>,
): Promise<PublicationRow> {
  return tx.insertInto('publications').values(publication).returningAll().executeTakeFirstOrThrow();
}

export function updatePublication(
  tx: Writer,
  id: number,
  changes: Updateable<Tables['publications']>,
): Promise<PublicationRow> {
  return tx.updateTable('publications').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

export async function deletePublicationRow(tx: Writer, id: number): Promise<void> {
  await tx.deleteFrom('publications').where('id', '=', id).execute();
}

/** At equal times it orders by id, so that both engines and all pages agree. */
function selectNewestFirst(db: Reader) {
  return db.selectFrom('publications').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc');
}
