import { describe, expect, test } from 'vitest';
import { findNewlyPaid, paidOf, totalDebt, unpaidOfInvoice } from './ledger.ts';
import { playStory, rupees } from './testing/story.ts';

const ledgerOf = (...rows: string[]) => playStory(['when | what | left over | the months', ...rows].join('\n')).ledger;

const september = '2026-09-01 | bill 2026-09';
const october = '2026-10-01 | bill 2026-10';

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
