import { officePages } from 'virtual:office/pages';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { may } from '#contract/permissions.ts';
import { offeredIn } from '#web/testing/fast-user.ts';
import { columnsFor } from '#web/ui/card-links.tsx';
import {
  ARREARS,
  april,
  arrearsAnswer,
  march,
  monthAnswer,
  SUMMARY,
  TODAY_CALL,
  testDebtor,
  todayAnswer,
  YEAR,
  yearAnswer,
} from '../../testing/dashboard.ts';
import { answerCalls, openOffice, refuse, signInAs } from '../../testing/office.tsx';
import { answerElsewhere, testCopy } from '../../testing/settings.ts';
import { importOf } from '../import-page.ts';

// The test browser has no canvas, so the chart is empty; the table has the same figures.
vi.mock('./status-chart-panel.tsx', () => ({
  StatusChartPanel: ({ parts }: { parts: { status: string; count: number }[] }) => (
    <p>drawn: {parts.map(({ status, count }) => `${status} ${count}`).join(', ')}</p>
  ),
}));

const answers = {
  [`${SUMMARY}?year=${YEAR}`]: () => yearAnswer(YEAR),
  [`${SUMMARY}?year=${YEAR}&month=3`]: () => monthAnswer(march),
  [`${SUMMARY}?year=${YEAR - 4}`]: () => yearAnswer(YEAR - 4),
  [`${SUMMARY}?year=${YEAR - 4}&month=4`]: () => monthAnswer(april),
  [ARREARS]: () => arrearsAnswer([testDebtor()]),
  [TODAY_CALL]: () => todayAnswer(),
};

beforeEach(() => signInAs('admin'));

const textOf = (name: string) => screen.getByRole('region', { name }).textContent;
const rowsOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => row.textContent);

async function choose(user: UserEvent, filter: string, name: string): Promise<void> {
  await user.selectOptions(screen.getByRole('combobox', { name: filter }), name);
}

function optionsOf(filter: string): string[] {
  return offeredIn(screen.getByRole('combobox', { name: filter }));
}

test('all months of this year are added up: income, invoices by status, and the current figures of the market', {
  tags: ['slow'],
}, async () => {
  const sent = answerCalls(answers);
  openOffice('/admin-dashboard');
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  screen.getByText(`All months in ${YEAR}`);
  await screen.findByText('Total income');
  expect(textOf('Total income')).toBe('Total incomeLKR 116,100.86of 356,500.35 billed, 240,399.49 unpaid');
  expect(textOf('Rent')).toBe('RentLKR 51,000.30of 240,000.30 billed, 189,000.00 unpaid');
  expect(textOf('Operation fee')).toBe('Operation feeLKR 20,000.01of 60,000.00 billed, 39,999.99 unpaid');
  expect(textOf('VAT')).toBe('VATLKR 45,000.50of 54,000.00 billed, 8,999.50 unpaid');
  expect(textOf('Fines')).toBe('FinesLKR 100.05of 2,500.05 billed, 2,400.00 unpaid');
  expect(textOf('Invoices')).toContain('30');
  expect(textOf('Shops')).toContain('144');
  expect(textOf('Tenants')).toContain('140');
  expect(textOf('Shop balances')).toContain('LKR 1,250.75');
  expect(sent.map(({ call }) => call)).toContain(`${SUMMARY}?year=${YEAR}`);
});

test('the income is labelled as by invoice, and links to the payments of the same period', {
  tags: ['slow'],
}, async () => {
  answerCalls(answers);
  openOffice('/admin-dashboard?month=3');
  await screen.findByText(/^Paid so far on the invoices of this period/);
  const link = screen.getByRole('link', { name: 'Payments made in this period' });
  expect(link.getAttribute('href')).toBe(`/view-payments?year=${YEAR}&month=3`);
});

test('the invoices are in a chart by status, and the same figures are in a table', { tags: ['slow'] }, async () => {
  answerCalls(answers);
  openOffice('/admin-dashboard');
  await screen.findByText('drawn: Paid 15, Partially Paid 3, Unpaid 8, Arrest 4');
  expect(rowsOf('Invoices by status')).toEqual([
    'StatusInvoicesShare',
    'Paid1550%',
    'Partially Paid310%',
    'Unpaid827%',
    'Arrest413%',
    'Total30',
  ]);
});

