import { describe, expect, test } from 'vitest';
import { type Day, day, dayOf, instantOf, type Month } from './calendar.ts';
import { findNewlyPaid, paidOf, totalDebt, unpaidOfInvoice } from './ledger.ts';
import { cents } from './money.ts';
import { type StatementEntry, statementOf } from './statement.ts';
import { statementWithin } from './statement-period.ts';
import { type DatedTerm, type Term, termOn, termsDay } from './terms.ts';
import { playStory, rupees } from './testing/story.ts';

const september = '2026-09-01 | bill 2026-09';
const october = '2026-10-01 | bill 2026-10';

const statements: [sentence: string, rows: string[], lines: string[]][] = [
  ['nothing happened', [], []],
  [
    'a bill and part of it',
    [october, '2026-10-05 | pays 5,000.00'],
    ['2026-10-01 invoice 11,800.00 0.00 -11,800.00', '2026-10-05 payment 0.00 5,000.00 -6,800.00'],
  ],
  [
    'money that comes late is listed after the fine that it brings',
    [october, '2026-10-20 | pays 14,300.00'],
    [
      '2026-10-01 invoice 11,800.00 0.00 -11,800.00',
      '2026-10-20 fine 2,400.00 0.00 -14,200.00',
      '2026-10-20 payment 0.00 14,300.00 100.00',
    ],
  ],
  [
    'the fines of one late payment are listed in the order in which they fell due, the oldest month first',
    [
      '2026-09-01 | bill 2026-09: rent 100.00, fee 0.00, VAT 0 %',
      '2026-10-01 | bill 2026-10: rent 200.00, fee 0.00, VAT 0 %',
      '2026-10-20 | pays 200.00',
    ],
    [
      '2026-09-01 invoice 100.00 0.00 -100.00',
      '2026-10-01 invoice 200.00 0.00 -300.00',
      '2026-10-20 fine 30.00 0.00 -330.00',
      '2026-10-20 fine 60.00 0.00 -390.00',
      '2026-10-20 payment 0.00 200.00 -190.00',
    ],
  ],
  [
    'a bill that is fined at the very moment of its making is listed before its fine',
    ['2026-10-20 | bill 2026-10', '2026-10-20 | fine on 2026-10'],
    ['2026-10-20 invoice 11,800.00 0.00 -11,800.00', '2026-10-20 fine 2,400.00 0.00 -14,200.00'],
  ],
  [
    'what was entered late is listed on its day, a correction beside its payment',
    [october, '2026-10-05 | pays 5,000.00 (a)', '2026-09-30 | pays 100.00', '2026-10-05 | payment a really was 500.00'],
    [
      '2026-09-30 payment 0.00 100.00 100.00',
      '2026-10-01 invoice 11,800.00 0.00 -11,700.00',
      '2026-10-05 payment 0.00 5,000.00 -6,700.00',
      '2026-10-05 correction 0.00 -4,500.00 -11,200.00',
    ],
  ],
  [
    'a balance set higher is money, one set lower a charge',
    ['2026-09-01 | the balance is set to 50.00', '2026-09-02 | the balance is set to -20.00'],
    ['2026-09-01 balance 0.00 50.00 50.00', '2026-09-02 balance 70.00 0.00 -20.00'],
  ],
  [
    'a fine that was removed was never charged; arrests move nothing and are not listed',
    [
      september,
      '2026-09-16 | fine on 2026-09',
      '2026-09-17 | the fine on 2026-09 is removed',
      '2026-10-02 | arrest of 2026-09',
    ],
    ['2026-09-01 invoice 11,800.00 0.00 -11,800.00', '2026-09-17 fine removed 0.00 0.00 -11,800.00'],
  ],
];

test.each(statements)('%s', (_sentence, rows, lines) => {
  const { entries, ledger } = playStory(['when | what | left over | the months', ...rows].join('\n'));
  const actual = statementOf(entries, ledger).map(({ at, kind, chargedCents, paidCents, balanceCents }) =>
    [dayOf(at), kind, rupees(chargedCents), rupees(paidCents), rupees(balanceCents)].join(' '),
  );
  expect(actual).toEqual(lines);
});

const ledgerOf = (...rows: string[]) => playStory(['when | what | left over | the months', ...rows].join('\n')).ledger;

