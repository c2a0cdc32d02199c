import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '../money.ts';
import { runs } from '../testing/runs.ts';
import { amount, rupees } from '../testing/story.ts';
import { fineTotals, NO_TAX_TOTALS, sumTaxTotals, taxTotals } from './tax-lines.ts';
import { noteForCancellation, noteForCorrection, type TaxNoteAmounts, uncreditedTotals } from './tax-notes.ts';
import type { TaxSettings } from './tax-settings.ts';

const TERMS = { vatRateBasisPoints: 1800, amounts: 'cents' } as const;

function onValue(text: string) {
  return taxTotals(amount(text), TERMS);
}

function lineOf(note: TaxNoteAmounts | undefined): string {
  if (!note) return 'none';
  const { valueCents, vatCents, totalCents } = note.totals;
  return [note.direction, ...[valueCents, vatCents, totalCents].map(rupees)].join(' ');
}

test.each([
  // Columns: value before, corrected value; then kind of note, value, VAT, total.
  ['28,500.00', '27,500.00', 'credit 1,000.00 180.00 1,180.00'],
  ['28,500.00', '30,000.00', 'debit 1,500.00 270.00 1,770.00'],
  ['28,500.00', '0.00', 'credit 28,500.00 5,130.00 33,630.00'],
  ['100.03', '100.01', 'credit 0.02 0.01 0.03'],
  ['100.01', '100.03', 'debit 0.02 0.01 0.03'],
  ['100.03', '100.05', 'debit 0.02 0.00 0.02'],
  ['28,500.00', '28,500.00', 'none'],
])('a value of %s corrected to %s: %s', (before, after, expected) => {
  expect(lineOf(noteForCorrection(onValue(before), onValue(after)))).toBe(expected);
});

test('a cancelled bill is credited in full, and after a note only with the rest', () => {
  const invoice = onValue('28,500.00');
  expect(lineOf(noteForCancellation(invoice))).toBe('credit 28,500.00 5,130.00 33,630.00');
  const note = noteForCorrection(invoice, onValue('27,500.00'));
  const rest = uncreditedTotals(invoice, note ? [note] : []);
  expect(lineOf(noteForCancellation(rest))).toBe('credit 27,500.00 4,950.00 32,450.00');
  expect(noteForCancellation(NO_TAX_TOTALS)).toBeUndefined();
});

test('a fine with VAT is a debit note to its bill, and cancelling the bill credits both', () => {
  const invoice = onValue('28,500.00');
  const fine = fineTotals(amount('7,500.00'), { ...TERMS, fineVat: 'exclusive' });
  const note = noteForCorrection(invoice, sumTaxTotals(fine ? [invoice, fine] : [invoice]));
  expect(lineOf(note)).toBe('debit 7,500.00 1,350.00 8,850.00');
  const rest = uncreditedTotals(invoice, note ? [note] : []);
  expect(lineOf(noteForCancellation(rest))).toBe('credit 36,000.00 6,480.00 42,480.00');
});

test('credit notes never exceed their invoice', () => {
  const invoice = onValue('100.00');
  const tooMuch: TaxNoteAmounts = { direction: 'credit', totals: onValue('100.01') };
  expect(() => uncreditedTotals(invoice, [tooMuch])).toThrow('credited more than was invoiced');
});

test.each([
  [-1, 1, 0],
  [1, -1, 0],
  [0, 0, -1],
])('nothing is corrected to a value of %i, VAT of %i and a total of %i cents', (value, vat, total) => {
  const below = { valueCents: cents(value), vatCents: cents(vat), totalCents: cents(total) };
  expect(() => noteForCorrection(onValue('100.00'), below)).toThrow(`corrected below 0: ${total}`);
});

test.each([
  ['100.00', '101.00', 1500],
  ['101.00', '100.00', 2100],
  ['100.00', '100.00', 1500],
  ['100.00', '100.00', 2000],
])('at another rate a value of %s is not corrected to %s: %i basis points', (before, after, vatRateBasisPoints) => {
  const corrected = taxTotals(amount(after), { ...TERMS, vatRateBasisPoints });
  expect(() => noteForCorrection(onValue(before), corrected)).toThrow('VAT does not follow the value');
});

const amounts: TaxSettings['amounts'][] = ['cents', 'rupees'];

test.each(amounts)('after any corrections, in %s, an invoice with its notes is the last corrected bill', (rounding) => {
  const values = fc.array(fc.oneof(fc.nat(4_000_000), fc.nat(400)), { minLength: 2, maxLength: 12 });
  fc.assert(
    fc.property(values, fc.constantFrom(1800, 1500, 800, 1), ([first = 0, ...later], vatRateBasisPoints) => {
      const terms = { vatRateBasisPoints, amounts: rounding };
      const invoice = taxTotals(cents(first), terms);
      const notes: TaxNoteAmounts[] = [];
      for (const value of later) {
        const corrected = taxTotals(cents(value), terms);
        const note = noteForCorrection(uncreditedTotals(invoice, notes), corrected);
        if (note) notes.push(note);
        expect(uncreditedTotals(invoice, notes)).toEqual(corrected);
        // The tax office refuses a note without a value.
        expect(note?.totals.valueCents ?? 1).toBeGreaterThan(0);
      }
      const last = noteForCancellation(uncreditedTotals(invoice, notes));
      expect(uncreditedTotals(invoice, last ? [...notes, last] : notes)).toEqual(NO_TAX_TOTALS);
    }),
    runs(2000),
  );
});
