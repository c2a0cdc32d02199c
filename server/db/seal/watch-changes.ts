import {
  ColumnNode,
  type DeleteQueryNode,
  type InsertQueryNode,
  type Kysely,
  type KyselyPlugin,
  type OperationNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryId,
  QueryNode,
  type QueryResult,
  type RawNode,
  type RootOperationNode,
  SelectionNode,
  TableNode,
  type Transaction,
  type UnknownRow,
  type UpdateQueryNode,
} from 'kysely';
import type { Tables } from '../tables/tables.ts';
import type { AuditKeyring } from './audit-key.ts';
import { OpenLedgers } from './held-ledgers.ts';
import {
  isSealedTable,
  LEDGER_TABLES,
  type LedgerRows,
  type LedgerTable,
  type ListTable,
  type RowTable,
  SEALED_LISTS,
  SEALED_ROWS,
  Sealer,
  subjectOfList,
  subjectOfRow,
  unsealedColumnsOf,
} from './sealed-tables.ts';

type WatchedTransaction = Transaction<Tables>;

/** The changes that a transaction made to sealed tables and that no audit entry contains yet. */
export interface Changes {
  keyring: AuditKeyring;
  /** The seal of each changed row by its subject; undefined for a deleted row. */
  rows: Map<string, string | undefined>;
  /** The table and day of each changed list by its subject. */
  lists: Map<string, { table: ListTable; day: string }>;
  ledgers: Set<number>;
  deletedLedgers: Set<number>;
  /** Ids of ledgers that matched their seal in this transaction, or were created in it. */
  checked: Set<number>;
  held: OpenLedgers;
  /**
   * The last number that this transaction took from each series, by the name of the series. Receipts, tickets and other
   * documents that people see are numbered in series.
   */
  issued: Map<string, number>;
  beforeCommit: (() => Promise<void>) | undefined;
}

const changesByTransaction = new WeakMap<Kysely<Tables>, Changes>();

/** Returns the changes of a transaction. Throws outside `Database.write` and `Database.dryRun`. */
export function changesOf(tx: WatchedTransaction): Changes {
  const changes = changesByTransaction.get(tx);
  if (!changes) throw new Error('this transaction does not watch its changes');
  return changes;
}

/**
 * Returns the ledger that a watched transaction holds in memory. Returns undefined outside a watched transaction, and
 * for a ledger whose seal the transaction has not checked.
 */
export function findHeldLedger(db: Kysely<Tables>, tenancyId: number): LedgerRows | undefined {
  return changesByTransaction.get(db)?.held.find(tenancyId);
}

/** Returns the transaction with a plugin that records every change to a sealed table. */
export function watchChanges(
  tx: WatchedTransaction,
  keyring: AuditKeyring,
  held = new OpenLedgers(() => undefined),
): { watched: WatchedTransaction; changes: Changes } {
  const changes: Changes = {
    keyring,
    rows: new Map(),
    lists: new Map(),
    ledgers: new Set(),
    deletedLedgers: new Set(),
    checked: new Set(),
    held,
    issued: new Map(),
    beforeCommit: undefined,
  };
  const watched = tx.withPlugin(new ChangeWatcher(changes)) as WatchedTransaction;
  changesByTransaction.set(watched, changes);
  return { watched, changes };
}

type Kind = 'insert' | 'update' | 'delete';

/**
 * Rewrites each write to a sealed table so that it returns all columns of the changed rows, whatever its `returning`
 * clause was.
 */
class ChangeWatcher implements KyselyPlugin {
  readonly #changes: Changes;
  readonly #queries = new WeakMap<QueryId, { table: string; kind: Kind }>();

  constructor(changes: Changes) {
    this.#changes = changes;
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    if (!isUnderstood(node)) this.#changes.held.goBlind();
    const change = describeWrite(node);
    if (!change || !isSealedTable(change.table) || changesNothingSealed(change)) return node;
    this.#queries.set(queryId, change);
    const all = [SelectionNode.createSelectAll()];
    return QueryNode.cloneWithReturning(QueryNode.cloneWithoutReturning(change.node), all);
  }

