import { type RaisedFine, raisedFines } from '#billing/fine.ts';
import type { Books } from '#billing/ledger.ts';
import { toRupees } from '#billing/money.ts';
import type { Act } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { noteEvent } from '../audit/write-audit.ts';
import { applyDifference, compareBooks } from './compare-ledger.ts';
import { changeHeldLedger } from './held-ledgers.ts';
import { momentFor, type OpenBooks, readBooks } from './load-ledger.ts';
import {
  deleteAllocations,
  deleteCharges,
  insertAllocations,
  insertCharges,
  insertFact,
  updateAllocation,
  updateBalance,
  updateCharge,
  updateInvoice,
} from './queries.ts';

/** A shop's books after a write, and what the write brought that nobody asked for. */
export interface SettledBooks extends OpenBooks {
  /** The books before the write. */
  before: Books;
  /** Fines that are new or higher, without the one that was asked for. */
  raised: RaisedFine[];
}

interface SettleOptions {
  /** Numbers of invoices whose fine, if this write brings one, is not charged. */
  spared?: readonly string[] | undefined;
  /** The invoices that this very write fines. */
  fined?: readonly number[];
}

/**
 * Folds a shop's facts again after some were added or voided, and stores the result: the last step of every write that
 * moves money, but for its audit entry. A fine that the write brings is removed again where the person said so, which may
 * bring the next one, so it goes round until nothing is left to spare.
 */
export async function settleBooks(
  tx: Writer,
  act: Act,
  before: OpenBooks,
  { spared = [], fined = [] }: SettleOptions = {},
): Promise<SettledBooks> {
  const sparedNumbers = new Set(spared.map((number) => number.toLowerCase()));
  const removed = new Set<number>();
  const pardoned: RaisedFine[] = [];
  for (;;) {
    const after = await readBooks(tx, before.shop);
    const raised = raisedFines(before.books, after.books).filter(({ invoice }) => !fined.includes(invoice.id));
    const toSpare = raised.filter(
      ({ invoice }) => sparedNumbers.has(numberOf(after, invoice.id).toLowerCase()) && !removed.has(invoice.id),
    );
    if (toSpare.length === 0) {
      await storeBooks(tx, act, after);
      await notePardoned(tx, act, after, pardoned);
      await noteRaised(tx, act, after, raised);
      await noteLowered(tx, act, before, after);
      return { ...after, before: before.books, raised };
    }
    pardoned.push(...toSpare);
    for (const { invoice } of toSpare) {
      removed.add(invoice.id);
      await insertFact(tx, act, before.shop, {
        kind: 'fine removed',
        effective_at: momentFor(after, act, invoice.id),
        invoice_id: invoice.id,
        note: 'Do not charge',
      });
    }
  }
}

/** Makes the stored result what the fold gives. */
async function storeBooks(tx: Writer, act: Act, { shop, invoices, books }: OpenBooks): Promise<void> {
  const { balance, charges, allocations, invoices: changedInvoices } = await compareBooks(tx, shop, invoices, books);
  const ofShop = { shop_id: shop.id };
  await deleteAllocations(tx, idsOf(allocations.surplus));
  await deleteCharges(tx, idsOf(charges.surplus));
  const newCharges = await insertCharges(
    tx,
    charges.missing.map((row) => ({ ...row, ...ofShop })),
  );
  const newAllocations = await insertAllocations(
    tx,
    allocations.missing.map((row) => ({ ...row, ...ofShop })),
  );
  for (const { stored, wanted } of charges.changed) {
    const { invoice_id: _, kind: __, ...changes } = wanted;
    await updateCharge(tx, stored.id, changes);
  }
  for (const { stored, wanted } of allocations.changed) {
    await updateAllocation(tx, stored.id, { cents: wanted.cents, allocated_at: wanted.allocated_at });
  }
  for (const { stored, wanted } of changedInvoices) {
    await updateInvoice(tx, stored, { ...wanted, updated_at: act.at });
  }
  if (balance) await updateBalance(tx, shop, { balance_cents: balance.wanted, balance_at: act.at });
  changeHeldLedger(tx, shop.id, ({ folded, stored }) => ({
    folded,
    stored: stored && {
      charges: applyDifference(stored.charges, charges, newCharges),
      allocations: applyDifference(stored.allocations, allocations, newAllocations),
    },
  }));
}

/** Each fine that was not charged leaves its entry: somebody let money go. */
async function notePardoned(tx: Writer, act: Act, after: OpenBooks, pardoned: readonly RaisedFine[]): Promise<void> {
  for (const { invoice, cents } of pardoned) {
    const number = numberOf(after, invoice.id);
    await noteEvent(tx, act, {
      type: 'Fine Removed',
      description: `Fine on ${number} not charged`,
      shopId: after.shop.shop_id,
      invoiceId: number,
      oldValue: String(toRupees(cents)),
      newValue: '0',
      reason: 'Do not charge',
    });
  }
}

/** Each fine that came by itself leaves its entry. */
async function noteRaised(tx: Writer, act: Act, after: OpenBooks, raised: readonly RaisedFine[]): Promise<void> {
  for (const { invoice, cents, previousCents } of raised) {
    const number = numberOf(after, invoice.id);
    await noteEvent(tx, act, {
      type: 'Fine Applied',
      description: `Fine on ${number} fell due (System)`,
      shopId: after.shop.shop_id,
      invoiceId: number,
      oldValue: String(toRupees(previousCents)),
      newValue: String(toRupees(cents)),
    });
  }
}

/** Each fine that shrank or vanished because of what stands before it now leaves its entry. */
async function noteLowered(tx: Writer, act: Act, before: OpenBooks, after: OpenBooks): Promise<void> {
  for (const { invoice, cents, previousCents } of raisedFines(after.books, before.books)) {
    const standing = after.books.invoices.find(({ id }) => id === invoice.id);
    // Gone with its invoice, or taken away: then that is what the audit log says.
    if (!standing || standing.wasFineRemoved) continue;
    const number = numberOf(after, invoice.id);
    await noteEvent(tx, act, {
      type: 'Fine Lowered',
      description: `Fine on ${number} ${previousCents === 0 ? 'fell away' : 'became less'}: money stands before it now`,
      shopId: after.shop.shop_id,
      invoiceId: number,
      oldValue: String(toRupees(cents)),
      newValue: String(toRupees(previousCents)),
    });
  }
}

/** The number of a standing invoice. */
export function numberOf({ invoices }: Pick<OpenBooks, 'invoices'>, id: number): string {
  const found = invoices.find((invoice) => invoice.id === id);
  if (!found) throw new Error(`no standing invoice ${id}`);
  return found.number;
}

function idsOf(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id);
}
