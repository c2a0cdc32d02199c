/**
 * Finds the charges that one payment paid. Credit pays later invoices in the order in which it was received.
 *
 * Worked example: Rs. 5,000.00 are paid an hour before an invoice of Rs. 11,800.00. The allocations name the invoice as
 * their cause; the trace finds that this payment paid VAT 1,800.00, fee 2,000.00 and rent 1,200.00.
 */
import type { Allocation, Ledger } from './ledger.ts';
import {
  type BalanceEntry,
  balanceChanges,
  inLedgerOrder,
  type LedgerEntry,
  type LedgerEntryId,
} from './ledger-entries.ts';
import { type Cents, cents } from './money.ts';

export interface TracedPayment {
  /** The charges that the payment paid, directly or as credit, oldest allocation first. */
  covered: Pick<Allocation, 'invoiceId' | 'kind' | 'line' | 'cents'>[];
  /** The part of the payment that is not allocated yet. */
  creditCents: Cents;
}

function isBalanceChange(entry: LedgerEntry): entry is BalanceEntry {
  return (balanceChanges as readonly string[]).includes(entry.kind);
}

/**
 * Returns the charges that a payment paid, and the credit that remains of it. `ledger` must be the fold of `entries`,
 * because the allocations are read from it.
 */
export function tracePayment(entries: readonly LedgerEntry[], ledger: Ledger, paymentId: LedgerEntryId): TracedPayment {
  const allocations = Map.groupBy(ledger.allocations, ({ causeId }) => causeId);
  const unallocated = new UnallocatedMoney();
  const covered: TracedPayment['covered'] = [];
  for (const entry of inLedgerOrder(entries)) {
    if (isBalanceChange(entry)) unallocated.receive(entry.id, entry.cents);
    if (entry.kind === 'payment') {
      const corrections = entries.filter((each) => each.kind === 'correction' && each.paymentId === entry.id);
      unallocated.receive(
        entry.id,
        [entry, ...corrections].reduce((sum, each) => sum + ('cents' in each ? each.cents : 0), 0),
      );
    }
    for (const { invoiceId, kind, line, cents: amount } of allocations.get(entry.id) ?? []) {
      // A credit note returned this money to the balance, but the payment that it came from still counts as having paid
      // the charge.
      if (amount < 0) {
        unallocated.receive(entry.id, -amount);
        continue;
      }
      const part = unallocated.spend(amount).get(paymentId) ?? 0;
      if (part > 0) covered.push({ invoiceId, kind, line, cents: cents(part) });
    }
  }
  return { covered: addUp(covered), creditCents: cents(unallocated.leftOf(paymentId)) };
}

/** Unallocated money, grouped by the entry that it came from, oldest first. */
class UnallocatedMoney {
  readonly #parts: { from: LedgerEntryId; cents: number }[] = [];
  #debt = 0;

  receive(from: LedgerEntryId, amount: number): void {
    if (amount < 0) {
      this.spend(-amount);
      return;
    }
    const filled = Math.min(this.#debt, amount);
    this.#debt -= filled;
    this.#parts.push({ from, cents: amount - filled });
  }

  /**
   * Takes an amount from the oldest entries first and returns how much came from each entry. A shortfall becomes a
   * debt.
   */
  spend(amount: number): Map<LedgerEntryId, number> {
    const taken = new Map<LedgerEntryId, number>();
    let rest = amount;
    for (const part of this.#parts) {
      const piece = Math.min(part.cents, rest);
      part.cents -= piece;
      rest -= piece;
      taken.set(part.from, piece);
    }
    this.#debt += rest;
    return taken;
  }

  leftOf(entry: LedgerEntryId): number {
    return this.#parts.find(({ from }) => from === entry)?.cents ?? 0;
  }
}

/** Returns one row for each charge, because several allocations may pay the same charge. */
function addUp(rows: readonly TracedPayment['covered'][number][]): TracedPayment['covered'] {
  const byCharge = Map.groupBy(rows, ({ invoiceId, kind, line }) => `${invoiceId} ${kind} ${line}`);
  return [...byCharge.values()].flatMap((same) => {
    const [first] = same;
    return first ? [{ ...first, cents: cents(same.reduce((sum, row) => sum + row.cents, 0)) }] : [];
  });
}
