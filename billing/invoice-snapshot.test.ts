import { describe, expect, test } from 'vitest';
import { type Day, type Instant, instantOf, type Month, monthOf, paymentInstant } from './calendar.ts';
import { billOf, dueDayOf, invoiceEffectiveAt, invoiceNumber, startOfMonth } from './invoice.ts';
import { type InvoiceSnapshot, type PaidAmount, takeSnapshot } from './invoice-snapshot.ts';
import { amount, playStory, rupees } from './testing/story.ts';

type Printed = Partial<Record<keyof typeof TITLES, string>>;

const TITLES = {
  balance: 'previousBalanceCents',
  arrears: 'totalArrearsCents',
  fines: 'finesCents',
  'last fine': 'previousFinesCents',
  'last total': 'previousTotalCents',
  paid: 'previousPaidCents',
  total: 'totalCents',
} as const satisfies Record<string, keyof InvoiceSnapshot>;

const september = '2026-09-01 | bill 2026-09';

const prints: [sentence: string, rows: string[], previous: [string, string] | undefined, printed: Printed][] = [
  ['a first bill prints itself', [], undefined, { total: '11,800.00' }],
  [
    'an open month prints its arrears and its fine',
    [september, '2026-09-20 | pays 3,800.00'],
    ['2026-09', '11,800.00'],
    {
      arrears: '8,000.00',
      fines: '2,400.00',
      'last fine': '2,400.00',
      'last total': '11,800.00',
      paid: '3,800.00',
      total: '22,200.00',
    },
  ],
  [
    'a fine under arrest is among the arrears',
    [september, '2026-09-16 | fine on 2026-09', '2026-10-16 | arrest of the fine on 2026-09'],
    ['2026-09', '11,800.00'],
    { arrears: '14,200.00', 'last fine': '2,400.00', 'last total': '11,800.00', total: '26,000.00' },
  ],
  [
    'what is left over is taken off',
    [september, '2026-09-10 | pays 16,800.00'],
    ['2026-09', '11,800.00'],
    { balance: '5,000.00', 'last total': '11,800.00', paid: '16,800.00', total: '6,800.00' },
  ],
  [
    'more left over than the bill asks for leaves nothing to pay',
    ['2026-09-10 | pays 20,000.00'],
    undefined,
    { balance: '20,000.00', total: '0.00' },
  ],
  [
    'a balance below 0 is added',
    ['2026-09-10 | the balance is set to -500.00'],
    undefined,
    { balance: '-500.00', total: '12,300.00' },
  ],
  [
    'a later month is not in the arrears, and its fine is not among the fines of an earlier bill',
    ['2026-11-01 | bill 2026-11', '2026-11-20 | pays 1,800.00'],
    undefined,
    { total: '11,800.00' },
  ],
  [
    'nor is the month itself',
    ['2026-10-01 | bill 2026-10', '2026-10-20 | pays 1,800.00'],
    undefined,
    { total: '11,800.00' },
  ],
  [
    'after a forgotten month the last bill is older, and the month before has no fine',
    ['2026-08-01 | bill 2026-08', '2026-08-20 | pays 3,800.00', '2026-09-30 | pays 8,000.00'],
    ['2026-08', '11,800.00'],
    { fines: '2,400.00', 'last total': '11,800.00', paid: '11,800.00', total: '14,200.00' },
  ],
  [
    'payments count from the first day of the last month to the last',
    [
      '2026-08-31 | pays 1.00',
      september,
      '2026-09-01 | pays 20.00',
      '2026-09-30 | pays 300.00',
      '2026-10-01 | pays 4,000.00',
    ],
    ['2026-09', '11,799.00'],
    {
      arrears: '7,479.00',
      fines: '2,400.00',
      'last fine': '2,400.00',
      'last total': '11,799.00',
      paid: '320.00',
      total: '21,679.00',
    },
  ],
];

test.each(prints)('%s', (_sentence, rows, previous, printed) => {
  const { ledger, entries } = playStory(['when | what | left over | the months', ...rows].join('\n'));
  const payments: PaidAmount[] = entries
    .filter(({ kind }) => kind === 'payment')
    .flatMap((entry) => ('cents' in entry ? [entry] : []));
  const snapshot = takeSnapshot(ledger, {
    month: '2026-10' as Month,
    billCents: amount('11,800.00'),
    previous: previous && { month: previous[0] as Month, totalCents: amount(previous[1]) },
    payments: payments.toReversed(),
  });
  const figures = Object.entries(TITLES).map(([title, key]) => [title, rupees(snapshot[key])]);
  const nothing = Object.keys(TITLES).map((title) => [title, '0.00']);
  expect(Object.fromEntries(figures)).toEqual({ ...Object.fromEntries(nothing), ...printed });
});

test('the last payment before the invoice is named by its day', () => {
  const paid = (day: string): PaidAmount => ({ at: paymentInstant(day as Day), cents: amount('1.00') });
  const snapshot = takeSnapshot(
    { balanceCents: amount('0.00'), invoices: [], allocations: [], paidInvoices: 0 },
    {
      month: monthOf('2028-03-01' as Day),
      billCents: amount('1.00'),
      previous: { month: '2028-02' as Month, totalCents: amount('1.00') },
      payments: ['2028-02-10', '2028-02-29', '2028-03-01', '2028-02-01', '2028-01-31'].map(paid),
    },
  );
  expect(snapshot).toMatchObject({ previousPaidAt: '2028-02-29T05:30:00.000Z', previousPaidCents: 300 });
});

