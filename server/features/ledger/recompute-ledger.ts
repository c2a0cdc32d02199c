import { dayOf } from '#billing/calendar.ts';
import { type NewFine, newFines } from '#billing/fine.ts';
import { givenUp } from '#billing/given-up.ts';
import { hasAt, type Ledger } from '#billing/ledger.ts';
import { sumCents, toRupees, writeDecimal } from '#billing/money.ts';
import { writeFigure } from '#contract/figures.ts';
import { apiMessage, message } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import type { LedgerRows } from '../../db/seal/sealed-tables.ts';
import { findHeldLedger } from '../../db/seal/watch-changes.ts';
import { badInput } from '../../http/core/read-request.ts';
import { isWithinLimit } from '../approvals/given-money.ts';
import { readApprovalLimit } from '../approvals/read-limit.ts';
import { countGiven } from '../approvals/tally.ts';
import { subjectOf, writeAudit } from '../audit/write-audit.ts';
import { compareLedger } from './compare-ledger.ts';
import { effectiveAt, findById, type LoadedLedger, loadLedger } from './load-ledger.ts';
import {
  deleteAllocations,
  deleteCharges,
  idsOf,
  insertAllocations,
  insertCharges,
  insertLedgerEntry,
  updateAllocation,
  updateBalance,
  updateCharge,
  updateInvoice,
} from './queries.ts';

export interface RecomputedLedger extends LoadedLedger {
  before: Ledger;
  /** The new fines, except the fine that the caller requested. */
  addedFines: NewFine[];
}

export interface Waiver {
  invoices: readonly string[];
  reason: string;
}

interface RecomputeInput {
  before: LoadedLedger;
  waiver?: Waiver | undefined;
  fined?: readonly number[];
}

/**
 * Folds the ledger again and stores the result. Every action that changes money calls it last, before the action's own
 * audit entry. Waiving a fine may cause another fine, so it folds and waives until no fine is left to waive. Throws the
 * refusal `ledger_differs` if the stored rows did not match the entries before the action.
 */
export async function recomputeLedger(
  tx: Writer,
  context: ActionContext,
  { before, waiver = NO_WAIVER, fined = [] }: RecomputeInput,
): Promise<RecomputedLedger> {
  await assertStored(tx, before);
  const waivedNumbers = new Set(waiver.invoices.map((number) => number.toLowerCase()));
  const reason = waiver.reason || message('ledger.fine.waived');
  const removed = new Set<number>();
  const waived: NewFine[] = [];
  for (;;) {
    const after = await loadLedger(tx, before, before);
    const added = newFines(before.ledger, after.ledger).filter(({ invoice }) => !fined.includes(invoice.id));
    const toWaive = added.filter(
      ({ invoice }) => waivedNumbers.has(numberOf(after, invoice.id).toLowerCase()) && !removed.has(invoice.id),
    );
    if (toWaive.length === 0) {
      await storeLedger(tx, context, { ...after, before: before.ledger });
      await refuseHighWaiver(tx, context, waived);
      await countGivenUp(tx, context, { before, after });
      await auditWaivedFines(tx, context, { after, waived, reason });
      await auditAddedFines(tx, context, { after, added });
      await auditLoweredFines(tx, context, { before, after });
      return { ...after, before: before.ledger, addedFines: added };
    }
    waived.push(...toWaive);
    for (const { invoice } of toWaive) {
      removed.add(invoice.id);
      await insertLedgerEntry(tx, context, {
        tenancy: before.tenancy,
        kind: 'fine removed',
        effective_at: effectiveAt(after, context, invoice.id),
        invoice_id: invoice.id,
        note: reason,
      });
    }
  }
}

/**
 * Refuses a ledger whose stored rows differ from its entries, because this write would hide that somebody changed the
 * database.
 */
async function assertStored(tx: Writer, before: LoadedLedger): Promise<void> {
  if (isKnownStored(tx, before)) return;
  const { balance, charges, allocations, invoices } = await compareLedger(tx, before);
  const rows = [charges, allocations].flatMap(({ missing, changed, surplus }) => [...missing, ...changed, ...surplus]);
  if (balance || rows.length > 0 || invoices.length > 0) throw new Refusal('ledger_differs');
}

/** Maps the result of a fold to the rows in memory into which the result was stored. */
const storedByFold = new WeakMap<Ledger, LedgerRows>();

function isKnownStored(tx: Writer, { tenancy, ledger }: LoadedLedger): boolean {
  const held = findHeldLedger(tx, tenancy.id);
  const known = storedByFold.get(ledger);
  return (
    held !== undefined &&
    known?.charges === held.charges &&
    known.allocations === held.allocations &&
    // The held ledger may also have an invoice that this transaction has added. It is the last one, so only the
    // invoices before it are compared.
    hasAt(held.invoices, known.invoices) &&
    known.tenancies[0]?.balance_cents === tenancy.balance_cents
  );
}

