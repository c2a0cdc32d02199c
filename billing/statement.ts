/**
 * The ledger of a tenancy in the form of a bank statement, with the balance after each line.
 *
 * Worked example: after an invoice of Rs. 11,800.00 and a payment of Rs. 5,000.00 the balance is -6,800.00. The last
 * balance is the credit less the debt.
 */

import type { Instant } from './calendar.ts';
import { findCharge, type Ledger } from './ledger.ts';
import {
  type BalanceChange,
  inLedgerOrder,
  type LedgerEntry,
  type LedgerEntryId,
  type NoteEntry,
} from './ledger-entries.ts';
import { type Cents, cents, sumCents } from './money.ts';

export interface StatementEntry {
  at: Instant;
  kind: 'invoice' | 'fine' | 'payment' | 'correction' | BalanceChange | NoteEntry['kind'] | 'fine removed';
  /** The id of the ledger entry; for a fine, that of its invoice. */
  entryId: LedgerEntryId;
  chargedCents: Cents;
  paidCents: Cents;
  /** The amount that the market owes the tenant after this line; below 0 if the tenant owes the market. */
  balanceCents: Cents;
}

type Movement = Omit<StatementEntry, 'balanceCents'>;

const NONE = cents(0);

/** Returns the statement, oldest line first. `ledger` is the fold of `entries`. */
export function statementOf(entries: readonly LedgerEntry[], ledger: Ledger): StatementEntry[] {
  const movements = inLedgerOrder(entries).flatMap(movementOf);
  // Fines are inserted newest month first, so that those of the same instant end up oldest month first.
  for (const fine of finesOf(ledger).toReversed()) {
    // A fine precedes a payment of the same instant, because it falls due before the payment is allocated.
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
      const others = (entry.otherCharges ?? []).map((charge) => charge.cents);
      const chargedCents = sumCents([entry.vatCents, entry.operationFeeCents, entry.rentCents, ...others]);
      return [{ entryId: entryId, at, kind: 'invoice', chargedCents, paidCents: NONE }];
    }
    case 'payment':
    case 'correction':
      return [{ entryId: entryId, at, kind: entry.kind, chargedCents: NONE, paidCents: entry.cents }];
    case 'balance':
    case 'transfer':
    case 'refund':
    case 'write-off':
    case 'deposit applied': {
      if (entry.opening && entry.cents === 0) return [];
      const paidCents = cents(Math.max(0, entry.cents));
      return [{ entryId: entryId, at, kind: entry.kind, chargedCents: cents(paidCents - entry.cents), paidCents }];
    }
    case 'credit note':
      return [{ entryId: entryId, at, kind: entry.kind, chargedCents: NONE, paidCents: entry.cents }];
    case 'debit note':
      return [{ entryId: entryId, at, kind: entry.kind, chargedCents: entry.cents, paidCents: NONE }];
    case 'fine removed':
      return [{ entryId: entryId, at, kind: 'fine removed', chargedCents: NONE, paidCents: NONE }];
    case 'deposit received':
    case 'deposit refunded':
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
