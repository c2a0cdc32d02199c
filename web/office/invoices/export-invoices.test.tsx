import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { day, monthOf } from '#billing/calendar.ts';
import { sheetOf } from '#web/ui/table/table-export.ts';
import { pageOf, testInvoice, testInvoices } from '../../testing/invoices.ts';
import { answerCalls, openOffice, refuse, signInAs } from '../../testing/office.tsx';
import { sheetColumns } from './invoice-table.tsx';

describe('export invoices', () => {
  beforeEach(() => signInAs('manager'));

  const NAMED = 'GET /api/invoices?search=a&status=unpaid';
  const OPEN = '/invoices?search=a&status=unpaid';

  test('all filtered invoices are exported, not only this page, as Invoices.xlsx', { tags: ['slow'] }, async () => {
    const names: string[] = [];
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    const sent = answerCalls({
      [`${NAMED}&page=1&limit=10`]: () => pageOf(testInvoices(10), 30),
      [NAMED]: () => pageOf(testInvoices(30)),
    });
    const { user } = openOffice(OPEN);
    const button = await screen.findByRole('button', { name: 'Export to Excel' });
    await waitFor(() => expect(button.title).toBe('Download 30 rows as Invoices.xlsx'));
    await user.click(button);
    await waitFor(() => expect(names).toEqual(['Invoices.xlsx']));
    expect(sent.map(({ call }) => call).filter((call) => call.includes('/api/invoices'))).toEqual([
      `${NAMED}&page=1&limit=10`,
      NAMED,
    ]);
    click.mockRestore();
  });

  test('a spreadsheet that cannot be made is reported', { tags: ['slow'] }, async () => {
    answerCalls({ [`${NAMED}&page=1&limit=10`]: () => pageOf(testInvoices(1)), [NAMED]: () => refuse('internal') });
    const { user } = openOffice(OPEN);
    const button = await screen.findByRole('button', { name: 'Export to Excel' });
    await waitFor(() => expect(button).toHaveProperty('disabled', false));
    await user.click(button);
    await screen.findByText('Could not create the spreadsheet. Try again.');
  });

  test('the spreadsheet has the columns of the specification in their order, and the amount due', () => {
    expect(sheetColumns([]).map(({ title }) => title)).toEqual([
      'Invoice ID',
      'Shop ID',
      'Month',
      'Rent Amount',
      'Operation Fee',
      'VAT',
      'Previous Balance',
      'Total Fines',
      'Fines Prev Month',
      'Total Arrears',
      'Total Amount',
      'Status',
      'Total Paid',
      'Amount due',
      'Prev Total Paid',
      'Prev Payment Date',
      'Created At',
      'Shop Name',
      'Tenant',
    ]);
  });

  test('numbers are numbers, dates are dates, text is text, and a month has the total of every amount', () => {
    const rows = [testInvoice(1), testInvoice(2, { rent_amount: 0.1, total_amount: 0.2 })];
    const sheet = sheetOf(sheetColumns(rows), rows);
    const types = sheet[1]?.map((cell) =>
      cell !== null && typeof cell === 'object' && 'type' in cell ? cell.type : null,
    );
    expect(types).toEqual([
      String,
      String,
      String,
      Number,
      Number,
      Number,
      Number,
      Number,
      Number,
      Number,
      Number,
      String,
      Number,
      Number,
      Number,
      Date,
      Date,
      String,
      String,
    ]);
    expect(totalsOf(sheet)).toEqual({
      'Invoice ID': 'Total',
      'Rent Amount': 8000.1,
      'Operation Fee': 4000,
      VAT: 3600,
      'Previous Balance': 200,
      'Total Fines': 4800,
      'Fines Prev Month': 2400,
      'Total Arrears': 11_800,
      'Total Amount': 20_000.2,
      'Total Paid': 600,
      'Amount due': 23_000,
      'Prev Total Paid': 1400,
    });
  });

  test('over several months the amounts carried over from the month before are not added up', () => {
    const rows = [testInvoice(1), testInvoice(1, { month_year: monthOf(day('2026-10-01')) })];
    expect(totalsOf(sheetOf(sheetColumns(rows), rows))).toEqual({
      'Invoice ID': 'Total',
      'Rent Amount': 16_000,
      'Operation Fee': 4000,
      VAT: 3600,
      'Total Paid': 600,
      'Amount due': 23_000,
    });
  });

  function totalsOf(sheet: ReturnType<typeof sheetOf>): Record<string, unknown> {
    const valueOfCell = (cell: unknown) =>
      typeof cell === 'object' && cell !== null && 'value' in cell ? cell.value : undefined;
    const pairs = (sheet.at(-1) ?? []).map((cell, at) => [valueOfCell(sheet[0]?.[at]), valueOfCell(cell)]);
    return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
  }
});

