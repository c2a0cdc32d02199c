import type { Instant } from '#billing/calendar.ts';
import { EMPTY_FOLD, type Fold, foldFrom } from '#billing/fold.ts';
import type { LedgerEntry, OpenedCharge } from '#billing/ledger-entries.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import type { LedgerRows } from '../../db/seal/sealed-tables.ts';
import { findHeldLedger } from '../../db/seal/watch-changes.ts';
import { takesEffectAt } from '../../db/takes-effect.ts';
import { lockShop, type ShopRow } from '../shops/queries.ts';
import {
  dueOfTenancy,
  findCurrentTenancy,
  listTenanciesOfShop,
  refuseUnsealedLedger,
  type TenancyRow,
} from '../tenants/queries.ts';
import {
  findLedgerOfInvoice,
  type InvoiceRow,
  type LedgerEntryRow,
  listLedgerEntries,
  listLedgerInvoices,
} from './queries.ts';
import { readLines } from './read-lines.ts';

export interface LoadedLedger extends Fold {
  shop: ShopRow;
  tenancy: TenancyRow;
  /** The ledger entries that are not void, sorted by id. */
  rows: readonly LedgerEntryRow[];
  /** The payments, with their corrections, that do not count yet. The ledger is computed without them. */
  promised: readonly LedgerEntry[];
  /** The invoices sorted by id, including void ones. The ledger is computed without the void ones. */
  invoices: readonly InvoiceRow[];
}

/** Locks the shop and loads the ledger of the tenancy that `chooseTenancy` returns. */
export async function loadLedgerForUpdate(
  tx: Writer,
  shopId: string,
  tenancyId?: number | undefined,
): Promise<LoadedLedger> {
  const shop = await lockShop(tx, shopId);
  if (!shop) throw new Refusal('shop_not_found');
  const tenancy = await chooseTenancy(tx, shop, tenancyId);
  await refuseUnsealedLedger(tx, tenancy.id);
  return loadLedger(tx, { shop, tenancy });
}

/**
 * Returns the requested tenancy, otherwise the current one. For a vacant shop it returns the latest tenancy with an
 * amount due, or the latest of all if there is none.
 */
export async function chooseTenancy(db: Reader, shop: ShopRow, tenancyId?: number | undefined): Promise<TenancyRow> {
  const current = tenancyId === undefined ? await findCurrentTenancy(db, shop.id) : undefined;
  if (current) return current;
  const all = await listTenanciesOfShop(db, shop.id);
  if (tenancyId !== undefined) {
    const named = all.find(({ id }) => id === tenancyId);
    if (!named) throw new Refusal('tenancy_not_found');
    return named;
  }
  const chosen = all.find((tenancy) => dueOfTenancy(tenancy) > 0) ?? all[0];
  if (!chosen) throw new Refusal('shop_has_no_tenant');
  return chosen;
}

type FoldedRows = Fold & Pick<LoadedLedger, 'rows' | 'promised'>;

const NO_ROWS: FoldedRows = { rows: [], promised: [], ...EMPTY_FOLD };

/** If the transaction holds it in memory, its fold continues the earlier fold where possible. */
export async function loadLedger(
  db: Reader,
  { shop, tenancy }: Pick<LoadedLedger, 'shop' | 'tenancy'>,
  earlier = NO_ROWS,
): Promise<LoadedLedger> {
  const held = findHeldLedger(db, tenancy.id);
  if (held) return { shop, tenancy, invoices: held.invoices, ...foldHeld(held, earlier) };
  const rows = await listLedgerEntries(db, tenancy);
  const invoices = await listLedgerInvoices(db, tenancy);
  return { shop, tenancy, invoices, ...foldRows(NO_ROWS, { rows, invoices }) };
}

/**
 * Maps the entries of a ledger that a transaction holds in memory to the result of folding them. The result remains
 * valid when an invoice changes, because a fold reads only those columns of an invoice that never change.
 */
const foldedByEntries = new WeakMap<LedgerRows['ledger_entries'], FoldedRows>();

function foldHeld({ ledger_entries: all, invoices }: LedgerRows, earlier: FoldedRows): FoldedRows {
  const known = foldedByEntries.get(all);
  if (known) return known;
  const rows = addedTo(earlier.rows, all);
  const folded = rows
    ? foldRows(earlier, { rows, invoices })
    : foldRows(NO_ROWS, { rows: all.filter(isStanding), invoices });
  foldedByEntries.set(all, folded);
  return folded;
}

/**
 * Returns the rows that are neither void nor among the earlier ones; undefined if one of the earlier ones was voided.
 */
function addedTo(earlier: LoadedLedger['rows'], all: LedgerRows['ledger_entries']): LedgerEntryRow[] | undefined {
  const added: LedgerEntryRow[] = [];
  let same = 0;
  for (const row of all) {
    if (row === earlier[same]) same += 1;
    else if (isStanding(row)) added.push(row);
  }
  return same === earlier.length ? added : undefined;
}

