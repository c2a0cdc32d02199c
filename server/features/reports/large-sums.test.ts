/** @module-tag postgres-quick */
import { expect, test } from 'vitest';
import { dashboard } from '#contract/dashboard.ts';
import { reports } from '#contract/reports.ts';
import { shops } from '#contract/shops.ts';
import { openTestOffice } from '../../testing/office.ts';
import { readSheetTable, readWorkbook } from '../../testing/workbook.ts';

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
