import type { Insertable } from 'kysely';
import type { Reader, Writer } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';

export type NewMail = Insertable<Tables['mails']>;

export async function countMails(db: Reader, invoiceIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('mails')
    .select(['invoice_id', db.fn.countAll<number>().as('count')])
    .where('invoice_id', 'in', invoiceIds)
    .groupBy('invoice_id')
    .execute();
  return new Map(rows.map(({ invoice_id, count }) => [invoice_id, Number(count)]));
}

export async function insertMail(tx: Writer, mail: NewMail): Promise<void> {
  await tx.insertInto('mails').values(mail).execute();
}
