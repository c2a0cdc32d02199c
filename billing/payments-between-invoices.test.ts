import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Instant, instantOf } from './calendar.ts';
import { type Cents, cents } from './money.ts';
import {
  figuresByPeriod,
  type InvoiceWithPeriod,
  type PaymentInPeriod,
  type PeriodFigures,
} from './payments-between-invoices.ts';

const october = '2026-09-30T18:30:00.000Z' as Instant;
const november = '2026-10-31T18:30:00.000Z' as Instant;

function bill(id: string, createdAt: Instant, total: number, finesPaid = 0): InvoiceWithPeriod {
  return { id, createdAt, totalCents: rupees(total), finesPaidCents: rupees(finesPaid) };
}
function paid(at: string, amount: number): PaymentInPeriod {
  return { at: at as Instant, cents: rupees(amount) };
}
function rupees(amount: number): Cents {
  return cents(Math.round(amount * 100));
}
function figures(paidRupees: number, remaining: number, extra: number): PeriodFigures {
  return { paidCents: rupees(paidRupees), remainingCents: rupees(remaining), extraCents: rupees(extra) };
}

const both = [bill('Nov', november, 11_800), bill('Oct', october, 11_800)];

const stories: [story: string, payments: PaymentInPeriod[], october: PeriodFigures, november: PeriodFigures][] = [
  ['nothing was paid', [], figures(0, 11_800, 0), figures(0, 11_800, 0)],
  [
    'each month has its own payments; what is too much is extra',
    [
      paid('2026-10-03T05:30:00.000Z', 5000),
      paid('2026-10-31T05:30:00.000Z', 8000),
      paid('2026-11-01T05:30:00.000Z', 4000),
    ],
    figures(13_000, 0, 1200),
    figures(4000, 7800, 0),
  ],
  [
    'a payment at the first instant of November is of November, one a moment before of October',
    [paid('2026-10-31T18:29:59.999Z', 1), paid(november, 2)],
    figures(1, 11_799, 0),
    figures(2, 11_798, 0),
  ],
  [
    'a payment before the oldest invoice is of none',
    [paid('2026-09-30T18:29:59.999Z', 500)],
    figures(0, 11_800, 0),
    figures(0, 11_800, 0),
  ],
  [
    'a correction takes back what was recorded too high',
    [paid('2026-10-03T05:30:00.000Z', 5000), paid('2026-10-03T05:30:00.000Z', -4500.55)],
    figures(499.45, 11_300.55, 0),
    figures(0, 11_800, 0),
  ],
];

test.each(stories)('%s', (_, payments, ofOctober, ofNovember) => {
  expect(figuresByPeriod(both, payments)).toEqual(
    new Map([
      ['Oct', ofOctober],
      ['Nov', ofNovember],
    ]),
  );
});

test('money paid on fines is not counted as extra', () => {
  const fined = [bill('Oct', october, 10_000, 3000)];
  const payments = [paid('2026-10-20T05:30:00.000Z', 13_000.5)];
  expect(figuresByPeriod(fined, payments).get('Oct')).toEqual(figures(13_000.5, 0, 0.5));
});

test('a shop without invoices has no figures', () => {
  expect(figuresByPeriod([], [paid(november, 5)]).size).toBe(0);
});

const anyInstant = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2026, 11, 31) }).map(instantOf);
const anyCents = (min: number) => fc.integer({ min, max: 5_000_000 }).map(cents);
const anyInvoices = fc
  .array(fc.record({ createdAt: anyInstant, totalCents: anyCents(0), finesPaidCents: anyCents(0) }), { maxLength: 8 })
  .map((all) => all.map((invoice, at) => ({ id: `INV-${at}`, ...invoice })));
const anyPayments = fc.array(fc.record({ at: anyInstant, cents: anyCents(-5_000_000) }), { maxLength: 20 });

test('the periods between invoices divide every payment since the oldest invoice, each once', () => {
  fc.assert(
    fc.property(anyInvoices, anyPayments, (invoices, payments) => {
      const oldest = invoices.map(({ createdAt }) => createdAt).toSorted()[0];
      const since = payments.filter(({ at }) => oldest !== undefined && at >= oldest);
      const total = since.reduce((sum, payment) => sum + payment.cents, 0);
      const shared = [...figuresByPeriod(invoices, payments).values()];
      expect(shared.reduce((sum, { paidCents }) => sum + paidCents, 0)).toBe(total);
      expect(shared).toHaveLength(invoices.length);
    }),
  );
});

test('a single payment belongs to the newest invoice before it', () => {
  fc.assert(
    fc.property(anyInvoices, anyInstant, (invoices, at) => {
      const there = invoices.filter(({ createdAt }) => createdAt <= at).map(({ createdAt }) => createdAt);
      const newest = there.toSorted().at(-1);
      const figuresOfAll = figuresByPeriod(invoices, [{ at, cents: cents(1) }]);
      const holders = invoices.filter(({ id }) => figuresOfAll.get(id)?.paidCents === 1);
      expect(holders.map(({ createdAt }) => createdAt)).toEqual(newest === undefined ? [] : [newest]);
    }),
  );
});

test('the order of invoices and payments in the input changes nothing', () => {
  const shuffledBoth = fc
    .tuple(fc.uniqueArray(anyInstant, { maxLength: 8 }), anyPayments)
    .chain(([instants, payments]) => {
      const invoices = instants.map((createdAt) => ({
        id: createdAt,
        createdAt,
        totalCents: cents(100),
        finesPaidCents: cents(0),
      }));
      const shuffle = <Item>(items: Item[]) => fc.shuffledSubarray(items, { minLength: items.length });
      return fc.tuple(fc.constant(invoices), shuffle(invoices), fc.constant(payments), shuffle(payments));
    });
  fc.assert(
    fc.property(shuffledBoth, ([invoices, otherInvoices, payments, otherPayments]) => {
      expect(figuresByPeriod(otherInvoices, otherPayments)).toEqual(figuresByPeriod(invoices, payments));
    }),
  );
});
