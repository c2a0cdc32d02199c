import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Cents, cents, MAX_CENTS, parseRupees, percentOf, sumCents, toPercent, toRupees } from './money.ts';
import { runs } from './testing/runs.ts';

const readings: [text: string, inCents: number][] = [
  ['0', 0],
  ['0.00', 0],
  ['-0', 0],
  ['-0.00', 0],
  ['7', 700],
  ['007', 700],
  ['120.5', 12_050],
  ['120.05', 12_005],
  ['1800.05', 180_005],
  ['-45.10', -4_510],
  ['10000.25', 1_000_025],
  ['999999999.99', 99_999_999_999],
  ['-999999999.99', -99_999_999_999],
  ['0000000000000000001', 100],
];

test.each(readings)('"%s" on a price sheet is %i cents', (text, inCents) => {
  expect(parseRupees(text)).toBe(inCents);
});

const noAmounts = [
  '',
  ' ',
  '.',
  '-',
  '-.5',
  '.5',
  '5.',
  '1.234',
  '0.001',
  '1,000',
  '1 000',
  ' 5',
  '5 ',
  '5\n',
  '+5',
  '--5',
  '5-',
  '0x10',
  '12abc',
  '1e3',
  '1E3',
  'Infinity',
  '-Infinity',
  'NaN',
  'null',
  'true',
  '[5]',
  '૧૨',
  '５',
  '½',
  'Rs. 5',
  '1000000000',
  '1000000000.00',
  '-1000000000',
  '999999999999',
  '9999999999999',
  '1e+309',
];

test.each(noAmounts)('"%s" is not an amount', (text) => {
  expect(parseRupees(text)).toBeUndefined();
});

test('text is read in the format of the API, and in no other format', () => {
  const anyText = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'0123456789.-+,eE x'), maxLength: 18 }),
    fc.string(),
    fc
      .tuple(fc.constantFrom('', '-', '+'), fc.nat(2_000_000_000), fc.constantFrom('', '.', '.0', '.5', '.05', '.005'))
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(anyText, (text) => {
      expect(parseRupees(text)).toBe(readByHand(text));
    }),
    runs(5000),
  );
});

test('every amount that the product accepts comes back from JSON to the cent', () => {
  fc.assert(
    fc.property(fc.integer({ min: -MAX_CENTS, max: MAX_CENTS }), (amount) => {
      const sent = JSON.parse(JSON.stringify(toRupees(cents(amount))));
      expect(parseRupees(String(sent))).toBe(amount);
    }),
    runs(5000),
  );
});

test('an amount with a tenth of a cent is refused and not rounded', () => {
  fc.assert(
    fc.property(fc.nat(999_999_999), fc.integer({ min: 1, max: 9 }), (rupees, tenthsOfACent) => {
      expect(parseRupees(`${rupees}.00${tenthsOfACent}`)).toBeUndefined();
    }),
  );
});

test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('%d is not a whole number of cents', (amount) => {
  expect(() => cents(amount)).toThrow(new RangeError(`not a whole number of cents: ${amount}`));
});

test.each([
  [1_000_025, 1800, 180_005],
  [1_000_030, 1500, 150_005],
  [1_000_100, 1750, 175_018],
  [1_005_000, 3333, 334_967],
  [MAX_CENTS, 10_000, MAX_CENTS],
  [MAX_CENTS, 3333, 33_330_000_000],
  [1, 4999, 0],
  [1, 5000, 1],
  [0, 1800, 0],
  [1_000_025, 0, 0],
])('%i basis points of %i cents are %i cents', (amount, basisPoints, expected) => {
  expect(percentOf(cents(amount), basisPoints)).toBe(expected);
});

test('1,750 basis points are 17.5 %', () => {
  expect(toPercent(1750)).toBe(17.5);
});

test('a percentage is the nearest cent, rounded half up, and never a float', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MAX_CENTS }), fc.integer({ min: 0, max: 20_000 }), (amount, basisPoints) => {
      const exact = BigInt(amount) * BigInt(basisPoints);
      const tooMuch = BigInt(percentOf(cents(amount), basisPoints)) * 10_000n - exact;
      expect(tooMuch > -5000n && tooMuch <= 5000n).toBe(true);
    }),
    runs(5000),
  );
});

test.each([
  [-1, 1800],
  [100, -1],
])('no percentage is computed of a negative amount, or below 0: %i, %i', (amount, basisPoints) => {
  const fault = new RangeError(`not a percentage of an amount: ${basisPoints} of ${amount}`);
  expect(() => percentOf(cents(amount), basisPoints)).toThrow(fault);
});

test('amounts are added, the sum of an empty list is 0, and a sum that is too large is refused', () => {
  expect(sumCents([])).toBe(0);
  expect(sumCents([cents(10), cents(20), cents(-5)])).toBe(25);
  expect(() => sumCents([Number.MAX_SAFE_INTEGER as Cents, cents(1)])).toThrow(RangeError);
});

function readByHand(text: string): number | undefined {
  const unsigned = text.startsWith('-') ? text.slice(1) : text;
  const [whole = '', ...fractions] = unsigned.split('.');
  const [fraction = '0'] = fractions;
  const isWritten = [whole, fraction].every(
    (part) => part !== '' && [...part].every((one) => '0123456789'.includes(one)),
  );
  if (!isWritten || fractions.length > 1 || fraction.length > 2) return undefined;
  const tens = fraction.length === 1 ? 10n : 1n;
  const amount = BigInt(whole) * 100n + BigInt(fraction) * tens;
  if (amount > 99_999_999_999n) return undefined;
  return text.startsWith('-') ? 0 - Number(amount) : Number(amount);
}
