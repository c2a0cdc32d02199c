/** @module-tag postgres */

import { expect, test } from 'vitest';
import { invoices } from '#contract/invoices.ts';
import { reports } from '#contract/reports.ts';
import { roles } from '#contract/roles.ts';
import { shops } from '#contract/shops.ts';
import { tenancies } from '#contract/tenancies.ts';
import { tenants } from '#contract/tenants.ts';
import { openTestOffice, TERMS, type TestOffice } from '../../testing/office.ts';
import { readPdfText } from '../../testing/pdf.ts';
import { readSheetTable, readWorkbook } from '../../testing/workbook.ts';

const rollOf = (office: TestOffice, month: string) => office.ask(reports.rentRoll, { query: { month } });

async function letTo(office: TestOffice, shop_id: string, [name, from]: readonly [string, string]): Promise<number> {
  const person = { name, contact: '000 000 0000', address: 'Dambulla', email: 'tenant@example.com' };
  return (await office.ask(tenants.add, { body: { ...person, shop_id, from } })).tenant.tenant_id;
}

async function openMarket() {
  const office = await openTestOffice();
  office.goTo('2026-09-01', '09:00');
  for (const shop_id of ['A-10', 'A-2', 'A-1']) {
    const rent_amount = shop_id === 'A-10' ? 5000 : TERMS.rent_amount;
    await office.ask(shops.add, { body: { ...TERMS, rent_amount, shop_id } });
  }
  const nimal = await letTo(office, 'A-1', ['Nimal Perera', '2026-09-01']);
  const ravi = await letTo(office, 'A-2', ['Ravi Kumar', '2026-09-01']);
  const id = { id: String(nimal) };
  await office.ask(tenancies.edit, {
    params: id,
    body: { agreement_number: 'L-17/2026', agreement_note: '', language: 'en' },
  });
  const deposit = { action: 'deposit_received', method: 'Cheque', reference: '004711' } as const;
  await office.ask(tenancies.money, { params: id, body: { ...deposit, amount: 25_000 } });
  office.goTo('2026-10-01', '09:00');
  await office.generate('A-1', '2026-10');
  await office.generate('A-2', '2026-10');
  await office.ask(invoices.remove, { params: { id: 'INV-A-2-202610' }, body: {} });
  office.goTo('2026-10-10');
  await office.pay('A-1', 10_000, '2026-10-10');
  office.goTo('2026-10-15');
  const refund = { action: 'deposit_refunded', method: 'Cash', amount: 5000, reason: 'Moved out' } as const;
  await office.ask(tenancies.end, { params: id, body: { last_day: '2026-10-15', actions: [refund] } });
  office.goTo('2026-10-16');
  const kamal = await letTo(office, 'A-1', ['Kamal Silva', '2026-10-16']);
  await office.generate('A-1', '2026-10');
  office.goTo('2026-11-20');
  return { office, nimal, kamal, ravi };
}

test('a shop that changed hands has two rows, a void invoice none of its amounts, and a vacant shop its rent', async () => {
  const { office, nimal, kamal, ravi } = await openMarket();
  const roll = await rollOf(office, '2026-10');
  expect(roll.rows).toMatchObject([
    {
      shop_id: 'A-1',
      shop_name: 'Nimal Stores',
      is_vacant: false,
      tenancy_id: nimal,
      tenant_name: 'Nimal Perera',
      started_on: '2026-09-01',
      ended_on: '2026-10-15',
      agreement_number: 'L-17/2026',
      rent: 8000,
      operation_fee: 2000,
      vat_rate: 18,
      invoice_id: 'INV-A-1-202610',
      billed: { rent: 8000, operation_fee: 2000, vat: 1800, other: 0, fine: 0, total: 11_800 },
      paid: 10_000,
      due: 1800,
      due_in_all: 1800,
      deposit_held: 20_000,
      rent_not_earned: 0,
    },
    {
      shop_id: 'A-1',
      tenancy_id: kamal,
      tenant_name: 'Kamal Silva',
      started_on: '2026-10-16',
      ended_on: null,
      agreement_number: '',
      rent: 8000,
      invoice_id: 'INV-A-1-202610-2',
      billed: { total: 11_800 },
      paid: 0,
      due: 11_800,
      due_in_all: 11_800,
      deposit_held: 0,
    },
    {
      shop_id: 'A-2',
      tenancy_id: ravi,
      is_vacant: false,
      rent: 8000,
      invoice_id: null,
      billed: { rent: 0, total: 0 },
      paid: 0,
      due: 0,
      due_in_all: 0,
      rent_not_earned: 0,
    },
    {
      shop_id: 'A-10',
      is_vacant: true,
      tenancy_id: null,
      tenant_name: null,
      started_on: null,
      rent: null,
      billed: { total: 0 },
      vat_rate: null,
      rent_not_earned: 5000,
    },
  ]);
  expect(roll.totals).toEqual({
    rent: 16_000,
    operation_fee: 4000,
    billed: { rent: 16_000, operation_fee: 4000, vat: 3600, other: 0, fine: 0, total: 23_600 },
    paid: 10_000,
    due: 13_600,
    due_in_all: 13_600,
    deposit_held: 20_000,
    rent_not_earned: 5000,
  });
  expect(roll.shops).toEqual({ count: 3, let: 2, vacant: 1, vacancy_of_shops: 33.3, vacancy_of_rent: 23.8 });
  expect(roll).toMatchObject({ month: '2026-10', as_of: '2026-11-20T06:30:00.000Z' });
});

