/**
 * The statement of account, which is printed below a tax invoice but is not part of it (docs/rules.md, Tax documents).
 *
 * Worked example: with 13,630.00 unpaid from earlier months, fines of 4,089.00 and a bill of 33,630.00, the amount to
 * pay is 51,349.00.
 */
import type { InvoiceSnapshot } from '../invoice-snapshot.ts';
import { type Cents, cents, sumCents } from '../money.ts';
import type { TaxedBill, TaxLine } from './tax-lines.ts';

export interface StatementBox {
  unpaidOfEarlierMonthsCents: Cents;
  /** Unpaid fines of earlier months, except those under arrest, which are part of `unpaidOfEarlierMonthsCents`. */
  finesCents: Cents;
  /** The balance. A credit reduces the amount to pay; an amount below 0 is a debt and increases it. */
  balanceCents: Cents;
  /** The total of the tax document, which is printed above the statement. */
  billCents: Cents;
  /** The bill's charges that bear no VAT. The document does not list them. */
  otherChargesCents: Cents;
  /**
   * The ledger's amount less the document's. It is 0 unless the document is in whole rupees, and below 0 when the
   * document was rounded up.
   */
  roundingCents: Cents;
  /** The amount to pay, never below 0. */
  toPayCents: Cents;
}

/** Returns the statement of account. `snapshot` is the ledger as it was when the bill was generated. */
export function statementBox(
  snapshot: Pick<InvoiceSnapshot, 'totalArrearsCents' | 'finesCents' | 'previousBalanceCents'>,
  bill: TaxedBill<TaxLine>,
): StatementBox {
  const otherChargesCents = sumCents(bill.onStatement.map(({ valueCents }) => valueCents));
  const due = sumCents([
    snapshot.totalArrearsCents,
    snapshot.finesCents,
    bill.totals.totalCents,
    otherChargesCents,
    bill.restCents,
  ]);
  return {
    unpaidOfEarlierMonthsCents: snapshot.totalArrearsCents,
    finesCents: snapshot.finesCents,
    balanceCents: snapshot.previousBalanceCents,
    billCents: bill.totals.totalCents,
    otherChargesCents,
    roundingCents: bill.restCents,
    toPayCents: cents(Math.max(0, due - snapshot.previousBalanceCents)),
  };
}
