/** @module-tag sqlite-only */
import type { ContentTable, TableCell } from 'pdfmake/interfaces.js';
import { expect, test } from 'vitest';
import { instantOf, monthInYear } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import { type Language, languages } from '#contract/languages.ts';
import { type ReportName, reportNames } from '#contract/reports.ts';
import { textWidth } from '../../documents/outline-text.ts';
import { textsOfPdf } from '../../testing/paper-texts.ts';
import { drawReport } from './draw-report.ts';
import type { ShopFigures } from './load-report.ts';
import { presentReport } from './present.ts';
import { presentYear } from './year.ts';

const month = monthInYear('2026', 9);
const noon = instantOf(Date.parse('2026-09-20T06:30:00.000Z'));
const large = { Rent: cents(123_456_789), OperationFee: cents(1), VAT: cents(1), Other: cents(1), Fine: cents(1) };
const figures: ShopFigures = {
  month,
  shopId: 'A-1',
  shopName: 'Nimal Stores',
  tenant: 'Nimal Perera',
  isBilled: true,
  hasMovement: true,
  billed: large,
  paid: large,
  remaining: large,
  arrears: large,
  earlierFines: cents(1),
  otherMonths: cents(1),
  previousBalance: cents(-1),
  balance: cents(-1),
  received: cents(123_456_789),
  balanceSet: cents(0),
  receivedBy: new Map([['Cheque', cents(1)]]),
  savedFines: cents(123_456_789),
  payments: 12,
  lastPaidAt: noon,
};

const unconfirmed = { electronic: { count: 12, cents: large.Rent }, cheque: { count: 1, cents: cents(1) } };

type Name = ReportName | 'year';
const cases = [...reportNames, 'year' as const].flatMap((name) =>
  languages.map((language): [Name, Language] => [name, language]),
);

test.each(cases)('every word of a heading fits into its column: %s in %s', async (name, language) => {
  const issue = { market: 'Pola', now: noon, language, head: undefined };
  const report =
    name === 'year'
      ? presentYear([{ month, figures: [figures] }], { year: '2026', unconfirmed, ...issue })
      : presentReport({ name, month, unconfirmed, ...issue }, [figures]);
  const content = (await drawReport(report)).content as (ContentTable | undefined)[];
  const table = content.at(-1)?.table;
  const widths = (table?.widths ?? []) as number[];
  const heads = (table?.body[0] ?? []) as (TableCell & { fontSize?: number })[];
  expect(heads).toHaveLength(widths.length);
  for (const [at, head] of heads.entries()) {
    const size = typeof head === 'object' ? (head.fontSize ?? 7) : 7;
    for (const word of textsOfPdf(head).join(' ').split(' '))
      expect(textWidth(word, size, 'bold'), word).toBeLessThan(widths[at] ?? 0);
  }
  expect(widths.reduce((sum, width) => sum + width, 6.5 * widths.length)).toBeLessThan(795);
});
