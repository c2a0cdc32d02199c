import type { Reader, Writer } from './connect.ts';
import { prepared } from './prepared.ts';

/** Increments the data version. Call it in the transaction that changes public data. */
export async function raiseDataVersion(tx: Writer): Promise<void> {
  await tx
    .updateTable('data_version')
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('id', '=', 1)
    .execute();
}

export async function readDataVersion(db: Reader): Promise<number> {
  const row = await findVersion(db, 1);
  if (!row) throw new Error('the row of the data version is missing');
  return row.version;
}

const findVersion = prepared((db, id: number) => db.selectFrom('data_version').select('version').where('id', '=', id));

/**
 * Makes concurrent changes of a setting wait for each other. The row of the setting may not exist yet and then cannot
 * be locked, so the row of the data version, which always exists, is locked instead.
 */
export async function lockDataVersion(tx: Writer): Promise<void> {
  await tx.selectFrom('data_version').select('id').forUpdate().execute();
}
