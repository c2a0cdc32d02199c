import { type Kysely, sql, type Transaction } from 'kysely';
import { takeTurns } from '../../turns.ts';
import type { Tables } from '../tables/tables.ts';
import type { AuditKey } from './audit-key.ts';
import {
  describeSeals,
  FILLED_COLUMNS,
  FILLED_ENTRIES,
  LEDGER_TABLES,
  type LedgerRows,
  type LedgerTable,
  type ListTable,
  ledgerTables,
  listTables,
  rowTables,
  SEALED_LISTS,
  SEALED_ROWS,
  type SealedColumns,
  Sealer,
  type StoredRow,
  sealedColumns,
  sealedTables,
  subjectOfLedger,
  subjectOfList,
  subjectOfRow,
} from './sealed-tables.ts';
import { type Changes, changesOf } from './watch-changes.ts';

/** Maps the subject of each row or ledger, such as `ledger 12`, to its seal; null for a deleted row. */
export type Seals = Map<string, string | null>;

export class UnsealedLedger extends Error {}

export async function readLedgerRows(db: Kysely<Tables>, tenancyId: number): Promise<LedgerRows> {
  const rows: Partial<Record<LedgerTable, readonly StoredRow[]>> = {};
  for (const table of ledgerTables) {
    const column = sql.ref(LEDGER_TABLES[table]);
    const query = sql<StoredRow>`select * from ${sql.table(table)} where ${column} = ${tenancyId} order by id`;
    rows[table] = (await query.execute(db)).rows;
  }
  return rows as unknown as LedgerRows;
}

/**
 * Checks the seal of a ledger and holds the ledger in memory during the transaction. Throws UnsealedLedger if the rows
 * do not match their seal, because something other than Pola changed them.
 */
export async function checkLedgerSeal(tx: Transaction<Tables>, tenancyId: number): Promise<void> {
  const { checked, held, keyring } = changesOf(tx);
  if (held.find(tenancyId)) {
    checked.add(tenancyId);
    return;
  }
  const rows = await readLedgerRows(tx, tenancyId);
  if (!checked.has(tenancyId)) {
    const stored = sealOf(rows);
    const isSealed = stored !== '' || (await readKeyId(tx)) !== '';
    if (isSealed && new Sealer(keyring.findOrMake()).sealLedger(tenancyId, rows) !== stored) throw new UnsealedLedger();
    checked.add(tenancyId);
  }
  held.hold(tenancyId, rows);
}

async function readKeyId(db: Kysely<Tables>): Promise<string> {
  return (await db.selectFrom('audit_head').select('key_id').where('id', '=', 1).executeTakeFirstOrThrow()).key_id;
}

export function sealOf(rows: LedgerRows): string {
  return String(rows.tenancies[0]?.seal ?? '');
}

/** Seals what a transaction has changed. Throws if it changed a ledger whose old seal it did not check. */
export async function takeSeals(tx: Transaction<Tables>, changes: Changes): Promise<Seals> {
  // The rows are sorted, because PostgreSQL returns the rows of an update in any order.
  const rows = [...changes.rows].toSorted(([one], [other]) => one.localeCompare(other));
  const seals: Seals = new Map(rows.map(([subject, seal]) => [subject, seal ?? null]));
  for (const id of changes.deletedLedgers) seals.set(subjectOfLedger(id), null);
  const sealer = new Sealer(changes.keyring.findOrMake());
  for (const [subject, list] of changes.lists) seals.set(subject, await sealList(tx, sealer, list));
  for (const id of changes.ledgers) {
    if (!changes.checked.has(id)) throw new Error(`the ledger of tenancy ${id} was changed without being checked`);
    seals.set(subjectOfLedger(id), await storeSeal(tx, sealer, id));
  }
  forget(changes);
  return seals;
}

async function storeSeal(tx: Transaction<Tables>, sealer: Sealer, id: number): Promise<string> {
  const { held } = changesOf(tx);
  const seal = sealer.sealLedger(id, held.find(id) ?? (await readLedgerRows(tx, id)));
  await tx.updateTable('tenancies').set({ seal }).where('id', '=', id).execute();
  held.sealed(id);
  return seal;
}

/** Returns the seal of a list as it is in the database; null if it has no rows. */
async function sealList(
  db: Kysely<Tables>,
  sealer: Sealer,
  { table, day }: { table: ListTable; day: string },
): Promise<string | null> {
  const column = sql.ref(SEALED_LISTS[table]);
  const query = sql<StoredRow>`select * from ${sql.table(table)} where ${column} = ${day} order by id`;
  const { rows } = await query.execute(db);
  return rows.length === 0 ? null : sealer.sealList(table, day, rows);
}

function forget({ rows, lists, ledgers, deletedLedgers }: Changes): void {
  rows.clear();
  lists.clear();
  ledgers.clear();
  deletedLedgers.clear();
}

