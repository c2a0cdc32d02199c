import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { LedgerRows, LedgerTable, StoredRow } from './sealed-tables.ts';

/**
 * The maximum number of rows in memory. A market of 144 shops has about as many after five years. They take about 40
 * MB.
 */
const MOST_ROWS = 120_000;

/**
 * The ledgers that a transaction has read after checking their seals, including the later changes of the transaction.
 * Rows and lists are never changed in place.
 */
export class OpenLedgers {
  readonly #before: (tenancyId: number) => LedgerRows | undefined;
  /** The rows by tenancy; undefined for a deleted ledger. */
  #rows = new Map<number, LedgerRows | undefined>();
  /** The rows by tenancy, as they were before the transaction. */
  readonly unchanged = new Map<number, LedgerRows>();
  /** Tenancies whose rows have changed since they were last sealed. */
  readonly #unsealed = new Set<number>();
  #isBlind = false;

  constructor(before: (tenancyId: number) => LedgerRows | undefined) {
    this.#before = before;
  }

  find(tenancyId: number): LedgerRows | undefined {
    if (this.#rows.has(tenancyId) || this.#isBlind) return this.#rows.get(tenancyId);
    const rows = this.#before(tenancyId);
    if (rows) this.hold(tenancyId, rows);
    return rows;
  }

  hold(tenancyId: number, rows: LedgerRows): void {
    if (this.#isBlind) return;
    this.#rows.set(tenancyId, rows);
    if (!this.#unsealed.has(tenancyId)) this.unchanged.set(tenancyId, rows);
  }

  note(table: LedgerTable, tenancyId: number, { row, isDeleted }: { row: StoredRow; isDeleted: boolean }): void {
    this.#unsealed.add(tenancyId);
    const rows = this.find(tenancyId);
    if (!rows) return;
    if (table === 'tenancies' && isDeleted) this.#rows.set(tenancyId, undefined);
    else this.#rows.set(tenancyId, { ...rows, [table]: withRow(rows[table], row, isDeleted) });
  }

  sealed(tenancyId: number): void {
    this.#unsealed.delete(tenancyId);
  }

  /** Forgets everything, after a statement that may have changed any row. */
  goBlind(): void {
    this.#isBlind = true;
    this.#rows.clear();
    this.unchanged.clear();
  }

  /**
   * Returns the rows to hold in memory after the commit, by tenancy; undefined for a ledger that must be forgotten. If
   * any row may have changed, returns undefined instead of a map.
   */
  kept(): Map<number, LedgerRows | undefined> | undefined {
    if (this.#isBlind) return undefined;
    const unsealed = [...this.#unsealed].map((id) => [id, undefined] as const);
    return new Map([...this.#rows, ...unsealed]);
  }
}

function withRow(rows: readonly StoredRow[], row: StoredRow, isDeleted: boolean): readonly StoredRow[] {
  const id = Number(row.id);
  const at = rows.findLastIndex((one) => Number(one.id) <= id);
  const isKnown = at >= 0 && Number(rows[at]?.id) === id;
  return isDeleted ? rows.toSpliced(at, isKnown ? 1 : 0) : rows.toSpliced(isKnown ? at : at + 1, isKnown ? 1 : 0, row);
}

interface Mark {
  /** SQLite's `data_version`, which changes whenever another connection commits. */
  version: number;
  /** The number of rows that this connection has changed since it was opened. */
  changes: number;
}

/**
 * The verified ledgers that the writing connection of SQLite holds from one transaction to the next. They are forgotten
 * when another connection writes anything, or when this one writes outside a watched transaction.
 */
export class HeldLedgers {
  readonly #version: StatementSync;
  readonly #changes: StatementSync;
  readonly #mostRows: number;
  /** The ledgers by tenancy, the least recently used first. */
  readonly #ledgers = new Map<number, LedgerRows>();
  #rows = 0;
  #mark: Mark | undefined;
  #versionAtBegin = 0;
  /** The ledgers of the current action; undefined between actions. */
  #open: OpenLedgers | undefined;
  /**
   * The ledgers that earlier actions of the transaction changed or read. After the commit they are held for the next
   * transaction.
   */
  readonly #made = new Map<number, LedgerRows | undefined>();
  #isWatched = false;
  /** True after a statement in this transaction that may have changed any row. */
  #isOutdated = false;

  constructor(connection: DatabaseSync, mostRows = MOST_ROWS) {
    // Not `from pragma_data_version`, because SQLite would prepare the pragma anew for each read of that table.
    this.#version = connection.prepare('pragma data_version');
    this.#changes = connection.prepare('select total_changes() as changes');
    this.#mostRows = mostRows;
  }

  get size(): number {
    return this.#ledgers.size;
  }

  began(): void {
    this.#forgetTransaction();
    const { version, changes } = this.#read();
    if (version !== this.#mark?.version || changes !== this.#mark.changes) this.clear();
    this.#versionAtBegin = version;
  }

  /** Begins an action. All earlier actions of the transaction have succeeded. */
  open(): OpenLedgers {
    this.#keep();
    this.#isWatched = true;
    this.#open = new OpenLedgers((tenancyId) => {
      if (this.#made.has(tenancyId) || this.#isOutdated) return this.#made.get(tenancyId);
      return this.#ledgers.get(tenancyId);
    });
    return this.#open;
  }

  /** Called when the changes of the current action have been undone and the transaction continues. */
  undone(): void {
    for (const [tenancyId, rows] of this.#open?.unchanged ?? []) this.#made.set(tenancyId, rows);
    this.#open = undefined;
  }

  committed(): void {
    if (!this.#isWatched) return;
    this.#keep();
    const made = [...this.#made];
    if (this.#isOutdated) this.clear();
    for (const [tenancyId, rows] of made) this.#hold(tenancyId, rows);
    this.#end();
  }

  rolledBack(): void {
    if (!this.#isWatched) return;
    // What the first action of the transaction read is still correct. Later actions may have read changes of earlier
    // ones, which are rolled back too.
    const read = this.#made.size === 0 && !this.#isOutdated ? (this.#open?.unchanged ?? []) : [];
    for (const [tenancyId, rows] of read) this.#hold(tenancyId, rows);
    this.#end();
  }

  /**
   * Forgets everything. Also called after a failed commit, because it is then unknown whether the changes were stored.
   */
  clear(): void {
    this.#ledgers.clear();
    this.#rows = 0;
    this.#mark = undefined;
    this.#forgetTransaction();
  }

  #keep(): void {
    const kept = this.#open?.kept();
    if (this.#open && !kept) {
      this.#made.clear();
      this.#isOutdated = true;
    }
    for (const [tenancyId, rows] of kept ?? []) this.#made.set(tenancyId, rows);
    this.#open = undefined;
  }

  #end(): void {
    this.#mark = { version: this.#versionAtBegin, changes: this.#read().changes };
    this.#forgetTransaction();
  }

  #forgetTransaction(): void {
    this.#open = undefined;
    this.#made.clear();
    this.#isWatched = false;
    this.#isOutdated = false;
  }

  #read(): Mark {
    const { data_version: version } = this.#version.get() as unknown as { data_version: number };
    return { version, ...(this.#changes.get() as unknown as Pick<Mark, 'changes'>) };
  }

  #hold(tenancyId: number, rows: LedgerRows | undefined): void {
    const before = this.#ledgers.get(tenancyId);
    if (before) this.#rows -= countRows(before);
    this.#ledgers.delete(tenancyId);
    if (!rows) return;
    this.#ledgers.set(tenancyId, rows);
    this.#rows += countRows(rows);
    for (const [oldest, oldRows] of this.#ledgers) {
      if (this.#rows <= this.#mostRows) break;
      this.#ledgers.delete(oldest);
      this.#rows -= countRows(oldRows);
    }
  }
}

function countRows(rows: LedgerRows): number {
  return Object.values(rows).reduce((sum, { length }) => sum + length, 0);
}
