import type { Selectable } from 'kysely';
import { hasAt } from '#billing/ledger.ts';
import type { Tables } from '../tables/tables.ts';
import type { AuditKey } from './audit-key.ts';

/** Tables that are sealed row by row, with their key column. */
export const SEALED_ROWS = {
  shops: 'id',
  tenants: 'id',
  terms: 'id',
  receipts: 'payment_id',
  cash_sessions: 'id',
  cleared_cheques: 'payment_id',
  confirmation_starts: 'id',
  counting_starts: 'id',
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
  gate_handovers: 'id',
  sanitation_tickets: 'id',
  vehicle_tickets: 'id',
  pass_entries: 'id',
  device_numbers: 'number',
  vehicle_types: 'id',
  tariffs: 'id',
  tariff_prices: 'id',
  accounts: 'id',
  account_changes: 'id',
  factors: 'id',
  given_money: 'id',
  products: 'id',
  publications: 'id',
  program_tokens: 'id',
  closings: 'id',
  closed_months: 'id',
} as const satisfies Partial<Record<keyof Tables, string>>;

/** Tables whose rows are sealed together for each tenancy, with the column of the tenancy. */
export const LEDGER_TABLES = {
  tenancies: 'id',
  ledger_entries: 'tenancy_id',
  invoices: 'tenancy_id',
  charges: 'tenancy_id',
  allocations: 'tenancy_id',
} as const satisfies Partial<Record<keyof Tables, string>>;

/**
 * Tables whose rows of a day are sealed together, with the column of the day. The prices of five years are 200,000 rows,
 * but only 1,800 lists.
 */
export const SEALED_LISTS = {
  prices: 'date',
  price_changes: 'date',
} as const satisfies Partial<Record<keyof Tables, string>>;

/**
 * Tenancies that a migration added to audit entries, which the MACs of those entries do not include. They are sealed in
 * parts of the log.
 */
export const FILLED_ENTRIES = 'audit_log';
export const FILLED_COLUMNS = ['id', 'tenancy_id'] as const;

export type ListTable = keyof typeof SEALED_LISTS;
export type RowTable = keyof typeof SEALED_ROWS;
export type LedgerTable = keyof typeof LEDGER_TABLES;
export const rowTables = Object.keys(SEALED_ROWS) as RowTable[];
export const ledgerTables = Object.keys(LEDGER_TABLES) as LedgerTable[];
export const listTables = Object.keys(SEALED_LISTS) as ListTable[];
export const sealedTables: readonly string[] = [...ledgerTables, ...rowTables, ...listTables];

export function isSealedTable(table: string): boolean {
  return table in SEALED_ROWS || table in LEDGER_TABLES || table in SEALED_LISTS;
}

/**
 * Columns of sealed tables that no seal covers, with the reason. They change without an audit entry, and nobody gains
 * anything by changing them.
 */
export const UNSEALED_COLUMNS = {
  tenancies: { seal: 'is the seal itself, and compared with that in the log' },
  accounts: {
    language: 'is the language in which one person sees the office',
    chosen_columns: 'are the columns that one person sees in tables',
    updated_at: 'also changes with the language',
  },
  factors: {
    counter: 'is raised at every sign-in',
    used_at: 'is set at every sign-in',
  },
  program_tokens: { used_at: 'is set when a program reads' },
} as const satisfies { [Table in RowTable | LedgerTable | ListTable]?: { [Column in keyof Tables[Table]]?: string } };

export function unsealedColumnsOf(table: string): Readonly<Record<string, string>> {
  return (UNSEALED_COLUMNS as Record<string, Readonly<Record<string, string>>>)[table] ?? {};
}

