import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Month } from '../calendar.ts';
import { takeSnapshot } from '../invoice-snapshot.ts';
import { cents } from '../money.ts';
import { runs } from '../testing/runs.ts';
import { amount, playStory, rupees } from '../testing/story.ts';
import { csvText, isAsciiText, writeCsv } from './csv-line.ts';
import { type StatementBox, statementBox } from './statement-box.ts';
import { fineTotals, NO_TAX_TOTALS, sumTaxTotals, type TaxTerms, taxBill, taxTotals } from './tax-lines.ts';
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

test.each([
  ['EXAMPLE TRADERS', 'EXAMPLE TRADERS'],
  ['=SUM(A1:A9)', 'SUM(A1:A9)'],
  ['+94 11 000 0000', '94 11 000 0000'],
  [' =-@+ Traders ', 'Traders'],
  ['Traders = Sons', 'Traders = Sons'],
  ['Traders\r\nand\tSons', 'Traders and Sons'],
  ['Café', 'Cafe'],
  ['Traders – Sons', 'Traders ? Sons'],
  ['பொல Traders', '?? Traders'],
  ['\u200dTraders\u0000', 'Traders'],
])('the text %j is the cell "%s"', (text, cell) => {
  expect(csvText(text)).toBe(cell);
});

test.each([
  ['EXAMPLE TRADERS', true],
  ['', true],
  ['Café', false],
  ['පොළ', false],
  ['two\nlines', false],
])('%j is ASCII on one line: %s', (text, expected) => {
  expect(isAsciiText(text)).toBe(expected);
});

test('a file has CRLF after every line and quotes only where needed', () => {
  const rows = [['1', 'Silva, Perera and Sons', 'the "Old" market', 'shop A12'], ['2'], ['two\nlines']];
  expect(writeCsv('No,Name', rows)).toBe(
    'No,Name\r\n1,"Silva, Perera and Sons","the ""Old"" market",shop A12\r\n2\r\n"two\nlines"\r\n',
  );
  expect(writeCsv('No,Name', [])).toBe('No,Name\r\n');
});

describe('statement box', () => {
  const TERMS: TaxTerms = { vatRateBasisPoints: 1800, amounts: 'cents' };
  const snapshot = { totalArrearsCents: cents(0), finesCents: cents(0), previousBalanceCents: cents(0) };

  function lines(rent: string, other: string) {
    return [
      { valueCents: amount(rent), isVatable: true },
      { valueCents: amount(other), isVatable: false },
    ];
  }

  function figures(box: StatementBox): Record<string, string> {
    return Object.fromEntries(Object.entries(box).map(([name, value]) => [name.replace('Cents', ''), rupees(value)]));
  }

  test('A12 has 51,349.00 to pay for October, as in the worked example of the rules', () => {
    const { actual, expected, ledger } = playStory(`
    when       | what                                                | left over | the months
    2026-09-01 | bill 2026-09: rent 25,000.00, fee 3,500.00, VAT 18 % | 0.00 | 2026-09 Unpaid: VAT 5,130.00, fee 3,500.00, rent 25,000.00
    2026-09-10 | pays 20,000.00                                      | 0.00      | 2026-09 Partially Paid: rent 13,630.00
    2026-09-16 | fine on 2026-09                                     | 0.00      | 2026-09 Partially Paid: rent 13,630.00, fine 4,089.00
  `);
    expect(actual).toEqual(expected);
    const bill = taxBill(
      [amount('25,000.00'), amount('3,500.00')].map((valueCents) => ({ valueCents, isVatable: true })),
      TERMS,
    );
    const taken = takeSnapshot(ledger, {
      month: '2026-10' as Month,
      billCents: bill.totals.totalCents,
      previous: undefined,
      payments: [],
    });
    const box = statementBox(taken, bill);
    expect(figures(box)).toEqual({
      unpaidOfEarlierMonths: '13,630.00',
      fines: '4,089.00',
      balance: '0.00',
      bill: '33,630.00',
      otherCharges: '0.00',
      rounding: '0.00',
      toPay: '51,349.00',
    });
    expect(box.toPayCents).toBe(taken.totalCents);
  });

  test('a credit reduces what is to pay, never below 0, and a debt raises it', () => {
    const bill = taxBill(lines('100.00', '0.00'), TERMS);
    const toPay = (balance: string) =>
      rupees(statementBox({ ...snapshot, previousBalanceCents: amount(balance) }, bill).toPayCents);
    expect(['18.00', '118.00', '500.00', '-20.00'].map(toPay)).toEqual(['100.00', '0.00', '0.00', '138.00']);
  });

  test('charges without VAT and the cents of a paper in whole rupees are in the box', () => {
    const bill = taxBill(lines('28,500.49', '500.00'), { ...TERMS, amounts: 'rupees' });
    expect(figures(statementBox(snapshot, bill))).toMatchObject({
      bill: '33,630.00',
      otherCharges: '500.00',
      rounding: '0.58',
      toPay: '34,130.58',
    });
  });
});
