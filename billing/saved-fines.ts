/**
 * The fines that money saves because it counts on an earlier day than the one on which it was recorded (docs/rules.md,
 * Payments for an earlier day). It is computed from the ledger without the money and with it.
 *
 * Worked example: October's rent of Rs. 8,000.00 is unpaid on 20 November, so its fine of Rs. 2,400.00 is owed with the
 * next payment. Rs. 7,800.00 that are recorded for 10 October leave Rs. 4,000.00 of the rent, whose fine is Rs.
 * 1,200.00: they save Rs. 1,200.00.
 */
import { type Day, dayOf, type Instant } from './calendar.ts';
import { nextFineOf } from './fine.ts';
import { type Fold, foldFrom } from './fold.ts';
import { changedInvoices, type FoldedInvoice, findCharge } from './ledger.ts';
import type { LedgerEntryId } from './ledger-entries.ts';
import { type Cents, cents } from './money.ts';

export interface SavedFine {
  invoiceId: LedgerEntryId;
  /** The fine that was owed before, and the part of it that is no longer owed. */
  owedCents: Cents;
  savedCents: Cents;
}

interface DatedMoney {
  at: Instant;
  cents: Cents;
  /** The payment that the money corrects; undefined for a new payment. */
  paymentId?: LedgerEntryId;
  recordedOn: Day;
}

/** Later than every stored id, because the new entry is the last one of its instant. */
const NEW_ID = Number.MAX_SAFE_INTEGER;

/** Returns the fines that are saved, by invoice; none for money of the day on which it was recorded. */
export function savedFines(before: Fold, { at, cents: amount, paymentId, recordedOn }: DatedMoney): SavedFine[] {
  if (dayOf(at) >= recordedOn || amount <= 0) return [];
  const entry = { id: NEW_ID, at, cents: amount };
  const after = foldFrom(before, [
    paymentId === undefined ? { ...entry, kind: 'payment' } : { ...entry, kind: 'correction', paymentId },
  ]);
  return changedInvoices(before.ledger, after.ledger).flatMap(({ invoice, previous }) => {
    const owedCents = previous ? fineOwed(previous, recordedOn) : cents(0);
    const savedCents = cents(owedCents - fineOwed(invoice, recordedOn));
    return savedCents > 0 ? [{ invoiceId: invoice.id, owedCents, savedCents }] : [];
  });
}

/** Returns the fine that an invoice has on a day, or the one that it would get on a day after its due day; otherwise 0. */
function fineOwed(invoice: FoldedInvoice, today: Day): Cents {
  const isOverdue = today > invoice.dueDay;
  const fine = findCharge(invoice, 'Fine');
  if (fine) return isOverdue || dayOf(fine.aroseAt) <= today ? fine.cents : cents(0);
  return isOverdue && !invoice.wasFineRemoved ? nextFineOf(invoice) : cents(0);
}
