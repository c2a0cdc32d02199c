import type { Insertable, Selectable } from 'kysely';
import type { Reader, Writer } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';

export type AuditEntry = Selectable<Tables['audit_log']>;

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

/** The hash of the newest entry. */
export async function readHead(db: Reader): Promise<string> {
  const head = await db.selectFrom('audit_head').select('hash').where('id', '=', 1).executeTakeFirstOrThrow();
  return head.hash;
}

/** The next entries after one, oldest first. */
export function listEntriesAfter(db: Reader, id: number, count: number): Promise<AuditEntry[]> {
  return db.selectFrom('audit_log').selectAll().where('id', '>', id).orderBy('id').limit(count).execute();
}
