import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/connect.ts';
import { recordSchema, type TableShape } from '../db/recorded-schema.ts';
import type { Dice } from './dice.ts';
import { oneOf } from './dice.ts';

type Value = string | number | null;
type Row = Readonly<Record<string, Value>>;

export interface StoredCell {
  table: TableShape;
  row: Row;
  column: string;
  /** The values of the column in all rows. Another row's value could break a unique index, which refuses it. */
  taken?: ReadonlySet<Value | undefined>;
}

export class Meddler {
  readonly #database: Database;
  readonly tables: readonly TableShape[];

  private constructor(database: Database, tables: readonly TableShape[]) {
    this.#database = database;
    this.tables = tables;
  }

  static async open(database: Database, names: readonly string[]): Promise<Meddler> {
    const { tables } = await recordSchema();
    if (database.engine === 'sqlite') {
      await sql`pragma foreign_keys = off`.execute(database.owner);
      await sql`pragma ignore_check_constraints = on`.execute(database.owner);
    } else {
      const { rows } = await sql<{
        name: string;
        owner: string;
      }>`select conname as name, conrelid::regclass::text as owner
        from pg_constraint where contype in ('c', 'f') and connamespace = 'public'::regnamespace`.execute(
        database.owner,
      );
      for (const { name, owner } of rows) {
        await sql`alter table ${sql.table(owner)} drop constraint ${sql.ref(name)}`.execute(database.owner);
      }
    }
    return new Meddler(
      database,
      tables.filter(({ name }) => names.includes(name)),
    );
  }

  async rowsOf(table: TableShape): Promise<Row[]> {
    const order = sql.join(table.key.map((column) => sql.ref(column)));
    const { rows } = await sql<Row>`select * from ${sql.table(table.name)} order by ${order}`.execute(
      this.#database.owner,
    );
    return rows;
  }

  async cells(choose: (table: TableShape, rows: Row[]) => Row[]): Promise<StoredCell[]> {
    const cells: StoredCell[] = [];
    for (const table of this.tables) {
      const rows = await this.rowsOf(table);
      const columns = table.columns.map(({ name: column }) => ({
        column,
        taken: new Set(rows.map((row) => row[column])),
      }));
      for (const row of choose(table, rows)) cells.push(...columns.map((column) => ({ table, row, ...column })));
    }
    return cells;
  }

  async change({ table, row, column, taken }: StoredCell, dice: Dice): Promise<() => Promise<void>> {
    const isText = table.columns.some(({ name, isText }) => name === column && isText);
    const before = row[column] ?? null;
    let after = otherValue(before, isText, dice);
    while (taken?.has(after)) after = otherValue(before, isText, dice);
    await this.#set(table, row, { column, value: after });
    return () => this.#set(table, { ...row, [column]: after }, { column, value: before });
  }

  async #set(table: TableShape, row: Row, { column, value }: { column: string; value: Value }): Promise<void> {
    await sql`update ${sql.table(table.name)} set ${sql.ref(column)} = ${value} where ${isRow(table, row)}`.execute(
      this.#database.owner,
    );
  }

  async delete(table: TableShape, row: Row): Promise<void> {
    await sql`delete from ${sql.table(table.name)} where ${isRow(table, row)}`.execute(this.#database.owner);
  }

  async insert(table: TableShape, row: Row): Promise<void> {
    const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)));
    await sql`insert into ${sql.table(table.name)} (${columns}) values (${sql.join(Object.values(row))})`.execute(
      this.#database.owner,
    );
  }
}

function isRow(table: TableShape, row: Row): RawBuilder<unknown> {
  return sql.join(
    table.key.map((key) => sql`${sql.ref(key)} = ${row[key]}`),
    sql` and `,
  );
}

function otherValue(before: Value, isText: boolean, dice: Dice): Value {
  if (!isText) return Number(before ?? 0) + 1_000_000 + dice(1_000_000);
  if (before === null || before === '') return 'meddled';
  const text = String(before);
  const at = dice(text.length);
  const sign = oneOf(
    dice,
    [...'0123456789abcdef'].filter((one) => one !== text[at]),
  );
  return text.slice(0, at) + sign + text.slice(at + 1);
}
