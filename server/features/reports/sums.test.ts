/** @module-tag postgres */
import { expect, test } from 'vitest';
import { addMonths, day, type Month, monthOf } from '#billing/calendar.ts';
import { dashboard } from '#contract/dashboard.ts';
import { reports } from '#contract/reports.ts';
import { shops } from '#contract/shops.ts';
import { makeHistory } from '../../testing/history.ts';
import { foldShops, monthFigures } from '../../testing/month-figures.ts';
import { openTestOffice, type TestOffice } from '../../testing/office.ts';
import { testSeeds } from '../../testing/sweep.ts';
import { readSheetTable, readWorkbook } from '../../testing/workbook.ts';

const FIRST_DAY = day('2026-06-20');
const MONTHS = [-1, 0, 1, 2, 3, 4, 5, 6].map((later) => monthOf(addMonths(FIRST_DAY, later)));
type Row = Record<string, string | number>;

testSeeds(
  [1, 2, 3, 4, 5],
  'for any history, the reports of each month equal a fold of the entries up to then, to the cent (%d)',
  async (seed) => {
    const office = await openTestOffice();
    const shopIds = ['A-1', 'A-2', 'B-10'];
    const isPostDated = seed % 2 === 0;
    await makeHistory(office, { seed, shopIds, first: FIRST_DAY, days: 180, writes: 24, isPostDated });
    await office.expectCleanBooks();
    const opened = await foldShops(office.app.database.reader);
    for (const month of MONTHS) {
      const expected = opened.map((one) => monthFigures(one, month));
      const rents = await tableOf(office, reports.rentPayments, month);
      const dues = await tableOf(office, reports.remainingDues, month);
      const paid = await tableOf(office, reports.shopPayments, month);
      expectRows(
        rents,
        expected.filter(({ isListed }) => isListed).map(({ rent }) => rent),
      );
      expectRows(
        dues,
        expected.filter(({ due }) => due['Total due'] > 0).map(({ due }) => due),
      );
      expectRows(
        paid,
        expected.filter(({ isListedWithPayments }) => isListedWithPayments).map(({ payment }) => payment),
      );
      for (const row of [...rents, ...paid]) expectBalanced(row);
      for (const title of ['Received', 'Balance adjustment', 'Paid for other months', 'Extra']) {
        expect(rents.at(-1)?.[title]).toBe(paid.at(-1)?.[title]);
      }
      await expectDashboard(office, month, rents.at(-1) as Row);
    }
  },
);

type ReportCall = (typeof reports)['rentPayments' | 'remainingDues' | 'shopPayments'];

async function tableOf(office: TestOffice, entry: ReportCall, yearMonth: Month): Promise<Row[]> {
  const [year = '', month = ''] = yearMonth.split('-');
  const answer = await office.tell(entry, { query: { year, month, format: 'xlsx' } });
  return readWorkbook(answer.rawPayload).slice(0, 1).flatMap(readSheetTable);
}

function expectRows(table: readonly Row[], expected: readonly Row[]): void {
  expect(table.slice(0, -1)).toEqual(expected.map((row) => expect.objectContaining(row)));
  const figures = Object.keys(expected[0] ?? {}).filter((title) => title !== 'Shop: ID');
  for (const title of figures) {
    const cents = expected.reduce((sum, row) => sum + Math.round(Number(row[title]) * 100), 0);
    expect(table.at(-1)?.[title]).toBe(cents / 100);
  }
}

function expectBalanced(row: Row): void {
  const cents = (title: string) => Math.round(Number(row[title]) * 100);
  const thisMonth = 'Total: Paid' in row ? cents('Total: Paid') : cents('Paid for this month');
  expect(cents('Received') + cents('Balance adjustment')).toBe(
    thisMonth + cents('Paid for other months') + cents('Extra'),
  );
  if (!('Total: Paid' in row)) return;
  for (const charge of ['Rent', 'Operation fee', 'VAT', 'Fines', 'Total']) {
    expect(cents(`${charge}: Billed`)).toBe(cents(`${charge}: Paid`) + cents(`${charge}: Remaining`));
  }
}

async function expectDashboard(office: TestOffice, yearMonth: Month, total: Row): Promise<void> {
  const [year = '', month = ''] = yearMonth.split('-');
  expect(await office.ask(dashboard.summary, { query: { year, month: String(Number(month)) } })).toMatchObject({
    rentSums: { total_rent_amount: total['Rent: Billed'] },
    operationFeeSums: { total_operation_amount: total['Operation fee: Billed'] },
    vatSums: { total_vat_amount: total['VAT: Billed'] },
  });
}

/** @module-tag postgres-quick */

/** The largest amount that Pola accepts. In cents it does not fit into an integer of four bytes. */
const RENT = 999_999_999.99;

test('sums of the largest amounts are complete on every engine', async () => {
  const office = await openTestOffice();
  office.goTo('2026-11-20');
  await office.let('A-1', { rent_amount: RENT, operation_fee: 0, vat_rate: 0 });
  await office.generate('A-1', '2026-10');
  await office.generate('A-1', '2026-11');
  await office.pay('A-1', RENT, '2026-11-20');
  const answer = await office.tell(reports.rentPayments, { query: { year: '2026', month: '11', format: 'xlsx' } });
  expect(answer.statusCode).toBe(200);
  const [sheet] = readWorkbook(answer.rawPayload);
  const rows = sheet ? readSheetTable(sheet) : [];
  expect(rows.at(-1)).toMatchObject({ Received: RENT });
  expect(await office.ask(dashboard.summary, { query: { year: '2026', month: '11' } })).toMatchObject({
    rentSums: { total_rent_amount: RENT },
  });
  expect(await office.ask(shops.list, {})).toMatchObject([{ amount_due: RENT }]);
});