test('a month shows the sums of the server, and is in the URL', { tags: ['slow'] }, async () => {
  const sent = answerCalls(answers);
  const { user, address } = openOffice('/admin-dashboard');
  await screen.findByText('Total income');
  await choose(user, 'Month', 'March');
  await screen.findByText(`March ${YEAR}`);
  await waitFor(() => screen.getByText('LKR 79,000.60'));
  expect(rowsOf('Invoices by status').at(-1)).toBe('Total10');
  expect(address()).toBe('/admin-dashboard?month=3');
  expect(sent.map(({ call }) => call)).toContain(`${SUMMARY}?year=${YEAR}&month=3`);
  await choose(user, 'Month', 'All Months');
  await waitFor(() => expect(address()).toBe('/admin-dashboard'));
  await screen.findByText('LKR 116,100.86');
});

test('the choices are all months and the twelve, and this year and the four before', { tags: ['slow'] }, async () => {
  answerCalls(answers);
  const { user, address } = openOffice('/admin-dashboard');
  await screen.findByText('Total income');
  expect(optionsOf('Month')).toEqual([
    'All Months',
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ]);
  expect(optionsOf('Year')).toEqual([YEAR, YEAR - 1, YEAR - 2, YEAR - 3, YEAR - 4].map(String));
  await choose(user, 'Year', String(YEAR - 4));
  await screen.findByText(`All months in ${YEAR - 4}`);
  expect(address()).toBe(`/admin-dashboard?year=${YEAR - 4}`);
  await choose(user, 'Year', String(YEAR));
  await waitFor(() => expect(address()).toBe('/admin-dashboard'));
});

test('a pasted URL selects its month and year', { tags: ['slow'] }, async () => {
  answerCalls(answers);
  openOffice(`/admin-dashboard?year=${YEAR - 4}&month=4`);
  await screen.findByText('LKR 37,100.26');
  screen.getByText(`April ${YEAR - 4}`);
});

test('a URL with an invalid month and year selects all months of this year', { tags: ['slow'] }, async () => {
  answerCalls(answers);
  openOffice(`/admin-dashboard?year=${YEAR - 5}&month=13`);
  await screen.findByText('LKR 116,100.86');
  screen.getByText(`All months in ${YEAR}`);
});

test('when the figures cannot be loaded a message is shown, the cards show zero, and Try again loads them', {
  tags: ['slow'],
}, async () => {
  let isDown = true;
  const summary = () => (isDown ? refuse('not_ready') : yearAnswer(YEAR));
  answerCalls({ ...answers, [`${SUMMARY}?year=${YEAR}`]: summary });
  const { user } = openOffice('/admin-dashboard');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Failed to load dashboard data.');
  expect(alert.textContent).toContain('The service is not ready. Try again in a moment.');
  for (const name of ['Total income', 'Rent', 'Operation fee', 'VAT', 'Fines']) {
    expect(textOf(name)).toBe(`${name}LKR 0.00of 0.00 billed, 0.00 unpaid`);
  }
  expect(textOf('Shop balances')).toContain('LKR 0.00');
  for (const name of ['Invoices', 'Shops', 'Tenants']) expect(textOf(name)).toMatch(new RegExp(`^${name}0`));
  expect(rowsOf('Invoices by status').at(-1)).toBe('Total0');
  expect(screen.queryByText(/^drawn/)).toBeNull();
  isDown = false;
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  await screen.findByText('LKR 116,100.86');
  expect(screen.queryByText('Failed to load dashboard data.')).toBeNull();
});

