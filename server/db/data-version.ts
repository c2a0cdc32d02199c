import type { Reader, Writer } from './connect.ts';

/** Raises the data version, in the transaction that changes public data. */
export async function raiseDataVersion(tx: Writer): Promise<void> {
  await tx
    .updateTable('data_version')
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('id', '=', 1)
    .execute();
}

export async function readDataVersion(db: Reader): Promise<number> {
  const row = await db.selectFrom('data_version').select('version').where('id', '=', 1).executeTakeFirstOrThrow();
  return row.version;
}

/**
 * Locks the row of the data version, which always exists. The row of a setting does not, so it cannot be locked before
 * it is inserted.
 */
export async function lockDataVersion(tx: Writer): Promise<void> {
  await tx.selectFrom('data_version').select('id').forUpdate().execute();
}