  async transformResult({ result, queryId }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const change = this.#queries.get(queryId);
    if (change) for (const row of result.rows) this.#note(change, row);
    return result;
  }

  #note({ table, kind }: { table: string; kind: Kind }, row: UnknownRow): void {
    const { rows, lists, ledgers, deletedLedgers, checked, held, issued, keyring } = this.#changes;
    const number = kind === 'insert' ? numberOf(table, row) : undefined;
    if (number) issued.set(...number);
    if (table in SEALED_ROWS) {
      const seal = kind === 'delete' ? undefined : new Sealer(keyring.findOrMake()).sealRow(table as RowTable, row);
      rows.set(subjectOfRow(table as RowTable, row), seal);
      return;
    }
    if (table in SEALED_LISTS) {
      const day = String(row[SEALED_LISTS[table as ListTable]]);
      lists.set(subjectOfList(table as ListTable, day), { table: table as ListTable, day });
      return;
    }
    const tenancyId = Number(row[LEDGER_TABLES[table as LedgerTable]]);
    ledgers.add(tenancyId);
    held.note(table as LedgerTable, tenancyId, { row, isDeleted: kind === 'delete' });
    if (table !== 'tenancies') return;
    if (kind === 'insert') checked.add(tenancyId);
    if (kind === 'delete') {
      ledgers.delete(tenancyId);
      deletedLedgers.add(tenancyId);
    }
  }
}

/**
 * Returns the series and the number of an inserted row; undefined for a table without numbers that people see. Rows are
 * inserted in the order of their numbers.
 */
function numberOf(table: string, row: UnknownRow): [name: string, number: number] | undefined {
  switch (table) {
    case 'ledger_entries':
      return ['receipt', Number(row.id)];
    case 'vehicle_tickets':
      return ['vehicle-ticket', Number(row.id)];
    case 'gate_devices':
      return ['gate-phone', Number(row.id)];
    case 'sanitation_tickets':
      return [`T${Number(row.cents) / 100}`, Number(row.count)];
    case 'tax_documents':
      return row.counter === null ? undefined : [`tax:${String(row.counter)}`, Number(row.number)];
    default:
      return undefined;
  }
}

/**
 * Returns false for SQL that may write to any table, because it is not recognised as a read or as a change to one
 * table.
 */
function isUnderstood(node: RootOperationNode): boolean {
  if (node.kind === 'RawNode') return /^\s*select\b/i.test((node as RawNode).sqlFragments[0] ?? '');
  return node.kind === 'SelectQueryNode' || describeWrite(node) !== undefined;
}

export function writesSealedTable(node: RootOperationNode): boolean {
  const change = describeWrite(node);
  return change !== undefined && isSealedTable(change.table);
}

interface Write {
  node: InsertQueryNode | UpdateQueryNode | DeleteQueryNode;
  table: string;
  kind: Kind;
}

function describeWrite(node: RootOperationNode): Write | undefined {
  switch (node.kind) {
    case 'InsertQueryNode':
      return { node: node as InsertQueryNode, table: nameOf((node as InsertQueryNode).into), kind: 'insert' };
    case 'UpdateQueryNode':
      return { node: node as UpdateQueryNode, table: nameOf((node as UpdateQueryNode).table), kind: 'update' };
    case 'DeleteQueryNode':
      return { node: node as DeleteQueryNode, table: nameOf((node as DeleteQueryNode).from.froms[0]), kind: 'delete' };
    default:
      return undefined;
  }
}

/** Returns true for an update that sets only columns that no seal covers. */
function changesNothingSealed({ node, table, kind }: Write): boolean {
  if (kind !== 'update' || table in LEDGER_TABLES) return false;
  const unsealed = unsealedColumnsOf(table);
  const updates = (node as UpdateQueryNode).updates ?? [];
  return updates.length > 0 && updates.every(({ column }) => ColumnNode.is(column) && column.column.name in unsealed);
}

function nameOf(node: OperationNode | undefined): string {
  return node && TableNode.is(node) ? node.table.identifier.name : '';
}
