import { expect, test } from 'vitest';
import { type Day, day, instantOf } from './calendar.ts';
import { cents } from './money.ts';
import type { StatementEntry } from './statement.ts';
import { statementWithin } from './statement-period.ts';

const line = (at: string, amount: number, balance: number): StatementEntry => ({
  at: instantOf(Date.parse(at)),
  kind: amount < 0 ? 'invoice' : 'payment',
  entryId: 1,
  chargedCents: cents(Math.max(0, -amount)),
  paidCents: cents(Math.max(0, amount)),
  balanceCents: cents(balance),
});

const lines = [
  line('2026-10-01T00:00+05:30', -1_180_000, -1_180_000),
  line('2026-10-31T23:59:59.999+05:30', 500_000, -680_000),
  line('2026-11-01T00:00+05:30', -1_180_000, -1_860_000),
  line('2026-11-20T11:00+05:30', 2_000_000, 140_000),
];

function part(from?: Day, to?: Day) {
  const { openingCents, entries, closingCents } = statementWithin(lines, { from, to });
  return [openingCents, entries.map((entry) => lines.indexOf(entry)), closingCents];
}

test('without days the statement is the whole ledger', () => {
  expect(part()).toEqual([0, [0, 1, 2, 3], 140_000]);
  expect(statementWithin([], {})).toEqual({ openingCents: 0, entries: [], closingCents: 0 });
});

test('a period includes its first and its last day from midnight to midnight in Colombo', () => {
  expect(part(day('2026-10-31'), day('2026-10-31'))).toEqual([-1_180_000, [1], -680_000]);
  expect(part(day('2026-11-01'), day('2026-11-19'))).toEqual([-680_000, [2], -1_860_000]);
});

test('one period opens where the period before closes', () => {
  expect(part(undefined, day('2026-10-31'))).toEqual([0, [0, 1], -680_000]);
  expect(part(day('2026-11-01'))).toEqual([-680_000, [2, 3], 140_000]);
});

test('a period without lines closes as it opens', () => {
  expect(part(day('2026-11-02'), day('2026-11-19'))).toEqual([-1_860_000, [], -1_860_000]);
  expect(part(day('2025-01-01'), day('2025-12-31'))).toEqual([0, [], 0]);
  expect(part(day('2027-01-01'))).toEqual([140_000, [], 140_000]);
});