async function storeLedger(
  tx: Writer,
  context: ActionContext,
  { tenancy, invoices, ledger, before }: LoadedLedger & { before: Ledger },
): Promise<void> {
  const difference = await compareLedger(tx, { tenancy, invoices, ledger }, before);
  const { balance, charges, allocations } = difference;
  const owner = { tenancy_id: tenancy.id, shop_id: tenancy.shop_id };
  await deleteAllocations(tx, idsOf(allocations.surplus));
  await deleteCharges(tx, idsOf(charges.surplus));
  await insertCharges(
    tx,
    charges.missing.map((row) => ({ ...row, ...owner })),
  );
  await insertAllocations(
    tx,
    allocations.missing.map((row) => ({ ...row, ...owner })),
  );
  for (const { stored, wanted } of charges.changed) {
    const { invoice_id: _, kind: __, line: ___, ...changes } = wanted;
    await updateCharge(tx, stored.id, changes);
  }
  for (const { stored, wanted } of allocations.changed) {
    await updateAllocation(tx, stored.id, { cents: wanted.cents, allocated_at: wanted.allocated_at });
  }
  for (const { stored, wanted } of difference.invoices) {
    await updateInvoice(tx, stored, { ...wanted, updated_at: context.now });
  }
  if (balance) await updateBalance(tx, tenancy, { balance_cents: balance.wanted, balance_at: context.now });
  const held = findHeldLedger(tx, tenancy.id);
  if (held) storedByFold.set(ledger, held);
}

const NO_WAIVER: Waiver = { invoices: [], reason: '' };

interface WaivingBody {
  do_not_charge?: readonly string[] | undefined;
  waive_reason?: string | undefined;
  reason?: string | undefined;
  edit_reason?: string | undefined;
}

export function waiverOf({ do_not_charge = [], waive_reason, reason, edit_reason }: WaivingBody): Waiver {
  return { invoices: do_not_charge, reason: waive_reason || reason || edit_reason || '' };
}

/**
 * Throws if the waived fines exceed the limit above which a second person must approve. A payment does not wait for the
 * approval: the fine is charged, and can be deleted later with an approval.
 */
async function refuseHighWaiver(
  tx: Writer,
  { accountId, now }: ActionContext,
  waived: readonly NewFine[],
): Promise<void> {
  const limit = waived.length > 0 ? await readApprovalLimit(tx) : null;
  if (limit === null || accountId === undefined) return;
  const cents = sumCents(waived.map((fine) => fine.cents));
  if (await isWithinLimit(tx, { accountId, cents, limit, at: now })) return;
  const values = { amount: writeFigure(toRupees(limit)) };
  throw badInput([{ field: 'do_not_charge', message: apiMessage('ledger.fine.waiver_too_high', values) }]);
}

/** Measures what the change loses, whatever action made it. */
function countGivenUp(
  tx: Writer,
  context: ActionContext,
  { before, after }: { before: LoadedLedger; after: LoadedLedger },
): Promise<void> {
  const cents = givenUp(withPromised(before), withPromised(after), {
    today: dayOf(context.now),
    // The money of a correction in a cash session is in the count of that session.
    isCounted: (id) => (findById(after.rows, id)?.session_id ?? null) !== null,
  });
  return countGiven(tx, context, { cents, shopId: after.shop.shop_id, tenant: after.tenancy.name });
}

/** A payment that does not count yet is money that the market received, so a change of it loses as much as of another. */
function withPromised({ entries, promised, ledger }: LoadedLedger) {
  return { entries: promised.length === 0 ? entries : [...entries, ...promised], ledger };
}

async function auditWaivedFines(
  tx: Writer,
  context: ActionContext,
  { after, waived, reason }: { after: LoadedLedger; waived: readonly NewFine[]; reason: string },
): Promise<void> {
  for (const { invoice, cents } of waived) {
    const number = numberOf(after, invoice.id);
    await writeAudit(tx, context, {
      type: 'Fine Removed',
      description: apiMessage('ledger.audit.fine_waived', { invoiceId: number }),
      subject: subjectOf(after),
      invoiceId: number,
      oldValue: writeDecimal(cents),
      newValue: '0.00',
      reason,
    });
  }
}

async function auditAddedFines(
  tx: Writer,
  context: ActionContext,
  { after, added }: { after: LoadedLedger; added: readonly NewFine[] },
): Promise<void> {
  for (const { invoice, cents, previousCents } of added) {
    const number = numberOf(after, invoice.id);
    await writeAudit(tx, context, {
      type: 'Fine Applied',
      description: apiMessage('ledger.audit.fine_due', { invoiceId: number }),
      subject: subjectOf(after),
      invoiceId: number,
      oldValue: writeDecimal(previousCents),
      newValue: writeDecimal(cents),
    });
  }
}

async function auditLoweredFines(
  tx: Writer,
  context: ActionContext,
  { before, after }: { before: LoadedLedger; after: LoadedLedger },
): Promise<void> {
  for (const { invoice, cents, previousCents } of newFines(after.ledger, before.ledger)) {
    const existing = after.ledger.invoices.find(({ id }) => id === invoice.id);
    // The deletion of an invoice or of a fine has an audit entry of its own.
    if (!existing || existing.wasFineRemoved) continue;
    const number = numberOf(after, invoice.id);
    await writeAudit(tx, context, {
      type: 'Fine Lowered',
      description: apiMessage(previousCents === 0 ? 'ledger.audit.fine_removed' : 'ledger.audit.fine_reduced', {
        invoiceId: number,
      }),
      subject: subjectOf(after),
      invoiceId: number,
      oldValue: writeDecimal(cents),
      newValue: writeDecimal(previousCents),
    });
  }
}

export function numberOf({ invoices }: Pick<LoadedLedger, 'invoices'>, id: number): string {
  const found = findById(invoices, id);
  if (!found) throw new Error(`no invoice ${id}`);
  return found.number;
}
