import { type ChosenColumns, chosenColumns, invoiceColumnNames } from '#contract/columns.ts';
import type { Database } from '../../db/connect.ts';
import { findChosenColumns, setChosenColumns } from './queries.ts';

export async function readChosenColumns(database: Database, accountId: number): Promise<ChosenColumns> {
  const stored = await findChosenColumns(database.reader, accountId);
  return stored === null ? { invoices: null } : withoutRemoved(JSON.parse(stored));
}

/** The choice of one person, whose last one counts. */
export async function chooseColumns(
  database: Database,
  { accountId, columns }: { accountId: number; columns: ChosenColumns },
): Promise<ChosenColumns> {
  await database.write((tx) => setChosenColumns(tx, accountId, JSON.stringify(columns)));
  return columns;
}

/** A later release may have fewer columns. */
function withoutRemoved({ invoices }: { invoices: readonly string[] | null }): ChosenColumns {
  const left = invoiceColumnNames.filter((name) => invoices?.includes(name));
  return chosenColumns.parse({ invoices: left.length === 0 ? null : left });
}
