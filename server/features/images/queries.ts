import type { Insertable, Selectable } from 'kysely';
import type { Reader, Writer } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';

/** A picture with its bytes, by the SHA-256 of them. */
export function findImage(db: Reader, hash: string): Promise<Selectable<Tables['images']> | undefined> {
  return db.selectFrom('images').selectAll().where('hash', '=', hash).executeTakeFirst();
}

/** Keeps an image; one with that hash is the same image and stays. */
export async function insertImage(tx: Writer, image: Insertable<Tables['images']>): Promise<void> {
  await tx
    .insertInto('images')
    .values(image)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute();
}
