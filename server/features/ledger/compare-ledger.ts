import type { Instant } from '#billing/calendar.ts';
import { type Ledger, paidOf } from '#billing/ledger.ts';
import type { Cents } from '#billing/money.ts';
import { chargeStatus, invoiceStatus } from '#billing/status.ts';
import type { Reader } from '../../db/connect.ts';
import type { ShopRow } from '../shops/queries.ts';
import { type AllocationRow, type ChargeRow, type InvoiceRow, listAllocations, listCharges } from './queries.ts';

type WantedCharge = Omit<ChargeRow, 'id' | 'shop_id'>;
type WantedAllocation = Omit<AllocationRow, 'id' | 'shop_id'>;

/** What of a kind must be added, changed or taken away so that the stored rows are what the fold gives. */
export interface StoredDifference<Stored, Wanted> {
  missing: Wanted[];
  changed: { stored: Stored; wanted: Wanted }[];
  surplus: Stored[];
}

/** Everything in which the stored books of a shop differ from a fold. */
export interface LedgerDifference {
  balance: { stored: Cents; wanted: Cents } | undefined;
  charges: StoredDifference<ChargeRow, WantedCharge>;
  allocations: StoredDifference<AllocationRow, WantedAllocation>;
  invoices: { stored: InvoiceRow; wanted: Pick<InvoiceRow, 'status' | 'paid_cents'> }[];
}

/** Compares what is stored for a shop with the books that its facts give. */
export async function compareLedger(
  db: Reader,
  shop: ShopRow,
  invoices: readonly InvoiceRow[],
  ledger: Ledger,
): Promise<LedgerDifference> {
  const storedInvoices = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  return {
    balance:
      shop.balance_cents === ledger.balanceCents
        ? undefined
        : { stored: shop.balance_cents, wanted: ledger.balanceCents },
    charges: compare(await listCharges(db, shop), chargesOf(ledger), chargeKey, sameCharge),
    allocations: compare(await listAllocations(db, shop), allocationsOf(ledger), allocationKey, sameAllocation),
    invoices: ledger.invoices.flatMap((invoice) => {
      const stored = storedInvoices.get(invoice.id);
      const wanted = { status: invoiceStatus(invoice), paid_cents: paidOf(invoice) };
      const isSame = stored?.status === wanted.status && stored.paid_cents === wanted.paid_cents;
      return stored && !isSame ? [{ stored, wanted }] : [];
    }),
  };
}

function chargesOf(ledger: Ledger): WantedCharge[] {
  return ledger.invoices.flatMap((invoice) =>
    invoice.charges.map((charge) => ({
      invoice_id: invoice.id,
      kind: charge.kind,
      cents: charge.cents,
      paid_cents: charge.paidCents,
      status: chargeStatus(charge),
      arose_at: charge.aroseAt,
      paid_at: charge.paidAt ?? (null as Instant | null),
    })),
  );
}

function allocationsOf(ledger: Ledger): WantedAllocation[] {
  return ledger.allocations.map(({ invoiceId, kind, causeId, cents, at }) => ({
    invoice_id: invoiceId,
    kind,
    cause_id: causeId,
    cents,
    allocated_at: at,
  }));
}

const chargeKey = ({ invoice_id, kind }: WantedCharge) => `${invoice_id} ${kind}`;
const allocationKey = (row: WantedAllocation) => `${row.invoice_id} ${row.kind} ${row.cause_id}`;

function sameCharge(one: WantedCharge, other: WantedCharge): boolean {
  return (
    one.cents === other.cents &&
    one.paid_cents === other.paid_cents &&
    one.status === other.status &&
    one.arose_at === other.arose_at &&
    one.paid_at === other.paid_at
  );
}

function sameAllocation(one: WantedAllocation, other: WantedAllocation): boolean {
  return one.cents === other.cents && one.allocated_at === other.allocated_at;
}

function compare<Wanted, Stored extends Wanted>(
  stored: readonly Stored[],
  wanted: readonly Wanted[],
  keyOf: (row: Wanted) => string,
  isSame: (one: Wanted, other: Wanted) => boolean,
): StoredDifference<Stored, Wanted> {
  const left = new Map(stored.map((row) => [keyOf(row), row]));
  const difference: StoredDifference<Stored, Wanted> = { missing: [], changed: [], surplus: [] };
  for (const row of wanted) {
    const found = left.get(keyOf(row));
    left.delete(keyOf(row));
    if (!found) difference.missing.push(row);
    else if (!isSame(found, row)) difference.changed.push({ stored: found, wanted: row });
  }
  difference.surplus.push(...left.values());
  return difference;
}
