import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { ListedInvoice } from '#contract/invoices.ts';
import { forgetSession } from '#web/session.ts';
import { offeredIn } from '#web/testing/fast-user.ts';
import { pageOf, testInvoice, testInvoices } from '../../testing/invoices.ts';
import { answerCalls, openOffice, refuse, type Sent, signInAs } from '../../testing/office.tsx';

beforeEach(() => signInAs('admin'));

const LIST = 'GET /api/invoices?';
const FIRST = `${LIST}page=1&limit=10`;
const first = () => pageOf(testInvoices(10), 23);
const asked = (sent: Sent[]) => sent.map(({ call }) => call).filter((call) => call.startsWith(LIST));
const row = (name: RegExp) => screen.getByRole('row', { name });

async function open(at = '/invoices', more: Parameters<typeof answerCalls>[0] = {}) {
  const sent = answerCalls({ [FIRST]: first, ...more });
  const office = openOffice(at);
  await screen.findByRole('heading', { level: 1, name: 'Invoices' });
  return { ...office, sent };
}

const HEADINGS = ['Invoice ID', 'Shop ID', 'Tenant', 'Month', 'Status', 'Total Amount (LKR)', 'Amount due (LKR)'];

test('the table begins with what invoices are chosen by, and the open row has the other columns', {
  tags: ['slow'],
}, async () => {
  const { user } = await open('/invoices', {
    [FIRST]: () => pageOf([testInvoice(1, { status: 'Partially Paid', printedtime: 2 })]),
  });
  const table = await screen.findByRole('table', { name: 'Invoices' });
  const headings = [...table.querySelectorAll('th')].map(({ textContent }) => textContent);
  expect(headings).toEqual(['', 'Details', ...HEADINGS, 'Actions']);
  const cells = within(row(/INV-A-1-/)).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent).slice(2, -1)).toEqual([
    'INV-A-1-202611',
    'A-1',
    'Nimal Perera',
    'Nov 2026',
    'Partially Paid',
    '20,000.00',
    '11,500.00',
  ]);
  expect(screen.getByRole('link', { name: 'A-1' }).getAttribute('href')).toBe('/shop-summary/A-1');
  expect(detailsOf(table)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Details of INV-A-1-202611' }));
  await screen.findByText('Prev Payment Date');
  expect(detailsOf(table)).toEqual([
    ['Rent Amount (LKR)', '8,000.00'] as const,
    ['Operation Fee (LKR)', '2,000.00'] as const,
    ['VAT (LKR)', '1,800.00'] as const,
    ['Previous Balance (LKR)', '100.00'] as const,
    ['Total Fines (LKR)', '2,400.00'] as const,
    ['Fines Prev Month (LKR)', '1,200.00'] as const,
    ['Total Arrears (LKR)', '5,900.00'] as const,
    ['Total Paid (LKR)', '300.00'] as const,
    ['Prev Total Paid (LKR)', '700.00'] as const,
    ['Prev Payment Date', '18 Oct 2026'] as const,
    ['Created At', '1 Nov 2026'] as const,
    ['Shop Name', 'Shop number 1'] as const,
  ]);
});

test('on a phone the open row has the columns for which the row has no room', { tags: ['slow'] }, async () => {
  const { innerWidth } = window;
  Object.assign(window, { innerWidth: 390 });
  onTestFinished(() => void Object.assign(window, { innerWidth }));
  const { user } = await open('/invoices', { [FIRST]: () => pageOf([testInvoice(1)]) });
  const table = await screen.findByRole('table', { name: 'Invoices' });
  within(row(/INV-A-1-/)).getByText('Newly Arrived');
  await user.click(screen.getByRole('button', { name: 'Details of INV-A-1-202611' }));
  await screen.findByText('Prev Payment Date');
  const names = detailsOf(table).map(([name]) => name);
  expect(names).toEqual(expect.arrayContaining(['Month', 'Tenant', 'Total Amount (LKR)', 'Rent Amount (LKR)']));
  for (const shown of ['Invoice ID', 'Shop ID', 'Status', 'Amount due']) expect(names).not.toContain(shown);
});

const detailsOf = (table: HTMLElement) =>
  [...table.querySelectorAll('dt')].map(({ textContent, nextSibling }) => [textContent, nextSibling?.textContent]);