describe('select invoices', () => {
  beforeEach(() => signInAs('admin'));

  const TOTAL = 623;
  function answerPages(failingPage?: number) {
    const answers: Parameters<typeof answerCalls>[0] = {};
    for (const limit of [10, 200]) {
      for (let page = 1; page <= 4; page += 1) {
        const from = (page - 1) * limit + 1;
        const count = Math.min(limit, TOTAL - from + 1);
        answers[`GET /api/invoices?page=${page}&limit=${limit}`] = () =>
          limit === 200 && page === failingPage ? refuse('internal') : pageOf(testInvoices(count, from), TOTAL);
      }
    }
    answers['GET /api/invoices?search=a-5&page=1&limit=10'] = () => pageOf(testInvoices(1, 5));
    return answerCalls(answers);
  }
  const tick = (name: string) => screen.findByRole('checkbox', { name });
  const print = () => screen.findByRole('button', { name: 'Print Selected Invoices' });
  const send = () => screen.findByRole('button', { name: 'Send Selected Invoices via Email' });

  test('printing and sending are disabled until something is selected', { tags: ['slow'] }, async () => {
    answerPages();
    const { user } = openOffice('/invoices');
    for (const button of [await print(), await send()]) expect(button).toHaveProperty('disabled', true);
    await user.click(await tick('Select INV-A-3-202611'));
    screen.getByText('1 selected');
    for (const button of [await print(), await send()]) expect(button).toHaveProperty('disabled', false);
    await user.click(await tick('Select INV-A-3-202611'));
    screen.getByText('None selected');
    expect(await print()).toHaveProperty('disabled', true);
  });

  test('a selection remains over pages and searches, until it is cleared', { tags: ['slow'] }, async () => {
    answerPages();
    const { user } = openOffice('/invoices');
    await user.click(await tick('Select INV-A-3-202611'));
    await user.click(screen.getByRole('button', { name: 'Page 2' }));
    // The first page stays visible until the second one has arrived.
    await tick('Select INV-A-11-202611');
    await user.click(await tick('Select all rows on this page'));
    screen.getByText('11 selected');
    await user.click(screen.getByRole('button', { name: 'Page 1' }));
    expect(await tick('Select INV-A-3-202611')).toHaveProperty('checked', true);
    expect(await tick('Select INV-A-4-202611')).toHaveProperty('checked', false);
    await user.type(screen.getByRole('searchbox'), 'a-5');
    await screen.findByText('1 in total');
    screen.getByText('11 selected');
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    screen.getByText('None selected');
  });

  test('the checkbox in the heading selects and clears only this page', { tags: ['slow'] }, async () => {
    answerPages();
    const { user } = openOffice('/invoices');
    await user.click(await tick('Select all rows on this page'));
    screen.getByText('10 selected');
    expect(await tick('Select INV-A-10-202611')).toHaveProperty('checked', true);
    await user.click(await tick('Select all rows on this page'));
    screen.getByText('None selected');
  });

  test('when the page is selected all filtered invoices are offered, at most 500', { tags: ['slow'] }, async () => {
    const sent = answerPages();
    const { user } = openOffice('/invoices');
    await tick('Select all rows on this page');
    expect(screen.queryByRole('button', { name: /^Select the first/ })).toBeNull();
    await user.click(await tick('Select all rows on this page'));
    await user.click(screen.getByRole('button', { name: 'Select the first 500 of 623' }));
    await screen.findByText('500 selected');
    expect(screen.queryByRole('button', { name: /^Select the first/ })).toBeNull();
    expect(sent.filter(({ call }) => call.endsWith('limit=200'))).toHaveLength(3);
    vi.stubGlobal('open', () => ({}));
    await user.click(await print());
    await user.click(await screen.findByRole('button', { name: 'Print' }));
    await waitFor(() => expect(JSON.parse(sessionStorage.getItem('print-invoices') ?? '')).toHaveLength(500));
  });

  test('when the others cannot be loaded it says so, and the page remains selected', async () => {
    answerPages(2);
    const { user } = openOffice('/invoices');
    await user.click(await tick('Select all rows on this page'));
    await user.click(screen.getByRole('button', { name: 'Select the first 500 of 623' }));
    await screen.findByText('Failed to fetch invoices');
    screen.getByText('10 selected');
  });
});
