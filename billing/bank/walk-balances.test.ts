import { expect, test } from 'vitest';
import { day } from '../calendar.ts';
import { cents } from '../money.ts';
import { type BalanceLine, walkBalances } from './walk-balances.ts';

const lineOn = (on: number, amount: number, balance: number | null): BalanceLine => ({
  day: day(`2026-11-${String(on).padStart(2, '0')}`),
  cents: cents(amount),
  balance: balance === null ? null : cents(balance),
});

const MONTH = [
  lineOn(2, 500, 1500),
  lineOn(2, -200, 1300),
  lineOn(2, 200, 1500),
  lineOn(5, 100, 1600),
  lineOn(5, 100, 1700),
  lineOn(9, -700, 1000),
];

test('the balances at both ends do not depend on the order within a day', () => {
  const [a, b, c, d, e, f] = MONTH as [BalanceLine, BalanceLine, BalanceLine, BalanceLine, BalanceLine, BalanceLine];
  const expected = { opening: 1000, closing: 1000, gaps: [] };
  expect(walkBalances(MONTH)).toEqual(expected);
  expect(walkBalances([c, a, b, e, d, f])).toEqual(expected);
});

test('a day whose lines add up to 0 ends as it began', () => {
  const around = [lineOn(2, 500, 1500), lineOn(3, -1500, 0), lineOn(3, 1500, 1500), lineOn(4, 10, 1510)];
  expect(walkBalances(around)).toEqual({ opening: 1000, closing: 1510, gaps: [] });
});

test('missing days and lines missing within a day are named', () => {
  expect(walkBalances(MONTH.filter((_, at) => at !== 3 && at !== 4)).gaps).toEqual([
    { day: '2026-11-09', expected: 1500, found: 1700 },
  ]);
  const cut = [lineOn(2, 100, 100), lineOn(2, 100, 300), lineOn(3, 50, 350)];
  expect(walkBalances(cut)).toEqual({
    opening: 0,
    closing: 350,
    gaps: [{ day: '2026-11-02', expected: 0, found: null }],
  });
  expect(walkBalances([lineOn(2, 5, 105)], cents(90))).toMatchObject({ gaps: [{ expected: 90, found: 100 }] });
});

test('nothing is said about an account whose files state no balance', () => {
  expect(walkBalances([lineOn(2, 5, null)])).toEqual({ opening: null, closing: null, gaps: [] });
});