test('money is as of now: what is paid later, and what other months left due', async () => {
  const { office, nimal, kamal } = await openMarket();
  await office.generate('A-1', '2026-11');
  await office.pay('A-1', 1800, '2026-11-20', { tenancy_id: nimal, do_not_charge: ['INV-A-1-202610'] });
  const rowsOf = async (month: string) =>
    (await rollOf(office, month)).rows
      .filter(({ shop_id }) => shop_id === 'A-1')
      .map(({ tenancy_id, due, due_in_all }) => [tenancy_id, due, due_in_all]);
  expect(await rowsOf('2026-10')).toEqual([
    [nimal, 0, 0],
    [kamal, 11_800, 23_600],
  ]);
  expect(await rowsOf('2026-11')).toEqual([[kamal, 11_800, 23_600]]);
  expect(await rowsOf('2026-09')).toEqual([[nimal, 0, 0]]);
});

test('terms are those of the month', async () => {
  const { office } = await openMarket();
  await office.ask(shops.edit, {
    params: { id: 'A-2' },
    body: { ...TERMS, rent_amount: 9000, vat_rate: 15 },
  });
  const termsIn = async (month: string) => {
    const row = (await rollOf(office, month)).rows.find(({ shop_id }) => shop_id === 'A-2');
    return [row?.rent, row?.vat_rate];
  };
  expect(await termsIn('2026-10')).toEqual([8000, 18]);
  expect(await termsIn('2026-11')).toEqual([9000, 15]);
});

test('a shop that did not exist in the month is not vacant, and without shops nothing is', async () => {
  const { office } = await openMarket();
  await office.ask(shops.add, { body: { ...TERMS, shop_id: 'B-1' } });
  expect((await rollOf(office, '2026-10')).shops).toMatchObject({ count: 3, vacant: 1 });
  expect((await rollOf(office, '2026-11')).shops).toMatchObject({ count: 4, vacant: 2 });
  expect((await rollOf(office, '2026-08')).shops).toEqual({
    count: 0,
    let: 0,
    vacant: 0,
    vacancy_of_shops: 0,
    vacancy_of_rent: 0,
  });
});

test('the spreadsheet and the PDF have the same rows and the total', { tags: ['slow'] }, async () => {
  const { office } = await openMarket();
  const answer = await office.tell(reports.rentRollFile, { query: { month: '2026-10', format: 'xlsx' } });
  expect(answer.headers['content-disposition']).toContain('filename="rent-roll-2026-10.xlsx"');
  const [sheet, about] = readWorkbook(answer.rawPayload);
  const table = sheet ? readSheetTable(sheet) : [];
  expect(table.map((row) => [row['Shop: ID'], row['Tenant: Name'], row['Total billed']])).toEqual([
    ['A-1', 'Nimal Perera', 11_800],
    ['A-1', 'Kamal Silva', 11_800],
    ['A-2', 'Ravi Kumar', 0],
    ['A-10', 'Vacant', 0],
    ['Total', undefined, 23_600],
  ]);
  expect(table[0]).toMatchObject({
    'Tenant: Agreement': 'L-17/2026',
    'Terms: Rent': 8000,
    'Terms: VAT': 0.18,
    'Billed: VAT': 1800,
    Paid: 10_000,
    'Still due': 1800,
    'Total due': 1800,
    'Deposit held': 20_000,
    'Rent not earned': 0,
  });
  expect(table.at(-1)).toMatchObject({ 'Terms: Rent': 16_000, 'Terms: Operation fee': 4000, 'Rent not earned': 5000 });
  expect(about?.rows.flat().map((cell) => cell?.value)).toContain(
    '3 shops: 2 let, 1 vacant (33.3% of shops, 23.8% of rent)',
  );
  const pdf = await office.tell(reports.rentRollFile, { query: { month: '2026-10' } });
  const [page] = await readPdfText(pdf.rawPayload);
  expect(page).toContain('Rent roll, Oct 2026');
  expect(page).toContain('3 shops: 2 let, 1 vacant (33.3% of shops, 23.8% of rent)');
  expect(page).toContain('As of 20 Nov 2026, 12:00:00');
  for (const text of ['L-17/2026', '15 Oct 2026', '18%', '23,600.00', '13,600.00', 'Vacant'])
    expect(page).toContain(text);
  expect(page).not.toContain('Other charges');
});

test('the rent roll may be read in the office, but not by cashiers and ticket staff', async () => {
  const office = await openTestOffice();
  for (const role of roles) {
    const { statusCode } = await office.tell(reports.rentRoll, { query: { month: '2026-11' }, role });
    expect(statusCode).toBe(['tiketing', 'cashier'].includes(role) ? 403 : 200);
  }
});

test('a month that is none is refused', async () => {
  const office = await openTestOffice();
  await office.refused(reports.rentRoll, { query: { month: '2026-13' } }, 'invalid_input');
});
