import { expect, test } from 'vitest';
import type { Day, Instant, Month } from './calendar.ts';
import { EMPTY_FOLD, foldFrom } from './fold.ts';
import { givenUp } from './given-up.ts';
import type { LedgerEntry } from './ledger-entries.ts';
import { cents } from './money.ts';
import { FIRST_RENT_RULES } from './rent-rules.ts';

const at = (day: string, time = '05:30') => `2026-10-${day}T${time}:00.000Z` as Instant;
/** VAT 1,800, fee 2,000 and rent 8,000, due on 15 October; the fine is 2,400. */
const bill: LedgerEntry = {
  id: 1,
  at: at('01'),
  kind: 'invoice',
  month: '2026-10' as Month,
  generatedAt: at('01'),
  vatCents: cents(180_000),
  operationFeeCents: cents(200_000),
  rentCents: cents(800_000),
  ...FIRST_RENT_RULES,
};
const money = (
  id: number,
  kind: 'payment' | 'refund' | 'write-off' | 'transfer' | 'deposit refunded' | 'deposit applied',
  amount: number,
) => ({ id, at: at('20', '08:00'), kind, cents: cents(amount) }) satisfies LedgerEntry;
const paidOn = (id: number, day: string, amount: number): LedgerEntry => ({
  id,
  at: at(day),
  kind: 'payment',
  cents: cents(amount),
});
const correction = (id: number, amount: number): LedgerEntry => ({
  id,
  at: at('20', '08:00'),
  kind: 'correction',
  paymentId: 2,
  cents: cents(amount),
});
const fine = (id: number, kind: 'fine applied' | 'fine removed'): LedgerEntry => ({
  id,
  at: at('20', '09:00'),
  kind,
  invoiceId: 1,
});

function given(before: readonly LedgerEntry[], after: readonly LedgerEntry[], isCounted = false): number {
  const states = [before, after].map((entries) => foldFrom(EMPTY_FOLD, entries));
  const [first = EMPTY_FOLD, last = EMPTY_FOLD] = states;
  return givenUp(first, last, { today: '2026-10-20' as Day, isCounted: () => isCounted });
}

test.each<[string, LedgerEntry[], LedgerEntry[], number]>([
  ['a payment of today, which brings the fine', [bill], [bill, money(2, 'payment', 1_180_000)], 0],
  ['a payment that is dated before the fine', [bill], [bill, paidOn(2, '10', 1_180_000)], 240_000],
  ['a part that is dated before the fine', [bill], [bill, paidOn(2, '10', 780_000)], 120_000],
  ['a payment with its fine waived', [bill], [bill, money(2, 'payment', 1_180_000), fine(3, 'fine removed')], 240_000],
  ['a fine', [bill], [bill, fine(2, 'fine applied')], 0],
  [
    'a fine removed',
    [bill, fine(2, 'fine applied')],
    [bill, fine(2, 'fine applied'), fine(3, 'fine removed')],
    240_000,
  ],
  ['a debt written off, with the fine that it avoids', [bill], [bill, money(2, 'write-off', 1_180_000)], 1_420_000],
  ['credit taken over from another tenancy', [], [money(2, 'transfer', 50_000)], 50_000],
  [
    'credit handed to another tenancy',
    [paidOn(2, '10', 50_000)],
    [paidOn(2, '10', 50_000), money(3, 'transfer', -50_000)],
    0,
  ],
  ['credit refunded', [paidOn(2, '10', 50_000)], [paidOn(2, '10', 50_000), money(3, 'refund', -50_000)], 50_000],
  ['a deposit refunded', [], [money(2, 'deposit refunded', 70_000)], 70_000],
  [
    'a deposit that pays a debt, whose fine is due all the same',
    [bill],
    [bill, money(2, 'deposit applied', 500_000)],
    500_000,
  ],
  ['an invoice removed', [bill], [], 1_420_000],
  ['a paid invoice removed', [bill, paidOn(2, '10', 1_180_000)], [paidOn(2, '10', 1_180_000)], 1_180_000],
  ['a payment voided', [paidOn(2, '10', 50_000)], [], 50_000],
  ['a payment recorded again', [paidOn(2, '10', 50_000)], [paidOn(3, '10', 50_000)], 50_000],
  ['a payment lowered', [money(2, 'payment', 50_000)], [money(2, 'payment', 50_000), correction(3, -20_000)], 20_000],
  ['a payment raised', [money(2, 'payment', 100)], [money(2, 'payment', 100), correction(3, 25_000_000)], 25_000_000],
  ['a lowering deleted', [money(2, 'payment', 100), correction(3, -60)], [money(2, 'payment', 100)], 60],
  ['an invoice', [], [bill], 0],
])('%s', (_, before, after, expected) => {
  expect(given(before, after)).toBe(expected);
});

test('a payment that is raised with money that somebody will count loses nothing', () => {
  const before = [money(2, 'payment', 100)];
  expect(given(before, [...before, correction(3, 5000)], true)).toBe(0);
});