test('what is to be done today is a line each with its link, and the money of the month is beside two others', {
  tags: ['slow'],
}, async () => {
  answerCalls(answers);
  openOffice('/admin-dashboard');
  const list = await screen.findByRole('region', { name: /^Today, / });
  const lines = within(list).getAllByRole('listitem');
  expect(
    lines.map((line) => [
      line.textContent?.replaceAll('\u00a0', ' '),
      within(line).getByRole('link').getAttribute('href'),
    ]),
  ).toEqual([
    ['Price list92 prices today ✓', '/view-dailyprices'],
    ['Bills of Nov 2026132 of 140 printed or emailed', '/invoices?status=newly-arrived'],
    ['Cash drawersAll closed ✓', '/cash-sessions'],
    ['Cheques to pay in3, LKR 45,000.00', '/cheques'],
    ['Transfers to confirmNone ✓', '/electronic-payments'],
  ]);
  expect(textOf('Money received this month')?.replaceAll('\u00a0', ' ')).toBe(
    'Money received this monthFrom day to day; the sums are those up to day 3 of each month.' +
      'Nov 2026LKR 175.25Oct 2026LKR 30.00Nov 2025LKR 3.00',
  );
});

test('a market that has published and billed nothing is led to what does it', { tags: ['slow'] }, async () => {
  const today = () =>
    todayAnswer({ price_count: 0, latest_list: null, open_sessions: null, bills: { count: 0, sent: 0 } });
  answerCalls({ ...answers, [TODAY_CALL]: today });
  openOffice('/admin-dashboard');
  const list = await screen.findByRole('region', { name: /^Today, / });
  const links = within(list).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href')).slice(0, 2)).toEqual([
    '/add-dailyprice',
    '/settings/generate-invoices',
  ]);
  expect(within(list).queryByText('Cash drawers')).toBeNull();
});

test('debtors are below, with the age of the debt, and link to their shop', { tags: ['slow'] }, async () => {
  const old = testDebtor({
    tenancy_id: 2,
    shop_id: 'B-7',
    shop_name: 'Corner shop',
    tenant_name: 'Sunil Silva',
    former: true,
    not_due: 1,
    days_1_30: 2.1,
    days_31_60: 3,
    days_61_90: 4,
    days_over_90: 5,
    debt: 0.2,
    total_owed: 15.3,
  });
  answerCalls({ ...answers, [ARREARS]: () => arrearsAnswer([testDebtor(), old]) });
  const { user, address } = openOffice('/admin-dashboard');
  const link = await screen.findByRole('link', { name: 'B-7' });
  expect(link.getAttribute('href')).toBe('/shop-summary/B-7');
  const cells = within(link.closest('tr') as HTMLElement).getAllByRole('cell');
  expect(cells[2]?.textContent).toBe('Corner shopSunil Silva (former tenant)');
  expect(cells.slice(3).map(({ textContent }) => textContent)).toEqual([
    '15.30since Oct 2026',
    '1.00',
    '2.10',
    '3.00',
    '4.00',
    '5.00',
    '0.20',
  ]);
  const other = within(screen.getByRole('link', { name: 'A-12' }).closest('tr') as HTMLElement).getAllByRole('cell');
  expect(other.slice(2, 6).map(({ textContent }) => textContent)).toEqual([
    'Green Leaf TradersNimal Perera',
    '11,800.00since Oct 2026',
    '–',
    '11,800.00',
  ]);
  const totals = rowsOf('Arrears by shop').at(-1)?.replaceAll('no total', '');
  expect(totals).toBe('Total11,815.301.0011,802.103.004.005.000.20');
  expect(screen.getByRole('button', { name: 'Export to Excel' }).getAttribute('title')).toBe(
    'Download 2 rows as Arrears.xlsx',
  );
  await user.type(screen.getByLabelText('Search by shop or tenant'), 'nimal');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'B-7' })).toBeNull());
  expect(address()).toContain('search=nimal');
});

test('arrears that cannot be loaded show their own message, and the figures remain', { tags: ['slow'] }, async () => {
  answerCalls({ ...answers, [ARREARS]: () => refuse('not_ready') });
  openOffice('/admin-dashboard');
  await screen.findByText('Could not load arrears.');
  await screen.findByText('LKR 116,100.86');
});

test('without debtors a message is shown', { tags: ['slow'] }, async () => {
  answerCalls({ ...answers, [ARREARS]: () => arrearsAnswer([]) });
  openOffice('/admin-dashboard');
  await screen.findByText('No outstanding debts.');
  screen.getByText('All invoices are paid.');
});