/** Tables that no seal covers, with the reason. The compiler asks for one for each table that is not sealed. */
export const UNSEALED_TABLES = {
  alert_messages: 'is a queue of mails and notices to subscribers',
  alert_subscriptions: 'are choices of the public, which they can see and end',
  arrivals: 'is compared with the vehicle tickets by the verification',
  audit_counts: 'is compared with the audit log by the verification',
  audit_head: 'is compared with the audit log by the verification',
  audit_log: 'is a chain of its own; only tenancies that a migration added to it have seals',
  bank_accounts: 'are names; what is at the bank is sealed with the payments and sessions',
  bank_lines: 'repeat files of the bank, which can be imported again and compared',
  bank_match_parts: 'only say which line has sealed money',
  bank_matches: 'only say which line has sealed money, and the audit log names each of them',
  bank_statements: 'describe files of the bank',
  backup_copies: 'describes files, each of which is signed',
  challenges: 'live for minutes',
  closed_entries: 'have a digest in a sealed closing, with which the journal and the verification compare them',
  directory_entries: 'are words that tenants agreed to, and the log names each agreement and withdrawal',
  directory_goods: 'are products that tenants said they sell, and the log names them',
  images: 'are named by their hash, which sealed rows refer to',
  imported_rows: 'are findings of moving in, without influence on any amount',
  kept_answers: 'repeat answers for two days',
  mails: 'is a queue of mails made from sealed rows',
  market_keys: 'is a name of the market that says nothing about money',
  market_days: 'only say which days have no list',
  market_week: 'only says which weekdays have no list',
  noted_numbers: 'end an alarm, and the audit log names each of them',
  data_version: 'is a number that empties caches',
  other_centres: 'are addresses of other centres; the log has each change by a person',
  other_days: 'repeat what other centres publish, and are read again',
  other_prices: 'repeat what other centres publish, and are read again',
  other_products: 'repeat what other centres publish; the log has what a person says of them',
  payment_claims: 'are words of tenants, which change no amount',
  plan_parts: 'are a drawing without influence on any amount, and the log names each change',
  plan_pictures: 'is a drawing too, and the log names each change',
  rate_limits: 'count attempts for minutes',
  reminders: 'are papers that were sent, and change no amount',
  rent_message_opt_outs: 'say who wants no messages, and the audit log names each change',
  rent_message_tenancies: 'say whom messages are about',
  rent_messages: 'is a queue of messages made from sealed rows',
  report_tickets: 'are links to downloads that live for minutes',
  runs: 'report the progress of actions',
  sanitation_counts: 'is compared with the sanitation tickets by the verification',
  sessions: 'end by themselves, and a restore ends all of them',
  shift_sums: 'is compared with the tickets by the verification',
  ticket_sums: 'is compared with the tickets by the verification',
  tenant_page_days: 'count visits of days',
  tenant_pages: 'say which links are valid, and the audit log names each change',
  walk_entries: 'are what people saw, without influence on any amount',
  verifications: 'is the last result of the verification itself',
} as const satisfies Record<Exclude<keyof Tables, RowTable | LedgerTable | ListTable>, string>;

export type StoredRow = Readonly<Record<string, unknown>>;
/** All rows of a ledger, void ones included, sorted by id. */
export type LedgerRows = { readonly [Table in LedgerTable]: readonly Readonly<Selectable<Tables[Table]>>[] };

/** The sealed columns of each table, sorted, because a migration may add them in another order on each engine. */
export type SealedColumns = Readonly<Record<string, readonly string[]>>;

export function sealedColumns(table: string, columns: readonly string[]): string[] {
  const unsealed = unsealedColumnsOf(table);
  return columns.filter((column) => !(column in unsealed)).sort((one, other) => (one < other ? -1 : 1));
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

/** Returns what the log calls a row, such as `shops 12`. */
export function subjectOfRow(table: RowTable, row: StoredRow): string {
  return `${table} ${String(row[SEALED_ROWS[table]])}`;
}

export function subjectOfList(table: ListTable, day: string): string {
  return `${table} ${day}`;
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
  covers(table: RowTable | ListTable | typeof FILLED_ENTRIES): boolean {
    return this.#columns === undefined || table in this.#columns;
  }

  sealRow(table: RowTable, row: StoredRow): string {
    return this.#key.seal(JSON.stringify([table, this.#valuesOf(table, row)]));
  }

  /** Returns the seal of the rows of a day, which are sorted by id. */
  sealList(table: ListTable, day: string, rows: readonly StoredRow[]): string {
    return this.#key.seal(JSON.stringify([table, day, rows.map((row) => this.#valuesOf(table, row))]));
  }

  /** Returns the seal of the tenancies of consecutive audit entries, sorted by id. */
  sealFilled(entries: readonly StoredRow[]): string {
    const pairs = entries.map((entry) => FILLED_COLUMNS.map((column) => entry[column]));
    return this.#key.seal(JSON.stringify([FILLED_ENTRIES, pairs]));
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
