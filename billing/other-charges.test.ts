import { expect, test } from 'vitest';
import { billOf, vatableOf } from './invoice.ts';
import { cents } from './money.ts';
import { meteredAmount, toUnits, vatChange } from './other-charges.ts';

test.each([
  // Columns: units, rate per unit, amount.
  [120_500, 4555, 548_878],
  [120_000, 4500, 540_000],
  [1, 500, 1],
  [1, 499, 0],
  [0, 4500, 0],
  [999_999_999_999, 99_999, 99_998_999_999_900],
])('%i thousandths of a unit at %i cents are %i cents', (units, rate, amount) => {
  expect(meteredAmount(units, cents(rate))).toBe(amount);
});

test('a reading is printed in units, and a meter does not run backwards', () => {
  expect(toUnits(120_500)).toBe(120.5);
  expect(() => meteredAmount(-1, cents(4500))).toThrow('a meter that ran backwards: -1');
});

test('VAT is on rent, fee and VATable other charges together, rounded once', () => {
  const bill = {
    rentCents: cents(800_001),
    operationFeeCents: cents(200_001),
    otherCharges: [
      { cents: cents(540_001), isVatable: true },
      { cents: cents(150_000), isVatable: false },
    ],
  };
  expect(vatableOf(bill)).toBe(1_540_003);
  // Rounding VAT of each charge separately would add up to 144,000 + 36,000 + 97,200.
  expect(billOf(bill, 1800).vatCents).toBe(277_201);
});

test('a note changes VAT by the difference of both VAT amounts', () => {
  expect(vatChange({ before: cents(10_003), after: cents(10_001) }, 1800)).toBe(-1);
  expect(vatChange({ before: cents(2_500_000), after: cents(2_650_000) }, 1800)).toBe(27_000);
});
