import type { Reader, Writer } from './connect.ts';

/** Increases the version of the public data; part of the transaction that changes it. */
export async function raiseDataVersion(tx: Writer): Promise<void> {
  await tx
    .updateTable('data_version')
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('id', '=', 1)
    .execute();
}

/** Returns the version of the public data. */
export async function readDataVersion(db: Reader): Promise<number> {
  const row = await db.selectFrom('data_version').select('version').where('id', '=', 1).executeTakeFirstOrThrow();
  return row.version;
}
