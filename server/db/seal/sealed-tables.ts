import type { Selectable } from 'kysely';
import { hasAt } from '#billing/ledger.ts';
import type { Tables } from '../tables/tables.ts';
import type { AuditKey } from './audit-key.ts';

/** Tables that are sealed row by row, with their key column. */
export const SEALED_ROWS = {
  shops: 'id',
  terms: 'id',
  receipts: 'payment_id',
  cash_sessions: 'id',
  cleared_cheques: 'payment_id',
  charge_kinds: 'id',
  tenancy_charges: 'id',
  vat_rates: 'id',
  rent_rules: 'from_month',
  settings: 'name',
  approvals: 'id',
  tax_counters: 'counter',
  tax_documents: 'id',
  vat_schedule_files: 'id',
  gate_devices: 'id',
  gate_shifts: 'id',
  sanitation_tickets: 'id',
  vehicle_tickets: 'id',
  device_numbers: 'number',
  vehicle_types: 'id',
  tariffs: 'id',
  tariff_prices: 'id',
} as const satisfies Partial<Record<keyof Tables, string>>;

/** Tables whose rows are sealed together for each tenancy, with the column of the tenancy. */
export const LEDGER_TABLES = {
  tenancies: 'id',
  ledger_entries: 'tenancy_id',
  invoices: 'tenancy_id',
  charges: 'tenancy_id',
  allocations: 'tenancy_id',
} as const satisfies Partial<Record<keyof Tables, string>>;

export type RowTable = keyof typeof SEALED_ROWS;
export type LedgerTable = keyof typeof LEDGER_TABLES;
export const rowTables = Object.keys(SEALED_ROWS) as RowTable[];
export const ledgerTables = Object.keys(LEDGER_TABLES) as LedgerTable[];

export type StoredRow = Readonly<Record<string, unknown>>;
/** All rows of a ledger, void ones included, sorted by id. */
export type LedgerRows = { readonly [Table in LedgerTable]: readonly Readonly<Selectable<Tables[Table]>>[] };

/** The sealed columns of each table, sorted, because a migration may add them in another order on each engine. */
export type SealedColumns = Readonly<Record<string, readonly string[]>>;

export function sealedColumns(table: string, columns: readonly string[]): string[] {
  return columns
    .filter((column) => !(table === 'tenancies' && column === 'seal'))
    .sort((one, other) => (one < other ? -1 : 1));
}

const columnsByTable = new Map<string, readonly string[]>();

function columnsOf(table: string, row: StoredRow): readonly string[] {
  const known = columnsByTable.get(table) ?? sealedColumns(table, Object.keys(row));
  columnsByTable.set(table, known);
  return known;
}

/**
 * The number of rows in a block. Each table of a ledger is sealed in blocks, so that after a change only the blocks
 * with changed rows are sealed anew.
 */
const ROWS_IN_BLOCK = 32;
/**
 * The key under which the list of sealed columns also stores the block size. It is missing if an older release sealed
 * the rows without blocks.
 */
const BLOCK = 'rows in a block';

/** Returns the sealed columns of each table, together with the block size, so that both are signed. */
export function describeSeals(
  columns: readonly (readonly [table: string, columns: readonly string[]])[],
): SealedColumns {
  const all = [...columns, [BLOCK, [String(ROWS_IN_BLOCK)]] as const];
  return Object.fromEntries(all.sort(([one], [other]) => (one < other ? -1 : 1)));
}

interface SealedBlock {
  rows: readonly StoredRow[];
  key: AuditKey;
  seal: string;
}

/** Maps the first row of a block to the most recent seal of the block. Rows are never changed in place. */
const sealedBlocks = new WeakMap<StoredRow, SealedBlock>();

export function subjectOfRow(table: RowTable, row: StoredRow): string {
  return `${table} ${String(row[SEALED_ROWS[table]])}`;
}

const LEDGER = 'ledger ';

export function subjectOfLedger(tenancyId: number): string {
  return `${LEDGER}${tenancyId}`;
}

/** Returns the tenancy whose ledger a subject names; undefined for the subject of a row. */
export function ledgerOfSubject(subject: string): number | undefined {
  return subject.startsWith(LEDGER) ? Number(subject.slice(LEDGER.length)) : undefined;
}

export class Sealer {
  readonly #key: AuditKey;
  readonly #columns: SealedColumns | undefined;

  /** By default, seals cover the current columns. With `columns` they cover those of an older schema. */
  constructor(key: AuditKey, columns?: SealedColumns) {
    this.#key = key;
    this.#columns = columns;
  }

  /** Returns false for a table that the columns passed to the constructor do not include. */
  covers(table: RowTable): boolean {
    return this.#columns === undefined || table in this.#columns;
  }

  sealRow(table: RowTable, row: StoredRow): string {
    return this.#key.seal(JSON.stringify([table, this.#valuesOf(table, row)]));
  }

  /** Returns the seal of each table of the ledger, in the order of `ledgerTables`, joined by full stops. */
  sealLedger(tenancyId: number, rows: LedgerRows): string {
    return ledgerTables.map((table) => this.#sealTable({ table, tenancyId, rows: rows[table] })).join('.');
  }

  #sealTable({
    table,
    tenancyId,
    rows,
  }: {
    table: LedgerTable;
    tenancyId: number;
    rows: readonly StoredRow[];
  }): string {
    const size = this.#columns === undefined ? ROWS_IN_BLOCK : Number(this.#columns[BLOCK]?.[0]);
    if (Number.isNaN(size))
      return this.#key.seal(JSON.stringify([table, tenancyId, rows.map((row) => this.#valuesOf(table, row))]));
    const blocks: string[] = [];
    for (let from = 0; from < rows.length; from += size) {
      blocks.push(this.#sealBlock(table, rows, { from, until: Math.min(from + size, rows.length) }));
    }
    return this.#key.seal(JSON.stringify([table, tenancyId, rows.length, blocks]));
  }

  /** The rows of a known block are compared where they are, because copying all blocks takes longer than sealing one. */
  #sealBlock(table: LedgerTable, all: readonly StoredRow[], { from, until }: { from: number; until: number }): string {
    const first = all[from];
    const known = first && this.#columns === undefined ? sealedBlocks.get(first) : undefined;
    if (known?.key === this.#key && known.rows.length === until - from && hasAt(all, known.rows, from))
      return known.seal;
    const rows = all.slice(from, until);
    const seal = this.#key.seal(JSON.stringify([table, 'block', rows.map((row) => this.#valuesOf(table, row))]));
    if (first && this.#columns === undefined) sealedBlocks.set(first, { rows, key: this.#key, seal });
    return seal;
  }

  #valuesOf(table: string, row: StoredRow): unknown[] {
    return (this.#columns?.[table] ?? columnsOf(table, row)).map((column) => row[column]);
  }
}