function isStanding({ voided_at }: LedgerEntryRow): boolean {
  return voided_at === null;
}

function foldRows(earlier: FoldedRows, { rows, invoices }: Pick<LoadedLedger, 'rows' | 'invoices'>): FoldedRows {
  const added: LedgerEntry[] = [];
  const promised = [...earlier.promised];
  for (const row of rows) {
    const at = takesEffectAt(row);
    if (at === null) promised.push(toLedgerEntry(row, { at: row.effective_at, invoices }));
    else added.push(toLedgerEntry(row, { at, invoices }));
  }
  return { ...foldFrom(earlier, added), rows: earlier.rows.concat(rows), promised };
}

/** Finds a row in a list that is sorted by id. */
export function findById<Row extends { id: number }>(rows: readonly Row[], id: number): Row | undefined {
  let first = 0;
  let last = rows.length - 1;
  while (first < last) {
    const middle = (first + last) >> 1;
    if (Number(rows[middle]?.id) < id) first = middle + 1;
    else last = middle;
  }
  return rows[first]?.id === id ? rows[first] : undefined;
}

function getInvoice(opened: LoadedLedger, number: string): InvoiceRow {
  const named = opened.invoices.filter((invoice) => invoice.number.toLowerCase() === number.toLowerCase());
  const found = named.find(({ id }) => isInLedger(opened, id));
  if (!found) throw new Refusal('invoice_not_found');
  return found;
}

/**
 * Returns the instant at which an action takes effect. It is never earlier than a recorded payment or a previous action
 * on the same invoice, even when the clocks of two servers differ.
 */
export function effectiveAt(
  { rows, lastPaymentAt }: Pick<LoadedLedger, 'rows' | 'lastPaymentAt'>,
  context: ActionContext,
  invoiceId?: number,
): Instant {
  const ofInvoice =
    invoiceId === undefined ? [] : rows.filter((row) => row.id === invoiceId || row.invoice_id === invoiceId);
  const earlier = [...ofInvoice.map(({ effective_at }) => effective_at), ...(lastPaymentAt ? [lastPaymentAt] : [])];
  return earlier.reduce((latest, at) => (at > latest ? at : latest), context.now);
}

function isInLedger({ ledger }: Pick<LoadedLedger, 'ledger'>, invoiceId: number): boolean {
  return ledger.invoices.some(({ id }) => id === invoiceId);
}

export function numberOfPayment(
  opened: Pick<LoadedLedger, 'invoices' | 'ledger'>,
  { invoice_id }: Pick<LedgerEntryRow, 'invoice_id'>,
): { invoiceId?: string } {
  const named = invoice_id !== null && isInLedger(opened, invoice_id) && findById(opened.invoices, invoice_id);
  return named ? { invoiceId: named.number } : {};
}

export async function loadLedgerOfInvoiceForUpdate(
  tx: Writer,
  named: string,
): Promise<LoadedLedger & { invoice: InvoiceRow }> {
  const found = await findLedgerOfInvoice(tx, named);
  if (!found) throw new Refusal('invoice_not_found');
  const opened = await loadLedgerForUpdate(tx, found.shop_id, found.tenancy_id);
  return { ...opened, invoice: getInvoice(opened, found.number) };
}

function toLedgerEntry(
  row: LedgerEntryRow,
  { at, invoices }: { at: Instant; invoices: readonly InvoiceRow[] },
): LedgerEntry {
  const { id, kind, cents, place } = row;
  switch (kind) {
    case 'invoice': {
      const invoice = findById(invoices, id);
      if (!invoice) throw new Error(`invoice ${id} has no row`);
      return {
        id,
        at,
        kind,
        month: invoice.month,
        generatedAt: invoice.generated_at,
        rentCents: invoice.rent_cents,
        operationFeeCents: invoice.operation_fee_cents,
        vatCents: invoice.vat_cents,
        otherCharges: readLines(invoice),
        rentDueDay: invoice.rent_due_day,
        fineBasisPoints: invoice.fine_basis_points,
      };
    }
    case 'payment':
    case 'balance':
    case 'transfer':
    case 'refund':
    case 'write-off':
    case 'deposit applied':
    case 'deposit received':
    case 'deposit refunded':
      return {
        id,
        at,
        kind,
        cents,
        ...(place !== null && { place }),
        ...(row.opening !== null && { opening: JSON.parse(row.opening) as OpenedCharge[] }),
      };
    case 'credit note':
    case 'debit note': {
      const { charge_kind: charge, line } = row;
      if (charge === null || line === null) throw new Error(`ledger entry ${id} names no charge`);
      return { id, at, kind, cents, charge, line, invoiceId: known(row.invoice_id, row) };
    }
    case 'correction':
      return { id, at, kind, cents, paymentId: known(row.payment_id, row) };
    default:
      return { id, at, kind, invoiceId: known(row.invoice_id, row) };
  }
}

function known(id: number | null, row: LedgerEntryRow): number {
  if (id === null) throw new Error(`ledger entry ${row.id} names nothing`);
  return id;
}
