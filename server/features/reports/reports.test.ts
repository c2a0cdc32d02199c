import { describe, expect, test } from 'vitest';
import { electronic } from '#contract/electronic.ts';
import { invoices } from '#contract/invoices.ts';
import { type ReportName, reports } from '#contract/reports.ts';
import { roles } from '#contract/roles.ts';
import { shops } from '#contract/shops.ts';
import { tenancies } from '#contract/tenancies.ts';
import { tenants } from '#contract/tenants.ts';
import { openTestOffice, type TestOffice } from '../../testing/office.ts';
import { readDrawnGlyphs, readPdfText, shapeWithHarfBuzz } from '../../testing/pdf.ts';
import { readSheetTable, readWorkbook } from '../../testing/workbook.ts';

const CALLS = { report: reports.rentPayments, report2: reports.remainingDues, report3: reports.shopPayments };
const NAMES = ['report', 'report2', 'report3'] as const;

async function fetchReport(office: TestOffice, name: ReportName, yearMonth: string, format: 'pdf' | 'xlsx') {
  const [year = '', month = ''] = yearMonth.split('-');
  const answer = await office.tell(CALLS[name], { query: { year, month, format } });
  expect(answer.statusCode).toBe(200);
  return answer;
}

async function tableOf(office: TestOffice, name: ReportName, yearMonth: string) {
  const [sheet] = readWorkbook((await fetchReport(office, name, yearMonth, 'xlsx')).rawPayload);
  if (!sheet) throw new Error('no sheet');
  return readSheetTable(sheet);
}

async function pdfOf(office: TestOffice, name: ReportName, yearMonth: string): Promise<string[]> {
  return readPdfText((await fetchReport(office, name, yearMonth, 'pdf')).rawPayload);
}

/** Records the payments and invoices of the worked example in docs/reports.md. */
async function tellExample(): Promise<TestOffice> {
  const office = await openTestOffice();
  office.goTo('2026-10-01', '09:00');
  await office.let('A-1');
  await office.generate('A-1', '2026-10');
  office.goTo('2026-10-10');
  await office.pay('A-1', 10_000, '2026-10-10');
  office.goTo('2026-11-01', '09:00');
  await office.generate('A-1', '2026-11');
  office.goTo('2026-11-20');
  await office.pay('A-1', 20_000, '2026-11-20', { paymentMethod: 'Bank Transfer' });
  return office;
}

test('the yearly report has twelve months, each with the totals of its monthly reports', async () => {
  const office = await tellExample();
  const { rawPayload } = await office.tell(reports.yearFile, { query: { year: '2026', format: 'xlsx' } });
  const [sheet] = readWorkbook(rawPayload);
  const rows = sheet ? readSheetTable(sheet) : [];
  expect(rows).toHaveLength(13);
  for (const [month, at] of [
    ['2026-10', 9],
    ['2026-11', 10],
  ] as const) {
    const totalOf = async (name: ReportName) => (await tableOf(office, name, month)).at(-1);
    const billed = await totalOf('report');
    const dues = await totalOf('report2');
    expect(rows[at], month).toMatchObject({
      Month: serial(`${month}-01`),
      Rent: billed?.['Rent: Billed'],
      VAT: billed?.['VAT: Billed'],
      Fines: billed?.['Fines: Billed'],
      'Total billed': billed?.['Total: Billed'],
      'Fines for earlier months': billed?.['Fines for earlier months'],
      Received: billed?.Received,
      'Paid for this month': billed?.['Total: Paid'],
      'Paid for other months': billed?.['Paid for other months'],
      Extra: billed?.Extra,
      'Total due': dues?.['Total due'],
    });
  }
  expect(rows[8]).toMatchObject({ 'Total billed': 0, Received: 0, 'Total due': 0 });
  expect(rows[11]).toEqual({ Month: serial('2026-12-01') });
  expect(rows.at(-1)).toMatchObject({ Month: 'Total', 'Total billed': 26_000, Received: 30_000 });
  expect(rows.at(-1)).not.toHaveProperty('Total due');
});

test('the yearly report is one page that says what it covers', { tags: ['slow'] }, async () => {
  const office = await tellExample();
  const { rawPayload, headers } = await office.tell(reports.yearFile, { query: { year: '2026' } });
  const [page = '', ...more] = await readPdfText(rawPayload);
  expect(more).toEqual([]);
  for (const text of ['Yearly income, 2026', 'Received: by the day of payment.', '26,000.00', '30,000.00'])
    expect(page).toContain(text);
  expect(headers['content-disposition']).toContain('yearly-income-2026.pdf');
});

