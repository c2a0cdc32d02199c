import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { billOf } from '../invoice.ts';
import { type Cents, cents, MAX_CENTS, percentOf } from '../money.ts';
import { runs } from '../testing/runs.ts';
import { amount, rupees } from '../testing/story.ts';
import {
  fineTotals,
  NO_TAX_TOTALS,
  optionalTaxFields,
  sumTaxTotals,
  type TaxTotals,
  taxBill,
  taxTotals,
} from './tax-lines.ts';
import { DEFAULT_TAX_SETTINGS } from './tax-settings.ts';

const IN_CENTS = { vatRateBasisPoints: 1800, amounts: 'cents' } as const;
const IN_RUPEES = { vatRateBasisPoints: 1800, amounts: 'rupees' } as const;

const rent = { name: 'rent', valueCents: amount('25,000.00'), isVatable: true };
const fee = { name: 'fee', valueCents: amount('3,500.00'), isVatable: true };
const returnedCheque = { name: 'returned cheque', valueCents: amount('500.00'), isVatable: false };

function figures({ valueCents, vatCents, totalCents }: TaxTotals): string[] {
  return [valueCents, vatCents, totalCents].map(rupees);
}

describe('a bill', () => {
  test('of A12 for October 2026 is the worked example of the rules', () => {
    const bill = taxBill([rent, fee], IN_CENTS);
    expect(figures(bill.totals)).toEqual(['28,500.00', '5,130.00', '33,630.00']);
    expect(bill).toMatchObject({ onPaper: [rent, fee], onStatement: [], hasVat: true, restCents: 0 });
    expect(optionalTaxFields(bill.totals, DEFAULT_TAX_SETTINGS)).toEqual({
      totalInWords: 'Thirty-three thousand six hundred and thirty rupees',
      placeOfSupply: undefined,
    });
  });

  test('has lines without VAT in the statement of account, not on the tax invoice', () => {
    const bill = taxBill([rent, returnedCheque, fee], IN_CENTS);
    expect(bill).toMatchObject({ onPaper: [rent, fee], onStatement: [returnedCheque] });
    expect(figures(bill.totals)).toEqual(['28,500.00', '5,130.00', '33,630.00']);
  });

  test('without a line with VAT has all lines on the paper', () => {
    const atNoRate = taxBill([rent, returnedCheque], { ...IN_CENTS, vatRateBasisPoints: 0 });
    expect(atNoRate).toMatchObject({ onPaper: [rent, returnedCheque], onStatement: [], hasVat: false });
    expect(figures(atNoRate.totals)).toEqual(['25,500.00', '0.00', '25,500.00']);
    const onlyExempt = taxBill([returnedCheque], IN_CENTS);
    expect(onlyExempt).toMatchObject({ onPaper: [returnedCheque], hasVat: false });
    expect(figures(onlyExempt.totals)).toEqual(['500.00', '0.00', '500.00']);
  });

  test('without VAT is not rounded to rupees', () => {
    const charge = { ...returnedCheque, valueCents: amount('500.55') };
    expect(figures(taxBill([charge], IN_RUPEES).totals)).toEqual(['500.55', '0.00', '500.55']);
  });

  test('of no lines is 0', () => {
    expect(taxBill([], IN_CENTS)).toMatchObject({ hasVat: false, totals: NO_TAX_TOTALS });
  });

  test('prints the place of supply if there is one, and words if they are wanted', () => {
    const settings = { words: false, placeOfSupply: ' Dambulla ' };
    expect(optionalTaxFields(NO_TAX_TOTALS, settings)).toEqual({ totalInWords: undefined, placeOfSupply: 'Dambulla' });
  });
});

describe('in whole rupees', () => {
  test.each([
    ['28,500.00', '28,500.00', '5,130.00', '33,630.00', '0.00'],
    ['28,500.49', '28,500.00', '5,130.00', '33,630.00', '0.58'],
    ['28,500.50', '28,501.00', '5,130.00', '33,631.00', '-0.41'],
    ['10.00', '10.00', '2.00', '12.00', '-0.20'],
    ['102.75', '103.00', '19.00', '122.00', '-0.75'],
    ['0.49', '0.00', '0.00', '0.00', '0.58'],
  ])('a value of %s is %s, VAT %s, total %s, and %s is in the statement', (value, ...expected) => {
    const bill = taxBill([{ valueCents: amount(value), isVatable: true }], IN_RUPEES);
    expect([...figures(bill.totals), rupees(bill.restCents)]).toEqual(expected);
  });

  test('paper and rest are what the ledger charges, and differ from it by less than Rs 1.10', () => {
    const anyLines = fc.array(fc.nat(5_000_000), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(anyLines, (values) => {
        const bill = taxBill(
          values.map((value) => ({ valueCents: cents(value), isVatable: true })),
          IN_RUPEES,
        );
        const value = cents(values.reduce((sum, each) => sum + each, 0));
        expect(bill.totals.totalCents + bill.restCents).toBe(value + percentOf(value, 1800));
        expect(Math.abs(bill.restCents)).toBeLessThan(110);
        for (const figure of Object.values(bill.totals)) expect(figure % 100).toBe(0);
      }),
      runs(2000),
    );
  });
});

