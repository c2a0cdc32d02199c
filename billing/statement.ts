/**
 * The books of a shop told as a bank statement: every invoice, fine, payment, correction and set balance in the order in
 * which it counts, each with the balance after it (experience.md, Shop summary).
 *
 * Worked example: an invoice of Rs. 11,800.00, then a payment of Rs. 5,000.00: the balance reads -11,800.00, then
 * -6,800.00: the shop owes that much. The last line always is what is left over less what is owed.
 */

import type { Instant } from './calendar.ts';
import { findCharge, type Ledger } from './ledger.ts';
import { inLedgerOrder, type LedgerEntry, type LedgerEntryId } from './ledger-entries.ts';
import { type Cents, cents, sumCents } from './money.ts';

export interface StatementEntry {
  at: Instant;
  kind: 'invoice' | 'fine' | 'payment' | 'correction' | 'balance' | 'fine removed';
  /** The fact; for a fine that of the invoice it is on. */
  entryId: LedgerEntryId;
  chargedCents: Cents;
  paidCents: Cents;
  /** What the market owes the shop after this entry; below 0 the shop owes. */
  balanceCents: Cents;
}

type Movement = Omit<StatementEntry, 'balanceCents'>;

const NONE = cents(0);

/** The statement of the standing facts, oldest first; `books` is their fold. */
export function statementOf(entries: readonly LedgerEntry[], ledger: Ledger): StatementEntry[] {
  const movements = inLedgerOrder(entries).flatMap(movementOf);
  // The youngest month first, so that of the fines which one payment brings that of the oldest month comes to stand first.
  for (const fine of finesOf(ledger).toReversed()) {
    // Before money of the same instant: the fine falls due before the late money goes anywhere.
    const next = movements.findIndex(({ at, kind }) => at > fine.at || (at === fine.at && kind !== 'invoice'));
    movements.splice(next < 0 ? movements.length : next, 0, fine);
  }
  let balance = 0;
  return movements.map((movement) => {
    balance += movement.paidCents - movement.chargedCents;
    return { ...movement, balanceCents: cents(balance) };
  });
}

function movementOf(entry: LedgerEntry): Movement[] {
  const { id: entryId, at } = entry;
  switch (entry.kind) {
    case 'invoice': {
      const chargedCents = sumCents([entry.vatCents, entry.operationFeeCents, entry.rentCents]);
      return [{ entryId: entryId, at, kind: 'invoice', chargedCents, paidCents: NONE }];
    }
    case 'payment':
    case 'correction':
      return [{ entryId: entryId, at, kind: entry.kind, chargedCents: NONE, paidCents: entry.cents }];
    case 'balance': {
      const paidCents = cents(Math.max(0, entry.cents));
      return [{ entryId: entryId, at, kind: 'balance', chargedCents: cents(paidCents - entry.cents), paidCents }];
    }
    case 'fine removed':
      return [{ entryId: entryId, at, kind: 'fine removed', chargedCents: NONE, paidCents: NONE }];
    case 'fine applied':
    case 'invoice arrested':
    case 'fine arrested':
      return [];
  }
}

function finesOf(ledger: Ledger): Movement[] {
  return ledger.invoices.flatMap((invoice) => {
    const fine = findCharge(invoice, 'Fine');
    if (!fine) return [];
    return [{ entryId: invoice.id, at: fine.aroseAt, kind: 'fine', chargedCents: fine.cents, paidCents: NONE }];
  });
}