describe('the worked example', () => {
  test('the rent payment summary of a past month', async () => {
    const office = await tellExample();
    expect(await tableOf(office, 'report', '2026-10')).toEqual([
      {
        'Shop: ID': 'A-1',
        'Shop: Name': 'Nimal Stores',
        Tenant: 'Nimal Perera',
        Month: serial('2026-10-01'),
        'Rent: Billed': 8000,
        'Rent: Paid': 6200,
        'Rent: Remaining': 1800,
        'Operation fee: Billed': 2000,
        'Operation fee: Paid': 2000,
        'Operation fee: Remaining': 0,
        'VAT: Billed': 1800,
        'VAT: Paid': 1800,
        'VAT: Remaining': 0,
        'Other charges: Billed': 0,
        'Other charges: Paid': 0,
        'Other charges: Remaining': 0,
        'Fines: Billed': 0,
        'Fines: Paid': 0,
        'Fines: Remaining': 0,
        'Total: Billed': 11_800,
        'Total: Paid': 10_000,
        'Total: Remaining': 1800,
        'Fines for earlier months': 0,
        'Previous balance': 0,
        Received: 10_000,
        'Balance adjustment': 0,
        'Paid for other months': 0,
        Extra: 0,
      },
      expect.objectContaining({ 'Shop: ID': 'Total', 'Total: Billed': 11_800, Received: 10_000 }),
    ]);
  });

  test('the rent payment summary of the next month, with a fine on the earlier month and a remainder', async () => {
    const office = await tellExample();
    const [row] = await tableOf(office, 'report', '2026-11');
    expect(row).toMatchObject({
      'Rent: Billed': 8000,
      'Rent: Paid': 8000,
      'Rent: Remaining': 0,
      'Fines: Billed': 2400,
      'Fines: Paid': 2400,
      'Fines: Remaining': 0,
      'Total: Billed': 14_200,
      'Total: Paid': 14_200,
      'Total: Remaining': 0,
      'Fines for earlier months': 540,
      'Previous balance': 0,
      Received: 20_000,
      'Paid for other months': 2340,
      Extra: 3460,
    });
  });

  test('the amounts due at the end of the month, which are paid now', async () => {
    const office = await tellExample();
    expect((await tableOf(office, 'report2', '2026-10'))[0]).toMatchObject({
      'Rent: Earlier': 0,
      'Rent: This month': 1800,
      'Fines: This month': 0,
      'Together: This month': 1800,
      Debt: 0,
      'Total due': 1800,
    });
    expect(await tableOf(office, 'report2', '2026-11')).toEqual([expect.objectContaining({ 'Total due': 0 })]);
  });

  test('the payments of the month by method', async () => {
    const office = await tellExample();
    expect((await tableOf(office, 'report3', '2026-11'))[0]).toMatchObject({
      Payments: 1,
      Cash: 0,
      'Bank Transfer': 20_000,
      Received: 20_000,
      'Balance adjustment': 0,
      'Paid for this month': 14_200,
      'Paid for other months': 2340,
      Extra: 3460,
      'Last payment': serial('2026-11-20'),
    });
  });
});

function serial(day: string): number {
  return Date.parse(day) / 86_400_000 + 25_569;
}

test('the PDF has the same figures as the spreadsheet, row by row and in total', { tags: ['slow'] }, async () => {
  const office = await tellExample();
  await office.let('A-10', { shop_name: 'Hill Onions', rent_amount: 123_456.78 });
  await office.generate('A-10', '2026-11');
  for (const name of NAMES) {
    const [sheet] = readWorkbook((await fetchReport(office, name, '2026-11', 'xlsx')).rawPayload);
    const isUsed = (at: number) =>
      !LEFT_OUT.has(String(sheet?.rows[0]?.[at]?.value).replace(/:.*/, '')) || figuresAt(at).some((one) => one !== 0);
    const figuresAt = (at: number) => sheet?.rows.slice(1).map((row) => row[at]?.value) ?? [];
    const written = sheet?.rows
      .slice(1)
      .flatMap((row) =>
        row.filter((cell, at) => cell?.format === '#,##0.00' && isUsed(at)).map((cell) => cell?.value as number),
      );
    const text = (await pdfOf(office, name, '2026-11')).join('\n');
    const table = text.slice(text.search(/Shop\s+Tenant/));
    const drawn = table.match(/-?[\d,]+\.\d\d(?!\d)/g)?.map((figure) => Number(figure.replaceAll(',', '')));
    expect(drawn?.toSorted(byNumber)).toEqual(written?.toSorted(byNumber));
  }
});

