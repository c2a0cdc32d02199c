import type { Instant } from '#billing/calendar.ts';
import { type Allocation, changedInvoices, hasAt, type Ledger, paidOf } from '#billing/ledger.ts';
import type { Cents } from '#billing/money.ts';
import { chargeStatus, invoiceStatus } from '#billing/status.ts';
import type { Reader } from '../../db/connect.ts';
import { findHeldLedger } from '../../db/seal/watch-changes.ts';
import type { TenancyRow } from '../tenants/queries.ts';
import { findById } from './load-ledger.ts';
import { type AllocationRow, type ChargeRow, type InvoiceRow, listAllocations, listCharges } from './queries.ts';

type WantedCharge = Omit<ChargeRow, 'id' | 'tenancy_id' | 'shop_id'>;
type WantedAllocation = Omit<AllocationRow, 'id' | 'tenancy_id' | 'shop_id'>;

export interface StoredDifference<Stored, Wanted> {
  missing: Wanted[];
  changed: { stored: Stored; wanted: Wanted }[];
  surplus: Stored[];
}

export interface LedgerDifference {
  balance: { stored: Cents; wanted: Cents } | undefined;
  charges: StoredDifference<ChargeRow, WantedCharge>;
  allocations: StoredDifference<AllocationRow, WantedAllocation>;
  invoices: { stored: InvoiceRow; wanted: Pick<InvoiceRow, 'status' | 'paid_cents'> }[];
}

/**
 * Compares the stored rows with a ledger. `known` is an earlier ledger that equals the rows. If `ledger` continues
 * `known`, only what changed is compared.
 */
export async function compareLedger(
  db: Reader,
  { tenancy, invoices, ledger }: { tenancy: TenancyRow; invoices: readonly InvoiceRow[]; ledger: Ledger },
  known?: Ledger,
): Promise<LedgerDifference> {
  const held = findHeldLedger(db, tenancy.id);
  const charges = held?.charges ?? (await listCharges(db, tenancy));
  const allocations = held?.allocations ?? (await listAllocations(db, tenancy));
  const earlier = known && isContinued(known, ledger) ? known : undefined;
  const changed = changedInvoices(earlier ?? { invoices: [] }, ledger);
  return {
    balance:
      tenancy.balance_cents === ledger.balanceCents
        ? undefined
        : { stored: tenancy.balance_cents, wanted: ledger.balanceCents },
    charges: compare(earlier ? rowsOf(changed, charges) : charges, chargesOf(changed), {
      keyOf: chargeKey,
      isSame: sameCharge,
    }),
    allocations: earlier
      ? { missing: ledger.allocations.slice(earlier.allocations.length).map(rowOf), changed: [], surplus: [] }
      : compareAllocations(allocations, ledger.allocations),
    invoices: changed.flatMap(({ invoice }) => {
      const row = findById(invoices, invoice.id);
      const wanted = { status: invoiceStatus(invoice), paid_cents: paidOf(invoice) };
      const isSame = row?.status === wanted.status && row.paid_cents === wanted.paid_cents;
      return row && !isSame ? [{ stored: row, wanted }] : [];
    }),
  };
}

type ChangedInvoices = ReturnType<typeof changedInvoices>;

/**
 * Returns true if the ledger has all invoices and allocations of the earlier one, possibly with new ones after them.
 */
function isContinued(earlier: Ledger, ledger: Ledger): boolean {
  const added = changedInvoices(earlier, ledger).filter(({ previous }) => !previous);
  return (
    ledger.invoices.length === earlier.invoices.length + added.length && hasAt(ledger.allocations, earlier.allocations)
  );
}

/** The search begins at the end, because most changes concern the last invoices. */
function rowsOf(changed: ChangedInvoices, charges: readonly ChargeRow[]): ChargeRow[] {
  const ids = new Set(changed.map(({ invoice }) => invoice.id));
  let left = changed.reduce((sum, { previous }) => sum + (previous?.charges.length ?? 0), 0);
  const found: ChargeRow[] = [];
  for (let at = charges.length - 1; at >= 0 && left > 0; at -= 1) {
    const row = charges[at];
    if (!row || !ids.has(row.invoice_id)) continue;
    found.push(row);
    left -= 1;
  }
  return found;
}

function chargesOf(changed: ChangedInvoices): WantedCharge[] {
  return changed.flatMap(({ invoice }) =>
    invoice.charges.map((charge) => ({
      invoice_id: invoice.id,
      kind: charge.kind,
      line: charge.line,
      cents: charge.cents,
      paid_cents: charge.paidCents,
      status: chargeStatus(charge),
      arose_at: charge.aroseAt,
      paid_at: charge.paidAt ?? (null as Instant | null),
    })),
  );
}

/**
 * Both lists usually begin with the same allocations in the same order, so only those after the first difference are
 * compared by key.
 */
function compareAllocations(
  stored: readonly AllocationRow[],
  allocations: readonly Allocation[],
): StoredDifference<AllocationRow, WantedAllocation> {
  let equal = 0;
  while (sameAllocation(stored[equal], allocations[equal])) equal += 1;
  return compare(stored.slice(equal), allocations.slice(equal).map(rowOf), {
    keyOf: allocationKey,
    isSame: (row, wanted) => row.cents === wanted.cents && row.allocated_at === wanted.allocated_at,
  });
}

function sameAllocation(row: AllocationRow | undefined, allocation: Allocation | undefined): boolean {
  return (
    row !== undefined &&
    allocation !== undefined &&
    row.invoice_id === allocation.invoiceId &&
    row.cause_id === allocation.causeId &&
    row.kind === allocation.kind &&
    row.line === allocation.line &&
    row.cents === allocation.cents &&
    row.allocated_at === allocation.at
  );
}

function rowOf({ invoiceId, kind, line, causeId, cents, at }: Allocation): WantedAllocation {
  return { invoice_id: invoiceId, kind, line, cause_id: causeId, cents, allocated_at: at };
}

const chargeKey = ({ invoice_id, kind, line }: WantedCharge) => `${invoice_id} ${kind} ${line}`;
const allocationKey = (row: WantedAllocation) => `${row.invoice_id} ${row.kind} ${row.line} ${row.cause_id}`;

function sameCharge(one: WantedCharge, other: WantedCharge): boolean {
  return (
    one.invoice_id === other.invoice_id &&
    one.kind === other.kind &&
    one.line === other.line &&
    one.cents === other.cents &&
    one.paid_cents === other.paid_cents &&
    one.status === other.status &&
    one.arose_at === other.arose_at &&
    one.paid_at === other.paid_at
  );
}

function compare<Wanted, Stored extends Wanted>(
  stored: readonly Stored[],
  wanted: readonly Wanted[],
  { keyOf, isSame }: { keyOf: (row: Wanted) => string; isSame: (one: Wanted, other: Wanted) => boolean },
): StoredDifference<Stored, Wanted> {
  const difference: StoredDifference<Stored, Wanted> = { missing: [], changed: [], surplus: [] };
  const left = new Map(stored.map((row) => [keyOf(row), row]));
  for (const row of wanted) {
    const found = left.get(keyOf(row));
    left.delete(keyOf(row));
    if (!found) difference.missing.push(row);
    else if (!isSame(found, row)) difference.changed.push({ stored: found, wanted: row });
  }
  difference.surplus.push(...left.values());
  return difference;
}