test('an unprinted invoice is newly arrived; without an earlier payment there is a dash, without tenants no tenant column', {
  tags: ['slow'],
}, async () => {
  const { Shop } = testInvoice(1);
  const bare: Partial<ListedInvoice> = {
    Shop: { ...Shop, Tenant: null },
    previous_payment_summary: { last_payment_date: null, total_paid: 0 },
  };
  const { user } = await open('/invoices', { [FIRST]: () => pageOf([testInvoice(1, bare)]) });
  const cells = within(await screen.findByRole('row', { name: /INV-A-1-/ })).getAllByRole('cell');
  expect([cells[4]?.textContent, cells[5]?.textContent]).toEqual(['Nov 2026', 'UnpaidNewly Arrived']);
  expect(screen.queryByRole('button', { name: /^Tenant/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Details of INV-A-1-202611' }));
  await screen.findByText('Prev Payment Date');
  expect(detailsOf(screen.getByRole('table', { name: 'Invoices' }))).toContainEqual(['Prev Payment Date', '–']);
});

test.each([
  ['Paid', 'paid'],
  ['Arrears', 'arrears'],
  ['Partly Paid', 'partly-paid'],
  ['Newly Arrived', 'newly-arrived'],
  ['Unpaid', 'unpaid'],
])('the tab %s loads just those invoices, and is in the URL', { tags: ['slow'] }, async (name, status) => {
  const call = `${LIST}status=${status}&page=1&limit=10`;
  const { user, address, sent } = await open('/invoices', { [call]: () => pageOf(testInvoices(2, 50)) });
  await user.click(screen.getByRole('tab', { name }));
  await screen.findByText('INV-A-50-202611');
  screen.getByText('2 in total');
  expect(address()).toBe(`/invoices?status=${status}`);
  await user.click(screen.getByRole('tab', { name: 'All' }));
  await screen.findByText('23 in total');
  expect(address()).toBe('/invoices');
  expect(asked(sent)).toEqual([FIRST, call, FIRST]);
});

test('a month is typed or picked, loads just its invoices, and is in the URL', { tags: ['slow'] }, async () => {
  const call = `${LIST}month_year=2026-10&page=1&limit=10`;
  const { user, address, sent } = await open('/invoices?page=2', {
    [`${LIST}page=2&limit=10`]: () => pageOf(testInvoices(10, 11), 23),
    [call]: () => pageOf(testInvoices(2, 50)),
  });
  const month = screen.getByRole('combobox', { name: 'Month' });
  await user.selectOptions(month, 'Oct 2026');
  await screen.findByText('INV-A-50-202611');
  expect(address()).toBe('/invoices?month=2026-10');
  await user.selectOptions(month, 'All Months');
  await screen.findByText('23 in total');
  expect(address()).toBe('/invoices');
  expect(asked(sent)).toEqual([`${LIST}page=2&limit=10`, call, FIRST]);
});

test('a link may name a month that is not offered, and a month without invoices can be left', {
  tags: ['slow'],
}, async () => {
  const { user, address } = await open('/invoices?month=2034-01&status=paid', {
    [`${LIST}status=paid&month_year=2034-01&page=1&limit=10`]: () => pageOf([]),
    [`${LIST}status=paid&page=1&limit=10`]: () => pageOf(testInvoices(2)),
  });
  await screen.findByText('No invoices for Jan 2034 with the status “Paid”.');
  expect(screen.getByRole('combobox', { name: 'Month' })).toHaveProperty('value', '2034-01');
  await user.click(screen.getByText('Show all months'));
  await screen.findByText('2 in total');
  expect(address()).toBe('/invoices?status=paid');
});

test('the number of rows per page is chosen, starts at page 1, and is in the URL', { tags: ['slow'] }, async () => {
  const { user, address } = await open('/invoices?page=2', {
    [`${LIST}page=2&limit=10`]: () => pageOf(testInvoices(10, 11), 123),
    [`${LIST}page=1&limit=100`]: () => pageOf(testInvoices(100), 123),
    [FIRST]: () => pageOf(testInvoices(10), 123),
  });
  const sizes = await screen.findByRole('combobox', { name: 'Rows per page' });
  expect(offeredIn(sizes)).toEqual(['10 rows per page', '25 rows per page', '50 rows per page', '100 rows per page']);
  await user.selectOptions(sizes, '100');
  await screen.findByText('INV-A-100-202611');
  expect(address()).toBe('/invoices?size=100');
  screen.getByText('1–100 of 123');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '10');
  await screen.findByText('1–10 of 123');
  expect(address()).toBe('/invoices');
});

test('the search is sent to the server, from page 1 on', { tags: ['slow'] }, async () => {
  const found = `${LIST}search=2026-11&page=1&limit=10`;
  const { user, address } = await open('/invoices?page=2', {
    [`${LIST}page=2&limit=10`]: () => pageOf(testInvoices(10, 11), 23),
    [found]: () => pageOf(testInvoices(1)),
  });
  const box = screen.getByRole('searchbox', { name: 'Search by Shop ID, Invoice ID, or Month-Year' });
  await user.type(box, '2026-11');
  await screen.findByText('1 in total');
  expect(address()).toBe('/invoices?search=2026-11');
});

test('a heading sorts on the server, in both directions', { tags: ['slow'] }, async () => {
  const up = `${LIST}sort=total_amount&order=asc&page=1&limit=10`;
  const down = up.replace('asc', 'desc');
  const { user, address, sent } = await open('/invoices', { [up]: first, [down]: first });
  const heading = () => screen.findByRole('button', { name: /^Total Amount/ });
  await user.click(await heading());
  await waitFor(() => expect(asked(sent)).toContain(up));
  await user.click(await heading());
  await waitFor(() => expect(asked(sent)).toContain(down));
  expect(address()).toBe('/invoices?sort=-total_amount');
});

test('a pasted URL restores tab, month, search, order, page and its size', { tags: ['slow'] }, async () => {
  const call = `${LIST}search=a-1&status=paid&month_year=2026-11&sort=shop_id&order=desc&page=2&limit=25`;
  const { sent } = await open('/invoices?search=a-1&status=paid&month=2026-11&sort=-shop_id&page=2&size=25', {
    [call]: () => pageOf(testInvoices(3, 11), 28),
  });
  await screen.findByText('INV-A-11-202611');
  expect(screen.getByRole('tab', { name: 'Paid' }).getAttribute('aria-selected')).toBe('true');
  expect(asked(sent)).toEqual([call]);
});

test('an unknown tab, month, order and page size are ignored', { tags: ['slow'] }, async () => {
  const { sent } = await open('/invoices?status=stolen&month=2026-13&sort=colour&page=-3&size=7');
  await screen.findByText('INV-A-1-202611');
  expect(asked(sent)).toEqual([FIRST]);
});

test('the next page is loaded when it is opened, and the last one remains until then', { tags: ['slow'] }, async () => {
  let give: (page: Response) => void = () => {};
  const second = new Promise<Response>((resolve) => {
    give = resolve;
  });
  const { user, address } = await open('/invoices', { [`${LIST}page=2&limit=10`]: () => second });
  await user.click(await screen.findByRole('button', { name: 'Page 2' }));
  await waitFor(() => expect(address()).toBe('/invoices?page=2'));
  screen.getByText('INV-A-1-202611');
  give(pageOf(testInvoices(10, 11), 23));
  await screen.findByText('INV-A-11-202611');
  expect(screen.queryByText('INV-A-1-202611')).toBeNull();
});

test('a page beyond the end becomes the last one', { tags: ['slow'] }, async () => {
  const { address } = await open('/invoices?page=9', {
    [`${LIST}page=9&limit=10`]: () => pageOf([], 23),
    [`${LIST}page=3&limit=10`]: () => pageOf(testInvoices(3, 21), 23),
  });
  await screen.findByText('INV-A-21-202611');
  expect(address()).toBe('/invoices?page=3');
});

test('a market without invoices shows how to generate one, and an empty tab suggests another', {
  tags: ['slow'],
}, async () => {
  const { user } = await open('/invoices', {
    [FIRST]: () => pageOf([]),
    [`${LIST}status=paid&page=1&limit=10`]: () => pageOf([]),
  });
  const next = await screen.findByRole('link', { name: 'Generate invoices' });
  expect(next.getAttribute('href')).toBe('/settings/generate-invoices');
  expect(screen.getByRole('button', { name: 'Export to Excel' })).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('tab', { name: 'Paid' }));
  await screen.findByText('No invoices with the status “Paid”.');
});

test('a search without results says so and can be cleared immediately', { tags: ['slow'] }, async () => {
  const { user, address } = await open('/invoices?search=zzz', {
    [`${LIST}search=zzz&page=1&limit=10`]: () => pageOf([]),
  });
  await user.click(await screen.findByRole('button', { name: 'Show all' }));
  await screen.findByText('23 in total');
  expect(address()).toBe('/invoices');
});

test('a list that cannot be loaded is reported, and Try again loads it', { tags: ['slow'] }, async () => {
  let tries = 0;
  const { user } = await open('/invoices', {
    [FIRST]: () => {
      tries += 1;
      return tries === 1 ? refuse('internal') : first();
    },
  });
  await screen.findByText('Failed to fetch invoices');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('INV-A-1-202611');
});

test.each([
  ['an object', () => Response.json({ invoices: [] })],
  ['the page of a proxy', () => new Response('<p>Welcome</p>', { headers: { 'content-type': 'text/html' } })],
])('%s instead of the list is an unexpected response', { tags: ['slow'] }, async (_, answer) => {
  await open('/invoices', { [FIRST]: answer });
  await screen.findByText('Unexpected response format');
});

test.each(['/invoices', '/print/invoices'])(
  'without a token %s shows a message and leads to the login page',
  async (path) => {
    forgetSession();
    const { address } = openOffice(path);
    await screen.findByText('Unauthorized: Please log in first.');
    await waitFor(() => expect(address()).toBe(`/login?next=${encodeURIComponent(path)}`));
  },
);

test('a session that ends while the list is loaded shows the same message', { tags: ['slow'] }, async () => {
  answerCalls({ [FIRST]: () => refuse('unauthorized') });
  openOffice('/invoices');
  await screen.findByText('Unauthorized: Please log in first.');
});

test.each(['manager', 'editor'] as const)(
  'a %s reads the list and can neither select, print nor send',
  { tags: ['slow'] },
  async (role) => {
    signInAs(role);
    await open();
    await screen.findByText('INV-A-1-202611');
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('button', { name: /Selected Invoices|^Print/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Export to Excel' })).toHaveProperty('disabled', false);
  },
);

test('a role that may not print sees a message in the print window too', async () => {
  signInAs('manager');
  openOffice('/print/invoices');
  await screen.findByRole('heading', { level: 1, name: 'Not allowed' });
});