/** Seals all rows in their current state. Needed for a new key, or when the sealed columns have changed. */
export async function takeAllSeals(tx: Transaction<Tables>, changes: Changes): Promise<Seals> {
  const sealer = new Sealer(changes.keyring.findOrMake());
  const seals: Seals = new Map();
  for (const { id } of await tx.selectFrom('tenancies').select('id').orderBy('id').execute()) {
    seals.set(subjectOfLedger(id), await storeSeal(tx, sealer, id));
  }
  for await (const { subject, seal } of sealAllRows(tx, sealer)) seals.set(subject, seal);
  forget(changes);
  return seals;
}

const ROWS_AT_ONCE = 200;

interface Sealed {
  subject: string;
  seal: string;
}

/** Yields the seals of all rows and lists outside the ledgers. */
export async function* sealAllRows(db: Kysely<Tables>, sealer: Sealer): AsyncGenerator<Sealed> {
  yield* sealRows(db, sealer);
  for (const table of listTables.filter((each) => sealer.covers(each))) yield* sealLists(db, sealer, table);
  if (sealer.covers(FILLED_ENTRIES)) yield* sealFilledEntries(db, sealer);
}

const ENTRIES_AT_ONCE = 1000;

async function* sealFilledEntries(db: Kysely<Tables>, sealer: Sealer): AsyncGenerator<Sealed> {
  const head = await db.selectFrom('audit_head').select('last_without_tenancy').executeTakeFirst();
  const until = head?.last_without_tenancy ?? 0;
  for (let from = 0; from < until; from += ENTRIES_AT_ONCE) {
    const entries = await db
      .selectFrom('audit_log')
      .select(FILLED_COLUMNS)
      .where('id', '>', from)
      .where('id', '<=', Math.min(from + ENTRIES_AT_ONCE, until))
      .where('tenancy_id', 'is not', null)
      .orderBy('id')
      .execute();
    yield { subject: `${FILLED_ENTRIES} ${from + 1}`, seal: sealer.sealFilled(entries) };
    await takeTurns();
  }
}

const DAYS_AT_ONCE = 30;

async function* sealLists(db: Kysely<Tables>, sealer: Sealer, table: ListTable): AsyncGenerator<Sealed> {
  const column = sql.ref(SEALED_LISTS[table]);
  const days = sql<{ day: string }>`select distinct ${column} as day from ${sql.table(table)} order by day`;
  const all = (await days.execute(db)).rows.map(({ day }) => day);
  for (let from = 0; from < all.length; from += DAYS_AT_ONCE) {
    const some = all.slice(from, from + DAYS_AT_ONCE);
    const query = sql<StoredRow>`select * from ${sql.table(table)}
      where ${column} >= ${some[0]} and ${column} <= ${some.at(-1)} order by id`;
    const rows = Map.groupBy((await query.execute(db)).rows, (row) => String(row[SEALED_LISTS[table]]));
    for (const [day, list] of rows)
      yield { subject: subjectOfList(table, day), seal: sealer.sealList(table, day, list) };
    await takeTurns();
  }
}

async function* sealRows(db: Kysely<Tables>, sealer: Sealer): AsyncGenerator<Sealed> {
  for (const table of rowTables.filter((each) => sealer.covers(each))) {
    const column = sql.ref(SEALED_ROWS[table]);
    for (let last: StoredRow | undefined; ; ) {
      const after = last ? sql`where ${column} > ${last[SEALED_ROWS[table]]}` : sql``;
      const query = sql<StoredRow>`select * from ${sql.table(table)} ${after} order by ${column} limit ${ROWS_AT_ONCE}`;
      const { rows } = await query.execute(db);
      for (const row of rows) yield { subject: subjectOfRow(table, row), seal: sealer.sealRow(table, row) };
      if (rows.length < ROWS_AT_ONCE) break;
      last = rows.at(-1);
    }
  }
}

export async function readSealedColumns(db: Kysely<Tables>): Promise<SealedColumns> {
  const tables = await db.introspection.getTables();
  const named = tables
    .filter(({ name }) => sealedTables.includes(name))
    .map(
      ({ name, columns }) =>
        [
          name,
          sealedColumns(
            name,
            columns.map((column) => column.name),
          ),
        ] as const,
    );
  const hasFilled = tables
    .find(({ name }) => name === FILLED_ENTRIES)
    ?.columns.some(({ name }) => name === 'tenancy_id');
  return describeSeals(hasFilled ? [...named, [FILLED_ENTRIES, FILLED_COLUMNS]] : named);
}

/** Returns a text with the columns and a MAC of them, so that a change to the list of sealed columns is detected. */
export function writeColumns(key: AuditKey, columns: SealedColumns): string {
  const text = JSON.stringify(columns);
  return `${key.sign(text)} ${text}`;
}

/** Returns the columns of a text that `writeColumns` returned; undefined if the key did not sign the text. */
export function readColumns(key: AuditKey, signed: string): SealedColumns | undefined {
  const text = signed.slice(signed.indexOf(' ') + 1);
  return signed === `${key.sign(text)} ${text}` ? (JSON.parse(text) as SealedColumns) : undefined;
}