const WAYS_ON = ['/tenant-management', '/reports', '/settings'] as const;

test.each(['manager', 'editor'] as const)(
  'a %s, who may only read, is welcomed with three links, each to an existing screen of the role',
  { tags: ['slow'] },
  async (role) => {
    signInAs(role);
    answerCalls(answers);
    openOffice('/admin-dashboard');
    const welcome = await screen.findByRole('region', { name: 'Welcome, Kumari Perera' });
    const links = within(welcome).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(WAYS_ON);
    expect(links.map((link) => /^(Tenants|Analytics|Settings)/.exec(link.textContent ?? '')?.[0])).toEqual([
      'Tenants',
      'Analytics',
      'Settings',
    ]);
    for (const path of WAYS_ON) {
      expect(importOf(path)).toBeDefined();
      expect(may(role, officePages[path].permission)).toBe(true);
    }
    await screen.findByText('LKR 116,100.86');
  },
);

test('a role that may write sees the figures immediately, without a welcome', { tags: ['slow'] }, async () => {
  answerCalls(answers);
  openOffice('/admin-dashboard');
  await screen.findByText('LKR 116,100.86');
  expect(screen.queryByText(/^Welcome/)).toBeNull();
});

test('a market without shops shows a welcome, and a link to add the first shop if the role may', async () => {
  const summary = () => yearAnswer(YEAR, { shopCount: 0, tenantCount: 0 });
  answerCalls({ [`${SUMMARY}?year=${YEAR}`]: summary, [ARREARS]: () => arrearsAnswer([]) });
  openOffice('/admin-dashboard');
  await screen.findByRole('heading', { name: 'Welcome, Kumari Perera' });
  expect((await screen.findByRole('link', { name: 'Add shop' })).getAttribute('href')).toBe('/add-shop');
});

test('the dashboard links to the manager dashboard', { tags: ['slow'] }, async () => {
  answerCalls(answers);
  openOffice('/admin-dashboard');
  const link = await screen.findByRole('link', { name: 'Manager dashboard' });
  expect(link.getAttribute('href')).toBe('/manager-dashboard');
});

const SETUP = 'GET /api/setup';
const setupOf = (more: object = {}) => ({
  is_put_away: false,
  is_new: false,
  steps: [
    { step: 'contact', is_done: true, is_confirmed: false, detail: '066 228 5181' },
    { step: 'catalogue', is_done: false, is_confirmed: false, detail: null },
    { step: 'vat', is_done: false, is_confirmed: false, detail: null },
  ],
  ...more,
});

test('a market without shops shows the setup list instead of figures', async () => {
  const summary = () => yearAnswer(YEAR, { shopCount: 0, tenantCount: 0 });
  answerCalls({ [`${SUMMARY}?year=${YEAR}`]: summary, [SETUP]: () => Response.json(setupOf({ is_new: true })) });
  openOffice('/admin-dashboard');
  const list = await screen.findByRole('region', { name: 'Set up the market' });
  within(list).getByText('1 of 3 done');
  expect(
    within(list)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['Phones and address', '/settings/contact'],
    ['Products', '/import-products'],
    ['VAT rate', '/update-vat-rate'],
  ]);
  within(list).getByText('066 228 5181');
  await screen.findByRole('link', { name: 'Add shop' });
  expect(screen.queryByText(/LKR|Total income|Arrears/)).toBeNull();
});