/** The sentences above the table that name what the bank does not have. */
const UNCONFIRMED = /Received\s+includes\s[^)]*\)\./g;

const LEFT_OUT = new Set([
  'Cash',
  'Bank Transfer',
  'Card',
  'Online',
  'Cheque',
  'Correction Made',
  'Other charges',
  'Fines waived by earlier days',
]);
const byNumber = (one: number, other: number) => one - other;

test('the PDF names report, market, month and time, and has page numbers and headings on each page', {
  tags: ['slow'],
}, async () => {
  const office = await openTestOffice();
  office.goTo('2026-11-20', '08:30:12');
  for (let number = 1; number <= 40; number += 1) {
    await office.let(`A-${number}`);
    await office.generate(`A-${number}`, '2026-11');
  }
  const pages = await pdfOf(office, 'report', '2026-11');
  expect(pages.length).toBeGreaterThan(1);
  expect(pages[0]).toContain('Rent payment summary, Nov 2026');
  expect(pages[0]).toContain('Pola Economic Centre · As of 20 Nov 2026, 08:30:12 · Created 20 Nov 2026, 08:30:12');
  for (const [at, page] of pages.entries()) {
    expect(page).toContain('Previous');
    expect(page).toContain(`Page ${at + 1} of ${pages.length}`);
  }
  expect(pages.at(-1)).toContain('472,000.00');
  const [past] = await pdfOf(office, 'report2', '2026-10');
  expect(past).toContain('As of the end of 31 Oct 2026 · Created 20 Nov 2026, 08:30:12');
  expect(past).toContain('Nothing to report for this month.');
});

test('amounts of any size are complete on paper', async () => {
  const office = await openTestOffice();
  for (const shopId of ['A-1', 'A-2', 'A-3']) {
    await office.let(shopId, { rent_amount: 999_999_999.99, operation_fee: 0, vat_rate: 0 });
    await office.generate(shopId, '2026-11');
  }
  const text = (await pdfOf(office, 'report', '2026-11')).join('\n');
  // Four in the table, one in the picture.
  expect(text.match(/2,999,999,999\.97/g)).toHaveLength(5);
  expect(text.match(/(?<!,)999,999,999\.99/g)).toHaveLength(12);
});

test('names in Sinhala and Tamil are complete in both, and a name that looks like a formula is text', {
  tags: ['slow'],
}, async () => {
  const office = await openTestOffice();
  const sinhala = 'ශ්‍රී ලංකා එළවළු';
  const tamil = 'ஸ்ரீ காய்கறி';
  await office.let('A-1', { shop_name: sinhala });
  await office.let('A-2', { shop_name: tamil });
  await office.let('A-3', { shop_name: '=1+1' });
  for (const shopId of ['A-1', 'A-2', 'A-3']) await office.generate(shopId, '2026-11');
  const [sheet, about] = readWorkbook((await fetchReport(office, 'report', '2026-11', 'xlsx')).rawPayload);
  expect(sheet?.rows.map((row) => row[1]?.value)).toEqual(['Shop: Name', sinhala, tamil, '=1+1', undefined]);
  expect(sheet?.xml).not.toContain('<f');
  expect(sheet?.rows[0]?.every((cell) => cell?.isBold)).toBe(true);
  expect(sheet?.rows.at(-1)?.every((cell) => cell === undefined || cell.isBold)).toBe(true);
  expect(about?.rows.map(([cell]) => cell?.value)).toEqual(
    expect.arrayContaining(['Rent payment summary', 'Pola Economic Centre', 'Nov 2026', 'Amounts in rupees']),
  );
  const pdf = (await fetchReport(office, 'report', '2026-11', 'pdf')).rawPayload;
  expect(readDrawnGlyphs(pdf, 'NotoSansSinhala-Regular').join()).toContain(shapeWithHarfBuzz('ශ්‍රී', 'Sinhala').join());
  expect(readDrawnGlyphs(pdf, 'NotoSansTamil-Regular').join()).toContain(shapeWithHarfBuzz(tamil, 'Tamil').join());
});

