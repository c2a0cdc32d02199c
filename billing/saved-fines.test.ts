import { expect, test } from 'vitest';
import type { Day, Instant, Month } from './calendar.ts';
import { EMPTY_FOLD, foldFrom } from './fold.ts';
import type { LedgerEntry } from './ledger-entries.ts';
import { cents } from './money.ts';
import { FIRST_RENT_RULES } from './rent-rules.ts';
import { savedFines } from './saved-fines.ts';

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
const paidOn = (day: string, amount: number): LedgerEntry => ({
  id: 2,
  at: at(day),
  kind: 'payment',
  cents: cents(amount),
});
const fine = (kind: 'fine applied' | 'fine removed'): LedgerEntry => ({ id: 3, at: at('18'), kind, invoiceId: 1 });

interface Money {
  day: string;
  amount: number;
  recordedOn?: string;
  paymentId?: number;
}

function saved(before: readonly LedgerEntry[], { day, amount, recordedOn = '20', ...more }: Money): number[][] {
  const money = { at: at(day), cents: cents(amount), recordedOn: `2026-10-${recordedOn}` as Day, ...more };
  return savedFines(foldFrom(EMPTY_FOLD, before), money).map(({ owedCents, savedCents }) => [owedCents, savedCents]);
}

const ALL = 1_180_000;

test.each<[string, LedgerEntry[], Money, number[][]]>([
  ['a day before the fine', [bill], { day: '10', amount: ALL }, [[240_000, 240_000]]],
  ['a part of the rent before the fine', [bill], { day: '10', amount: 780_000 }, [[240_000, 120_000]]],
  ['an amount that pays no rent', [bill], { day: '10', amount: 380_000 }, []],
  ['the due day', [bill], { day: '15', amount: ALL }, [[240_000, 240_000]]],
  ['an earlier day that is late too', [bill], { day: '16', amount: ALL }, []],
  ['the day on which it is recorded', [bill], { day: '20', amount: ALL }, []],
  ['an earlier day while nothing is due yet', [bill], { day: '10', amount: ALL, recordedOn: '15' }, []],
  ['a fine that was applied', [bill, fine('fine applied')], { day: '10', amount: ALL }, [[240_000, 240_000]]],
  ['a fine that was removed', [bill, fine('fine applied'), fine('fine removed')], { day: '10', amount: ALL }, []],
  [
    'a fine that a late payment brought',
    [bill, { ...paidOn('17', 500_000), id: 4 }],
    { day: '10', amount: ALL },
    [[240_000, 240_000]],
  ],
  [
    'a correction that raises a payment of before the fine',
    [bill, paidOn('10', 1)],
    { day: '10', amount: ALL, paymentId: 2 },
    [[240_000, 240_000]],
  ],
  ['a correction that lowers one', [bill, paidOn('10', ALL)], { day: '10', amount: -1, paymentId: 2 }, []],
  ['no bill', [], { day: '10', amount: ALL }, []],
])('%s', (_, before, money, expected) => {
  expect(saved(before, money)).toEqual(expected);
});
