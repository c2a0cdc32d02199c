/**
 * Credit and debit notes (docs/rules.md, Tax documents). An issued tax invoice is never changed; a note for the
 * difference corrects it.
 *
 * Worked example: a value of 100.03 corrected to 100.01 at 18% is a credit of 0.02 with VAT 0.01, because VAT falls
 * from 18.01 to 18.00.
 */
import { cents } from '../money.ts';
import { NO_TAX_TOTALS, sumTaxTotals, type TaxTotals } from './tax-lines.ts';

/** Amounts of a note are above 0; its direction says whether they reduce or raise the invoice. */
export interface TaxNoteAmounts {
  direction: 'credit' | 'debit';
  totals: TaxTotals;
}

/**
 * Returns what an invoice still charges after its notes. Throws a RangeError when its credit notes exceed it, which
 * only a bug can cause.
 */
export function uncreditedTotals(invoice: TaxTotals, notes: readonly TaxNoteAmounts[]): TaxTotals {
  const rest = sumTaxTotals([invoice, ...notes.map(signed)]);
  if (isBelowNothing(rest)) throw new RangeError(`credited more than was invoiced: ${rest.totalCents}`);
  return rest;
}

/**
 * Returns the note that changes `uncredited` into `corrected`; undefined when nothing changes. VAT of the note is the
 * difference between the two VAT amounts, not a rate on the difference.
 *
 * Throws a RangeError for corrected totals below 0, when only the VAT changes, and when VAT and value change in
 * opposite directions. If the VAT rate has changed, the invoice must be cancelled and billed again.
 */
export function noteForCorrection(uncredited: TaxTotals, corrected: TaxTotals): TaxNoteAmounts | undefined {
  if (isBelowNothing(corrected)) throw new RangeError(`corrected below 0: ${corrected.totalCents}`);
  const raised = sumTaxTotals([corrected, negated(uncredited)]);
  if (raised.valueCents === 0 && raised.vatCents === 0) return undefined;
  const note: TaxNoteAmounts =
    raised.valueCents > 0 ? { direction: 'debit', totals: raised } : { direction: 'credit', totals: negated(raised) };
  if (note.totals.valueCents === 0 || isBelowNothing(note.totals))
    throw new RangeError('VAT does not follow the value');
  return note;
}

/** Returns a credit note for everything that the invoice still charges; undefined when it charges nothing. */
export function noteForCancellation(uncredited: TaxTotals): TaxNoteAmounts | undefined {
  return noteForCorrection(uncredited, NO_TAX_TOTALS);
}

function signed({ direction, totals }: TaxNoteAmounts): TaxTotals {
  return direction === 'credit' ? negated(totals) : totals;
}

function negated({ valueCents, vatCents, totalCents }: TaxTotals): TaxTotals {
  return { valueCents: cents(0 - valueCents), vatCents: cents(0 - vatCents), totalCents: cents(0 - totalCents) };
}

function isBelowNothing({ valueCents, vatCents, totalCents }: TaxTotals): boolean {
  return valueCents < 0 || vatCents < 0 || totalCents < 0;
}