test('a month ends at midnight in Colombo', { tags: ['slow'] }, async () => {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  await office.let('A-1');
  office.goTo('2026-10-31', '23:59:59.999');
  const setTo = (balance_amount: number) =>
    office.ask(shops.setBalance, { params: { id: 'A-1' }, body: { balance_amount } });
  await setTo(100);
  office.goTo('2026-11-01', '00:00:00.000');
  await setTo(350);
  await office.pay('A-1', 5, '2026-10-31');
  await office.pay('A-1', 7, '2026-11-01');
  expect((await tableOf(office, 'report', '2026-10'))[0]).toMatchObject({
    Received: 5,
    'Balance adjustment': 100,
    Extra: 105,
  });
  expect((await tableOf(office, 'report', '2026-11'))[0]).toMatchObject({
    'Previous balance': 105,
    Received: 7,
    'Balance adjustment': 250,
    Extra: 257,
  });
});

test('a correction counts in the month and with the method of its payment, whenever it was made', {
  tags: ['slow'],
}, async () => {
  const office = await openTestOffice();
  office.goTo('2026-10-20');
  await office.let('A-1');
  await office.pay('A-1', 1000, '2026-10-20', { paymentMethod: 'Cheque' });
  office.goTo('2026-11-05');
  await office.correct('A-1', '2026-10-20', [1000, 400.25]);
  expect((await tableOf(office, 'report3', '2026-10'))[0]).toMatchObject({
    Payments: 1,
    Cheque: 400.25,
    'Correction Made': 0,
    Received: 400.25,
    Extra: 400.25,
  });
  expect(await tableOf(office, 'report3', '2026-11')).toHaveLength(1);
});

test('an invoice generated late is in the report of its month, and a credit counts in the month in which it was used', async () => {
  const office = await openTestOffice();
  office.goTo('2026-10-05');
  await office.let('A-1');
  await office.pay('A-1', 3000, '2026-10-05');
  office.goTo('2026-11-07');
  await office.generate('A-1', '2026-10');
  expect((await tableOf(office, 'report', '2026-10'))[0]).toMatchObject({
    'Total: Billed': 11_800,
    'Total: Paid': 0,
    'Total: Remaining': 11_800,
    Extra: 3000,
  });
  expect((await tableOf(office, 'report2', '2026-10'))[0]).toMatchObject({ 'Together: This month': 11_800 });
  expect((await tableOf(office, 'report', '2026-11'))[0]).toMatchObject({
    'Total: Billed': 0,
    Received: 0,
    'Previous balance': 3000,
    'Paid for other months': 3000,
    Extra: -3000,
  });
  expect((await tableOf(office, 'report2', '2026-11'))[0]).toMatchObject({ 'Together: Earlier': 8800 });
});

test('a balance below 0 is a debt that remains due; deleted entries are in no report', async () => {
  const office = await openTestOffice();
  await office.let('A-1');
  await office.generate('A-1', '2026-11');
  await office.ask(invoices.remove, { params: { id: 'INV-A-1-202611' }, body: {} });
  await office.ask(shops.setBalance, { params: { id: 'A-1' }, body: { balance_amount: -250.5 } });
  const [row, total] = await tableOf(office, 'report2', '2026-11');
  expect(row).toMatchObject({ 'Together: Earlier': 0, 'Together: This month': 0, Debt: 250.5, 'Total due': 250.5 });
  expect(total).toMatchObject({ Debt: 250.5, 'Total due': 250.5 });
});

test('shops are in the order of their numbers, each with the tenant who owes, also one who has left', async () => {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  for (const shopId of ['A-10', 'A-2', 'A-1']) {
    await office.let(shopId);
    await office.generate(shopId, '2026-10');
  }
  office.goTo('2026-11-10');
  const listed = await office.ask(tenants.list, {});
  const id = String(listed.find(({ shop_id }) => shop_id === 'A-2')?.tenant_id);
  await office.ask(tenants.remove, { params: { id } });
  const sunil = {
    name: 'Sunil Silva',
    contact: '000 111 1111',
    address: 'Kandy',
    email: 'sunil@example.com',
    shop_id: 'A-2',
  };
  await office.ask(tenants.add, { body: sunil });
  const named = async (month: string) =>
    (await tableOf(office, 'report2', month)).slice(0, -1).map((row) => `${row['Shop: ID']} ${row.Tenant}`);
  expect(await named('2026-10')).toEqual(['A-1 Nimal Perera', 'A-2 Nimal Perera', 'A-10 Nimal Perera']);
  expect(await named('2026-11')).toEqual(['A-1 Nimal Perera', 'A-2 Nimal Perera', 'A-10 Nimal Perera']);
});