test('an initial value is confirmed in the setup list, and the list is hidden', { tags: ['slow'] }, async () => {
  let setup = setupOf();
  const sent = answerCalls({
    ...answers,
    [SETUP]: () => Response.json(setup),
    'POST /api/setup': ({ body }) => {
      setup = setupOf({ is_put_away: (body as { is_put_away: boolean }).is_put_away });
      return Response.json({ message: 'Setup list saved.' });
    },
  });
  const { user } = openOffice('/admin-dashboard');
  await user.click(await screen.findByRole('button', { name: 'VAT rate: Mark as correct' }));
  await user.click(await screen.findByRole('button', { name: 'Hide this list' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Set up the market' })).toBeNull());
  expect(sent.filter(({ call }) => call === 'POST /api/setup').map(({ body }) => body)).toEqual([
    { is_put_away: false, confirmed: ['vat'] },
    { is_put_away: true, confirmed: [] },
  ]);
});

test('once prices, bills and a payment exist, what is left is one line, which unfolds', {
  tags: ['slow'],
}, async () => {
  const runs = ['prices', 'invoice', 'payment'].map((step) => ({
    step,
    is_done: true,
    is_confirmed: false,
    detail: null,
  }));
  answerCalls({ ...answers, [SETUP]: () => Response.json(setupOf({ steps: [...setupOf().steps, ...runs] })) });
  const { user } = openOffice('/admin-dashboard');
  const list = await screen.findByRole('region', { name: 'Set up the market' });
  expect(list.textContent).toBe('Set up the market2 things leftShow the list');
  await user.click(within(list).getByRole('button', { name: 'Show the list' }));
  expect(
    within(list)
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent),
  ).toEqual(['What visitors see', 'Rent']);
  within(list).getByRole('link', { name: 'VAT rate' });
  await user.click(within(list).getByRole('button', { name: 'Close the list' }));
  expect(within(list).queryByRole('link')).toBeNull();
});

test('a setup list without open steps is not shown', { tags: ['slow'] }, async () => {
  const steps = setupOf().steps.map((step) => ({ ...step, is_done: true }));
  answerCalls({ ...answers, [SETUP]: () => Response.json(setupOf({ steps })) });
  openOffice('/admin-dashboard');
  await screen.findByText('LKR 116,100.86');
  expect(screen.queryByRole('region', { name: 'Set up the market' })).toBeNull();
});

test('both dashboards warn a superadmin, and nobody else, that backups in the bucket are late', {
  tags: ['slow'],
}, async () => {
  const late = { is_set_up: true, is_late: true, proof: 'The bucket answered 403.' };
  for (const path of ['/admin-dashboard', '/manager-dashboard'] as const) {
    signInAs('superadmin');
    answerCalls({ ...answers, 'GET /api/backup/elsewhere': () => answerElsewhere(late) });
    openOffice(path);
    const notice = await screen.findByRole('alert', { name: 'No backup is stored in another place yet' });
    expect(notice.textContent).toContain('The bucket answered 403.');
    cleanup();
  }
  signInAs('admin');
  const sent = answerCalls(answers);
  openOffice('/admin-dashboard');
  await screen.findByText('LKR 116,100.86');
  expect(sent.map(({ call }) => call)).not.toContain('GET /api/backup/elsewhere');
});

test('both dashboards say that the printed emergency sheet has changed, until it is printed again', {
  tags: ['slow'],
}, async () => {
  signInAs('superadmin');
  for (const path of ['/admin-dashboard', '/manager-dashboard'] as const) {
    const sheet = { printed_at: testCopy().made_at, printed_by: 'kumari@example.com' };
    let said: object = { ...sheet, state: 'changed', changed: ['Version'] };
    answerCalls({
      ...answers,
      'GET /api/emergency-sheet': () => Response.json(said),
      'GET /api/emergency-sheet/pdf': () => {
        said = { ...sheet, state: 'current', changed: [] };
        return new Response('%PDF', { headers: { 'content-type': 'application/pdf' } });
      },
    });
    const { user } = openOffice(path);
    const notice = await screen.findByRole('status', { name: 'Emergency sheet' });
    expect(notice.textContent).toContain('Changed since it was printed: Version.');
    await user.click(within(notice).getByRole('button', { name: 'Open the sheet (PDF)' }));
    await waitFor(() => expect(screen.queryByRole('status', { name: 'Emergency sheet' })).toBeNull());
    cleanup();
  }
});

test('no step of the setup list is by itself on the last line', () => {
  expect([1, 2, 4, 7, 14, 15, 16].map((count) => columnsFor(count).lg)).toEqual([1, 2, 2, 4, 3, 3, 4]);
});
