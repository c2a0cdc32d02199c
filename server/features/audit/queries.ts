import type { Insertable } from 'kysely';
import type { Writer } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';

/** The hash of the newest entry; whoever asks holds it until the transaction ends. */
export async function lockHead(tx: Writer): Promise<string> {
  const head = await tx
    .selectFrom('audit_head')
    .select('hash')
    .where('id', '=', 1)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return head.hash;
}

export async function moveHead(tx: Writer, hash: string): Promise<void> {
  await tx.updateTable('audit_head').set({ hash }).where('id', '=', 1).execute();
}

export async function insertEntry(tx: Writer, entry: Insertable<Tables['audit_log']>): Promise<void> {
  await tx.insertInto('audit_log').values(entry).execute();
}
