import type { Insertable, Selectable } from 'kysely';
import type { Reader, Writer } from '../../db/connect.ts';
import type { Tables } from '../../db/tables/tables.ts';

/** Returns the image whose hash begins with these digits. The comparison by bounds uses the index of the hash. */
export function findImage(db: Reader, digits: string): Promise<Selectable<Tables['images']> | undefined> {
  return db
    .selectFrom('images')
    .selectAll()
    .where('hash', '>=', digits)
    .where('hash', '<', `${digits}g`)
    .orderBy('hash')
    .limit(1)
    .executeTakeFirst();
}

export async function hasImage(db: Reader, hash: string): Promise<boolean> {
  const found = db.selectFrom('images').select('hash').where('hash', '=', hash);
  return (await found.executeTakeFirst()) !== undefined;
}

export async function insertImage(tx: Writer, image: Insertable<Tables['images']>): Promise<void> {
  await tx
    .insertInto('images')
    .values(image)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute();
}