test('VAT of a bill is the VAT of its invoice in the ledger, for any amounts and rates', () => {
  const money = fc.nat(Math.floor(MAX_CENTS / 2)).map(cents);
  fc.assert(
    fc.property(money, money, fc.nat(5000), (rentCents, feeCents, vatRateBasisPoints) => {
      const lines = [rentCents, feeCents].map((valueCents) => ({ valueCents, isVatable: true }));
      const { vatCents } = taxBill(lines, { vatRateBasisPoints, amounts: 'cents' }).totals;
      expect(vatCents).toBe(billOf({ rentCents, operationFeeCents: feeCents }, vatRateBasisPoints).vatCents);
    }),
    runs(2000),
  );
});

test.each([
  ['100.03', '18.01'],
  ['100.01', '18.00'],
  ['10,000.25', '1,800.05'],
  ['0.02', '0.00'],
  ['0.03', '0.01'],
])('VAT on %s is %s', (value, vat) => {
  expect(rupees(taxTotals(amount(value), IN_CENTS).vatCents)).toBe(vat);
});

describe('a fine', () => {
  test.each([
    ['outside', '7,500.00', undefined],
    ['exclusive', '7,500.00', ['7,500.00', '1,350.00', '8,850.00']],
    ['inclusive', '7,500.00', ['6,355.93', '1,144.07', '7,500.00']],
    ['exclusive', '4,089.00', ['4,089.00', '736.02', '4,825.02']],
    ['inclusive', '0.01', ['0.01', '0.00', '0.01']],
  ] as const)('with VAT %s of %s: %j', (fineVat, fine, expected) => {
    const totals = fineTotals(amount(fine), { ...IN_CENTS, fineVat });
    expect(totals && figures(totals)).toEqual(expected);
  });

  test.each([
    ['exclusive', '7,500.49', ['7,500.00', '1,350.00', '8,850.00']],
    ['inclusive', '7,500.50', ['6,357.00', '1,144.00', '7,501.00']],
  ] as const)('in whole rupees with VAT %s of %s: %j', (fineVat, fine, expected) => {
    const totals = fineTotals(amount(fine), { ...IN_RUPEES, fineVat });
    expect(totals && figures(totals)).toEqual(expected);
  });

  test('bears no VAT at a rate of 0', () => {
    const terms = { vatRateBasisPoints: 0, amounts: 'cents', fineVat: 'inclusive' } as const;
    expect(fineTotals(amount('7,500.00'), terms)).toBeUndefined();
  });

  test('that contains VAT has the nearest cent of rate / (100% + rate)', () => {
    fc.assert(
      fc.property(fc.nat(MAX_CENTS), fc.integer({ min: 1, max: 5000 }), (fine, rate) => {
        const terms = { vatRateBasisPoints: rate, amounts: 'cents', fineVat: 'inclusive' } as const;
        const { valueCents, vatCents, totalCents } = fineTotals(cents(fine), terms) ?? NO_TAX_TOTALS;
        expect(valueCents + vatCents).toBe(totalCents);
        expect(totalCents).toBe(fine);
        const divisor = 10_000n + BigInt(rate);
        const tooMuch = 2n * (BigInt(vatCents) * divisor - BigInt(fine) * BigInt(rate));
        expect(tooMuch > -divisor && tooMuch <= divisor).toBe(true);
      }),
      runs(2000),
    );
  });
});

test('amounts below 0 are refused', () => {
  expect(() => taxTotals(cents(-1), IN_CENTS)).toThrow(RangeError);
  expect(() => taxTotals(cents(-1), IN_RUPEES)).toThrow('not an amount to round: -1');
  expect(() => fineTotals(cents(-1), { ...IN_CENTS, fineVat: 'inclusive' })).toThrow(RangeError);
});

test('totals are added each by itself', () => {
  const each = (value: Cents) => taxTotals(value, IN_CENTS);
  expect(figures(sumTaxTotals([each(amount('100.03')), each(amount('100.01'))]))).toEqual([
    '200.04',
    '36.01',
    '236.05',
  ]);
  expect(sumTaxTotals([])).toEqual(NO_TAX_TOTALS);
});
