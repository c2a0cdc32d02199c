/** @module-tag sqlite-only */
import fc from 'fast-check';
import type { CanvasRect, ContentCanvas, ContentTable } from 'pdfmake/interfaces.js';
import { expect, test } from 'vitest';
import { instantOf, monthInYear } from '#billing/calendar.ts';
import { type Cents, cents } from '#billing/money.ts';
import { type ReportName, reportNames } from '#contract/reports.ts';
import { chargeKinds } from '#contract/words.ts';
import { drawBars } from './draw-bars.ts';
import { type ByCharge, owedOf, type ShopFigures } from './load-report.ts';
import { pictureOf, pictureOfMonths } from './picture.ts';
import { presentReport } from './present.ts';

const month = monthInYear('2026', 9);
const now = instantOf(Date.parse('2026-09-20T06:30:00.000Z'));
const unconfirmed = { electronic: { count: 0, cents: cents(0) }, cheque: { count: 0, cents: cents(0) } };
const WIDTH = 700;

const amount = fc.nat({ max: 50_000_000 }).map(cents);
const byCharge = fc
  .tuple(...chargeKinds.map(() => amount))
  .map((amounts) => Object.fromEntries(chargeKinds.map((kind, at) => [kind, amounts[at]])) as unknown as ByCharge);

const figures: fc.Arbitrary<ShopFigures> = fc
  .record({
    billed: byCharge,
    paid: byCharge,
    remaining: byCharge,
    arrears: byCharge,
    debt: amount,
    cash: amount,
    card: amount,
  })
  .map(({ debt, cash, card, ...charges }) => ({
    ...charges,
    month,
    shopId: 'A-1',
    shopName: 'Nimal Stores',
    tenant: 'Nimal Perera',
    isBilled: true,
    hasMovement: true,
    earlierFines: cents(0),
    otherMonths: cents(0),
    previousBalance: cents(0),
    balance: cents(-debt),
    received: cents(cash + card),
    balanceSet: cents(0),
    receivedBy: new Map([
      ['Cash', cash],
      ['Card', card],
    ]),
    savedFines: cents(0),
    payments: 2,
    lastPaidAt: now,
  }));

const sum = (amounts: readonly number[]) => amounts.reduce((total, each) => total + each, 0);

const COLUMNS = {
  report: ['Total Paid', 'Total Remaining'],
  report2: ['Total due'],
  report3: ['Received'],
} satisfies Record<ReportName, string[]>;

test('the amounts of a picture add up to the totals of its table', () => {
  const issue = { market: 'Pola', now, head: undefined, month, unconfirmed, language: 'en' } as const;
  fc.assert(
    fc.property(fc.array(figures, { minLength: 1, maxLength: 10 }), (rows) => {
      for (const name of reportNames) {
        const { picture, totals, columns } = presentReport({ name, ...issue }, rows);
        const heads = columns.map(({ title, part }) => [title, part].filter(Boolean).join(' '));
        const inTable = COLUMNS[name].map((head) => totals[heads.indexOf(head)] ?? 0);
        expect(sum(picture?.bars.flatMap(({ amounts }) => amounts) ?? [])).toBe(sum(inTable));
      }
    }),
  );
});

test('a picture shows the ten largest dues, largest first', () => {
  const rows = fc.sample(figures, 14).map((each, at) => ({ ...each, shopId: `A-${at + 1}` }));
  const picture = pictureOf('report2', rows, 'en');
  const largest = rows.map((row) => owedOf(row)).toSorted((one, other) => other - one);
  expect(picture?.bars.map(({ amounts }) => sum(amounts))).toEqual(largest.slice(0, 10));
});

test('bars are as long as their amounts, stacked or beside each other, and a negative amount has none', () => {
  const amounts = [cents(300), cents(100)];
  const drawn = (isStacked: boolean, second: readonly Cents[]) => {
    const bars = [
      { name: 'Rent', amounts },
      { name: 'VAT', amounts: second },
    ];
    const { table } = drawBars({ parts: ['Paid', 'Remaining'], bars, isStacked }, WIDTH) as ContentTable;
    return table.body.slice(1).map((row) => (row[1] as ContentCanvas).canvas.map((each) => (each as CanvasRect).w));
  };
  const [[dark = 0, light = 0] = [], [half = 0, none] = []] = drawn(true, [cents(200), cents(-50)]);
  expect(dark).toBeCloseTo(3 * light);
  expect(half).toBeCloseTo(2 * light);
  expect(none).toBe(0);
  const [[longest = 0] = []] = drawn(false, [cents(200), cents(-50)]);
  expect(longest).toBeCloseTo(dark + light);
});

test('without money there is no picture', () => {
  expect(pictureOf('report3', [], 'en')).toBeUndefined();
  expect(pictureOfMonths([{ month, billed: cents(0), received: cents(0) }], 'en')).toBeUndefined();
});