test('an empty shop shows the tenant of its last invoice', async () => {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  await office.let('A-1');
  await office.generate('A-1', '2026-10');
  const [tenant] = await office.ask(tenants.list, {});
  office.goTo('2026-10-20');
  await office.ask(tenants.remove, { params: { id: String(tenant?.tenant_id) } });
  expect((await tableOf(office, 'report2', '2026-10'))[0]).toMatchObject({ Tenant: 'Nimal Perera' });
});

test.each([
  [{ year: '2026', month: '13' }, 'Enter a month from 1 to 12.'],
  [{ year: '2026', month: '0' }, 'Enter a month from 1 to 12.'],
  [{ year: '2026' }, 'Enter a month from 1 to 12.'],
  [{ year: '26', month: '10' }, 'Enter a year, such as 2026.'],
  [{ year: '2026', month: '10', format: 'csv' }, 'The format must be one of: pdf, xlsx.'],
])('an invalid month or format of a report is refused: %o', async (query, message) => {
  const office = await openTestOffice();
  for (const name of NAMES) {
    const refusal = await office.refused(
      CALLS[name],
      { query: query as { year: string; month: string } },
      'invalid_input',
    );
    expect(refusal.message).toBe(message);
  }
});

test('a month without a leading zero is the same month, and the file name has the month and the year', {
  tags: ['slow'],
}, async () => {
  const office = await openTestOffice();
  const answer = await office.tell(reports.remainingDues, { query: { year: '2026', month: '1' } });
  expect(answer.headers['content-type']).toBe('application/pdf');
  expect(answer.headers['content-disposition']).toBe('inline; filename="remaining-dues-2026-01.pdf"');
});

test('reports may be read in the office, but not by cashiers and ticket staff', { tags: ['slow'] }, async () => {
  const office = await openTestOffice();
  for (const role of roles) {
    for (const name of NAMES) {
      const { statusCode } = await office.tell(CALLS[name], {
        query: { year: '2026', month: '11', format: 'xlsx' },
        role,
      });
      expect(statusCode).toBe(['tiketing', 'cashier'].includes(role) ? 403 : 200);
    }
  }
});

test('reports with money received name what the bank is not known to have in their month, and others do not', async () => {
  const office = await openTestOffice();
  office.goTo('2026-10-01', '09:00');
  await office.let('A-1');
  await office.generate('A-1', '2026-10');
  office.goTo('2026-10-10');
  const take = async (amount: number, paymentMethod: 'Cash' | 'Cheque' | 'Card' | 'Bank Transfer') =>
    (await office.pay('A-1', amount, '2026-10-10', { paymentMethod })).payment.payment_id;
  const linesOf = async (name: ReportName, month = '2026-10') =>
    (await pdfOf(office, name, month))
      .join('\n')
      .match(UNCONFIRMED)
      ?.map((line) => line.replaceAll(/\s+/g, ' ')) ?? [];
  await take(500, 'Cash');
  expect(await linesOf('report')).toEqual([]);
  const card = await take(100, 'Card');
  await take(200, 'Bank Transfer');
  await take(50, 'Cheque');
  await office.correct('A-1', '2026-10-10', [200, 250.5]);
  const { Tenant } = await office.summaryOf('A-1');
  const deposit = { action: 'deposit_received', amount: 9000, method: 'Card' } as const;
  await office.ask(tenancies.money, { params: { id: String(Tenant?.tenant_id) }, body: deposit });
  office.goTo('2026-11-05');
  await office.pay('A-1', 77, '2026-11-05', { paymentMethod: 'Online' });
  const cheque = 'Received includes 50.00 by cheque that the bank has not paid (1 cheque).';
  const open = (amount: string, payments: string) =>
    `Received includes ${amount} by transfer, card or online that nobody has confirmed at the bank (${payments}).`;
  for (const name of ['report', 'report3'] as const)
    expect(await linesOf(name)).toEqual([open('350.50', '2 payments'), cheque]);
  expect(await linesOf('report2')).toEqual([]);
  expect(await linesOf('report3', '2026-11')).toEqual([open('77.00', '1 payment')]);
  const year = await office.tell(reports.yearFile, { query: { year: '2026', format: 'xlsx' } });
  expect(JSON.stringify(readWorkbook(year.rawPayload))).toContain(open('427.50', '3 payments'));
  await office.ask(electronic.confirm, { body: { payment_ids: [card], confirmed_on: '2026-10-12' } });
  expect(await linesOf('report')).toEqual([open('250.50', '1 payment'), cheque]);
});