const shops: [sentence: string, rows: string[], paid: string[], unpaid: string[], debt: string][] = [
  ['a shop without an invoice has no debt', [], [], [], '0.00'],
  ['money paid ahead is no debt', ['2026-09-01 | pays 5.00'], [], [], '0.00'],
  ['a balance below 0 is a debt', ['2026-09-01 | the balance is set to -5.00'], [], [], '5.00'],
  [
    'months, their fines and a balance below 0 add up to the debt',
    [september, october, '2026-10-05 | pays 3,000.00', '2026-10-06 | the balance is set to -0.50'],
    ['3,000.00', '0.00'],
    ['11,200.00', '11,800.00'],
    '23,000.50',
  ],
];

test.each(shops)('%s', (_sentence, rows, paid, unpaid, debt) => {
  const ledger = ledgerOf(...rows);
  expect(ledger.invoices.map((invoice) => rupees(paidOf(invoice)))).toEqual(paid);
  expect(ledger.invoices.map((invoice) => rupees(unpaidOfInvoice(invoice)))).toEqual(unpaid);
  expect(rupees(totalDebt(ledger))).toBe(debt);
});

describe('findNewlyPaid lists the charges that a write pays', () => {
  const before = [september, '2026-09-10 | pays 3,800.00 (a)', october];
  const writes: [sentence: string, rows: string[], paid: string[]][] = [
    ['nothing when nothing came', [], []],
    ['nothing when money was taken away', ['2026-09-10 | payment a really was 5.00'], []],
    ['in-time money on the rent', ['2026-09-15 | pays 8,000.00'], ['2026-09 Rent 8,000.00']],
    [
      'late money on rent, fine and the next month',
      ['2026-10-05 | pays 11,200.00'],
      ['2026-09 Rent 8,000.00', '2026-09 Fine 2,400.00', '2026-10 VAT 800.00'],
    ],
    [
      'a bill that is made takes what was left over',
      ['2026-09-15 | pays 19,800.05', '2026-11-01 | bill 2026-11'],
      [
        '2026-09 Rent 8,000.00',
        '2026-10 VAT 1,800.00',
        '2026-10 OperationFee 2,000.00',
        '2026-10 Rent 8,000.00',
        '2026-11 VAT 0.05',
      ],
    ],
  ];

  test.each(writes)('%s', (_sentence, rows, paid) => {
    const more = findNewlyPaid(ledgerOf(...before), ledgerOf(...before, ...rows));
    expect(more.map(({ invoice, kind, cents }) => `${invoice.month} ${kind} ${rupees(cents)}`)).toEqual(paid);
  });
});

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

const term = (id: number, validFrom: string, amount: number, of: Term = 'rent'): DatedTerm => ({
  id,
  term: of,
  validFrom: validFrom as Day,
  amount,
});
const rentOn = (day: string, terms: readonly DatedTerm[]) => termOn(terms, 'rent', day as Day);

test.each([
  ['2026-03-01', '2026-10-01'],
  ['2026-10-01', '2026-10-01'],
  ['2026-10-12', '2026-10-12'],
])('the bill of October for a tenancy from %s takes the terms of %s', (startedOn, expected) => {
  expect(termsDay('2026-10' as Month, startedOn as Day)).toBe(expected);
});

test('a term applies from its day on, also for a bill that is made later', () => {
  const terms = [term(1, '2026-03-01', 800_000), term(2, '2026-11-01', 900_000)];
  expect(['2026-10-01', '2026-10-31', '2026-11-01'].map((day) => rentOn(day, terms))).toEqual([
    800_000, 800_000, 900_000,
  ]);
});

test('of several terms in force the one that was set last applies', () => {
  const terms = [term(1, '2026-03-01', 800_000), term(3, '2026-10-01', 850_000), term(2, '2026-11-01', 900_000)];
  expect(rentOn('2026-11-01', terms)).toBe(850_000);
});

test('before the earliest term that one applies', () => {
  const terms = [term(1, '2026-11-01', 900_000), term(2, '2026-03-01', 800_000), term(3, '2026-06-01', 850_000)];
  expect(rentOn('2026-02-01', terms)).toBe(800_000);
  expect(rentOn('2026-02-01', terms.slice(0, 2).toReversed())).toBe(800_000);
});

test('a term of another kind is not taken', () => {
  const terms = [term(1, '2026-03-01', 800_000), term(2, '2026-03-01', 1800, 'VAT rate')];
  expect(rentOn('2026-10-01', terms)).toBe(800_000);
  expect(() => termOn(terms, 'operation fee', '2026-10-01' as Day)).toThrow('no operation fee was set');
});
