import type { Instant } from '#billing/calendar.ts';
import { fold } from '#billing/fold.ts';
import type { Ledger } from '#billing/ledger.ts';
import type { LedgerEntry } from '#billing/ledger-entries.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { lockShop, type ShopRow } from '../shops/queries.ts';
import { findTenantOfShop } from '../tenants/queries.ts';
import { findHeldLedger, holdLedger } from './held-ledgers.ts';
import { type InvoiceRow, type LedgerEntryRow, listLedgerEntries, listLedgerInvoices } from './queries.ts';

export interface LoadedLedger {
  shop: ShopRow;
  rows: readonly LedgerEntryRow[];
  entries: LedgerEntry[];
  invoices: readonly InvoiceRow[];
  ledger: Ledger;
  tenantId: number | null;
}

/** Locks the shop. */
export async function loadLedgerForUpdate(tx: Writer, shopId: string): Promise<LoadedLedger> {
  const shop = await lockShop(tx, shopId);
  if (!shop) throw new Refusal('shop_not_found');
  return loadLedger(tx, shop);
}

export async function loadLedger(db: Reader, shop: ShopRow): Promise<LoadedLedger> {
  const held = findHeldLedger(db, shop.id);
  const rows = held?.rows ?? (await listLedgerEntries(db, shop));
  const invoices = held?.invoices ?? (await listLedgerInvoices(db, shop));
  const { entries, ledger } = held?.folded ?? foldRows(rows, invoices);
  holdLedger(db, shop.id, { ...held, rows, invoices, folded: { entries, ledger } });
  const tenant = await findTenantOfShop(db, shop.id);
  return { shop, rows, entries, invoices, ledger, tenantId: tenant?.id ?? null };
}

function foldRows(
  rows: readonly LedgerEntryRow[],
  invoices: readonly InvoiceRow[],
): { entries: LedgerEntry[]; ledger: Ledger } {
  const entries = toLedgerEntries(rows, invoices);
  return { entries, ledger: fold(entries) };
}

function getInvoice({ invoices }: Pick<LoadedLedger, 'invoices'>, number: string): InvoiceRow {
  const found = invoices.find((invoice) => invoice.number.toLowerCase() === number.toLowerCase());
  if (!found) throw new Refusal('invoice_not_found');
  return found;
}

/**
 * Not before recorded money, because payments of today take effect at 11:00. Not before earlier actions on the same
 * invoice, because the clocks of two servers differ.
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

/** INV-{shop_id}-{YYYYMM} */
function shopOfNumber(number: string): string {
  return number.slice('INV-'.length, -'-YYYYMM'.length);
}

export async function loadLedgerOfInvoiceForUpdate(
  tx: Writer,
  number: string,
): Promise<LoadedLedger & { invoice: InvoiceRow }> {
  const shop = await lockShop(tx, shopOfNumber(number));
  if (!shop) throw new Refusal('invoice_not_found');
  const opened = await loadLedger(tx, shop);
  return { ...opened, invoice: getInvoice(opened, number) };
}

function toLedgerEntries(rows: readonly LedgerEntryRow[], invoices: readonly InvoiceRow[]): LedgerEntry[] {
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  return rows.map((row) => toLedgerEntry(row, byId));
}

function toLedgerEntry(row: LedgerEntryRow, invoices: ReadonlyMap<number, InvoiceRow>): LedgerEntry {
  const { id, kind, effective_at: at, cents } = row;
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
      };
    }
    case 'payment':
    case 'balance':
      return { id, at, kind, cents };
    case 'correction':
      return { id, at, kind, cents, paymentId: known(row.payment_id, row) };
    default:
      return { id, at, kind, invoiceId: known(row.invoice_id, row) };
  }
}

function known(id: number | null, row: LedgerEntryRow): number {
  if (id === null) throw new Error(`fact ${row.id} names nothing`);
  return id;
}