test('a payment at midnight belongs to the month that begins', () => {
  const at = ['2028-01-31T18:29:59.999Z', '2028-01-31T18:30:00.000Z', '2028-02-29T18:30:00.000Z'] as Instant[];
  const snapshot = takeSnapshot(
    { balanceCents: amount('0.00'), invoices: [], allocations: [], paidInvoices: 0 },
    {
      month: '2028-03' as Month,
      billCents: amount('1.00'),
      previous: { month: '2028-02' as Month, totalCents: amount('1.00') },
      payments: at.map((each) => ({ at: each, cents: amount('1.00') })),
    },
  );
  expect(snapshot).toMatchObject({ previousPaidAt: '2028-01-31T18:30:00.000Z', previousPaidCents: 100 });
});

test.each([
  ['8,000.00', '2,000.00', 1800, '1,800.00'],
  ['8,000.00', '2,000.25', 1800, '1,800.05'],
  ['8,000.15', '2,000.15', 1500, '1,500.05'],
  ['8,001.00', '2,000.00', 1750, '1,750.18'],
  ['10,050.00', '0.00', 3333, '3,349.67'],
  ['0.03', '0.00', 1666, '0.00'],
  ['0.03', '0.00', 1667, '0.01'],
  ['0.00', '0.00', 1800, '0.00'],
  ['8,000.00', '2,000.00', 0, '0.00'],
  ['999,999,999.99', '0.00', 10_000, '999,999,999.99'],
  ['499,999,999.99', '500,000,000.00', 3333, '333,300,000.00'],
])('on rent %s and fee %s at %i basis points VAT is %s', (rent, fee, basisPoints, vat) => {
  const bill = billOf({ rentCents: amount(rent), operationFeeCents: amount(fee) }, basisPoints);
  expect(Object.values(bill).map(rupees)).toEqual([rent, fee, vat]);
});

describe('an invoice', () => {
  test.each([
    // Columns: month, time of generation and effective time (both in UTC), due day.
    ['2026-10', '2026-09-20T04:00:00Z', '2026-09-30T18:30:00.000Z', '2026-10-15'],
    ['2026-10', '2026-09-30T18:29:59.999Z', '2026-09-30T18:30:00.000Z', '2026-10-15'],
    ['2026-10', '2026-09-30T18:30:00Z', '2026-09-30T18:30:00.000Z', '2026-10-15'],
    ['2026-10', '2026-10-01T18:29:59.999Z', '2026-10-01T18:29:59.999Z', '2026-10-15'],
    ['2026-10', '2026-10-01T18:30:00Z', '2026-10-01T18:30:00.000Z', '2026-10-16'],
    ['2026-10', '2026-11-07T04:00:00Z', '2026-11-07T04:00:00.000Z', '2026-11-21'],
    ['2026-12', '2026-12-31T18:29:59.999Z', '2026-12-31T18:29:59.999Z', '2027-01-14'],
    ['2026-12', '2026-12-31T18:30:00Z', '2026-12-31T18:30:00.000Z', '2027-01-15'],
    ['2028-02', '2028-02-20T04:00:00Z', '2028-02-20T04:00:00.000Z', '2028-03-05'],
    ['2027-02', '2027-02-20T04:00:00Z', '2027-02-20T04:00:00.000Z', '2027-03-06'],
  ])('of %s made at %s takes effect at %s and is due on %s', (month, made, effective, due) => {
    const generatedAt = instantOf(Date.parse(made));
    expect(invoiceEffectiveAt(month as Month, generatedAt)).toBe(effective);
    expect(dueDayOf({ month: month as Month, generatedAt, rentDueDay: 15 })).toBe(due);
  });

  test.each([
    [1, '2026-09-17T04:00:00Z', '2026-10-01'],
    [1, '2026-10-01T18:29:59.999Z', '2026-10-01'],
    [1, '2026-10-01T18:30:00Z', '2026-10-16'],
    [10, '2026-10-01T18:29:59.999Z', '2026-10-10'],
    [10, '2026-10-01T18:30:00Z', '2026-10-16'],
    [16, '2026-10-01T18:30:00Z', '2026-10-16'],
    [17, '2026-10-01T18:30:00Z', '2026-10-17'],
    [28, '2026-09-30T18:30:00Z', '2026-10-28'],
    [28, '2026-10-14T18:29:59.999Z', '2026-10-28'],
    [28, '2026-10-14T18:30:00Z', '2026-10-29'],
  ])('of October with due day %i made at %s is due on %s', (rentDueDay, made, due) => {
    expect(dueDayOf({ month: '2026-10' as Month, generatedAt: instantOf(Date.parse(made)), rentDueDay })).toBe(due);
  });

  test('begins with its month in the market, which in London is the evening before', () => {
    expect(startOfMonth('2028-03' as Month)).toBe('2028-02-29T18:30:00.000Z' as Instant);
  });

  test('is named after its shop and month', () => {
    expect(invoiceNumber('A-12', '2026-10' as Month)).toBe('INV-A-12-202610');
    expect(invoiceNumber('A-12', '2026-10' as Month, 2)).toBe('INV-A-12-202610-2');
  });
});
