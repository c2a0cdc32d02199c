import type { Instant } from '#billing/calendar.ts';
import { EMPTY_FOLD, type Fold, foldFrom } from '#billing/fold.ts';
import type { LedgerEntry, OpenedCharge } from '#billing/ledger-entries.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import type { LedgerRows } from '../../db/seal/sealed-tables.ts';
import { findHeldLedger } from '../../db/seal/watch-changes.ts';
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
  rows: readonly LedgerEntryRow[];
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
 * Returns the requested tenancy, otherwise the current one. For a vacant shop it returns the latest with an amount due,
 * otherwise the latest.
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

/** Loads a ledger. The fold of a held ledger continues the earlier fold where possible. */
export async function loadLedger(
  db: Reader,
  { shop, tenancy }: Pick<LoadedLedger, 'shop' | 'tenancy'>,
  earlier = EMPTY_FOLD,
): Promise<LoadedLedger> {
  const held = findHeldLedger(db, tenancy.id);
  if (held) return { shop, tenancy, ...foldHeld(held, earlier) };
  const rows = await listLedgerEntries(db, tenancy);
  const invoices = await listLedgerInvoices(db, tenancy);
  const entryOf = entriesOf(invoices);
  return { shop, tenancy, rows, invoices, ...foldFrom(EMPTY_FOLD, rows.map(entryOf)) };
}

type Folded = Fold & Pick<LoadedLedger, 'rows'>;

/**
 * Maps the entries of a held ledger to the result of folding them. The result remains valid when an invoice changes,
 * because a fold reads only those columns of an invoice that never change.
 */
const foldedByEntries = new WeakMap<LedgerRows['ledger_entries'], Folded>();
const entriesByRow = new WeakMap<LedgerEntryRow, LedgerEntry>();

function foldHeld(held: LedgerRows, earlier: Fold): Folded & Pick<LoadedLedger, 'invoices'> {
  const all = held.ledger_entries;
  const known = foldedByEntries.get(all);
  const rows = known?.rows ?? all.filter(({ voided_at }) => voided_at === null);
  const standing = new Set(rows.flatMap(({ id, kind }) => (kind === 'invoice' ? [id] : [])));
  const invoices = held.invoices
    .filter(({ id }) => standing.has(id))
    .toSorted((one, other) => (one.month < other.month ? -1 : 1));
  if (known) return { ...known, invoices };
  const entryOf = entriesOf(invoices);
  const entries = rows.map((row) => {
    const entry = entriesByRow.get(row) ?? entryOf(row);
    entriesByRow.set(row, entry);
    return entry;
  });
  const folded = { rows, ...foldFrom(earlier, entries) };
  foldedByEntries.set(all, folded);
  return { ...folded, invoices };
}

function getInvoice({ invoices }: Pick<LoadedLedger, 'invoices'>, number: string): InvoiceRow {
  const found = invoices.find((invoice) => invoice.number.toLowerCase() === number.toLowerCase());
  if (!found) throw new Refusal('invoice_not_found');
  return found;
}

/**
 * Returns the instant at which an action takes effect. It is never earlier than a recorded payment or a previous action
 * on the same invoice, even when the clocks of two servers differ.
 */
export function effectiveAt({ rows }: Pick<LoadedLedger, 'rows'>, context: ActionContext, invoiceId?: number): Instant {
  const earlier = rows.filter(
    ({ id, kind, invoice_id }) =>
      kind === 'payment' || (invoiceId !== undefined && (id === invoiceId || invoice_id === invoiceId)),
  );
  return earlier.reduce((latest, { effective_at }) => (effective_at > latest ? effective_at : latest), context.now);
}

export function numberOfPayment(
  { invoices }: Pick<LoadedLedger, 'invoices'>,
  payment: Pick<LedgerEntryRow, 'invoice_id'>,
): { invoiceId?: string } {
  const named = invoices.find((invoice) => invoice.id === payment.invoice_id);
  return named ? { invoiceId: named.number } : {};
}

export async function loadLedgerOfInvoiceForUpdate(
  tx: Writer,
  number: string,
): Promise<LoadedLedger & { invoice: InvoiceRow }> {
  const found = await findLedgerOfInvoice(tx, number);
  if (!found) throw new Refusal('invoice_not_found');
  const opened = await loadLedgerForUpdate(tx, found.shop_id, found.tenancy_id);
  return { ...opened, invoice: getInvoice(opened, number) };
}

function entriesOf(invoices: readonly InvoiceRow[]): (row: LedgerEntryRow) => LedgerEntry {
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  return (row) => toLedgerEntry(row, byId);
}

function toLedgerEntry(row: LedgerEntryRow, invoices: ReadonlyMap<number, InvoiceRow>): LedgerEntry {
  const { id, kind, effective_at: at, cents, place } = row;
  switch (kind) {
    case 'invoice': {
      const invoice = invoices.get(id);
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
