import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { setCurrentLanguage } from '#web/i18n/t.ts';
import { offeredIn } from '#web/testing/fast-user.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { answerCalls, openOffice, refuse, signInAs } from '../../testing/office.tsx';

const [YEAR = '', MONTH = ''] = browserToday().split('-');
const NOW = `month=${Number(MONTH)}&year=${YEAR}`;
const call = (name: string, format: string, period = `year=${YEAR}&month=${Number(MONTH)}`) =>
  `GET /api/${name}/monthly-income?${period}&format=${format}`;
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const pdf = () => new Response('%PDF-1.7', { headers: { 'content-type': 'application/pdf' } });

/** Answers the calls and returns those for reports that were made since; the picture of the month makes its own. */
function answerReports(answers: Parameters<typeof answerCalls>[0]) {
  const sent = answerCalls(answers);
  return () => sent.filter(({ call: made }) => !made.includes('/summary?'));
}

function watchTabs(isBlocked = false) {
  const tabs: { shown: string[]; document: Document; closed: boolean }[] = [];
  vi.stubGlobal('open', () => {
    if (isBlocked) return null;
    const tab = {
      shown: [] as string[],
      closed: false,
      document: document.implementation.createHTMLDocument(),
      location: { replace: (address: string) => tab.shown.push(address) },
      close() {
        tab.closed = true;
      },
    };
    tabs.push(tab);
    return tab;
  });
  return tabs;
}

const files: Blob[] = [];
const downloads: string[] = [];

beforeEach(() => {
  signInAs('manager');
  files.length = 0;
  downloads.length = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:file-${files.push(file as Blob)}`);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push(`${this.download} ${this.href}`);
  });
});

test('the picture shows how much of what was billed is paid, for each charge with money and together', async () => {
  const sums = {
    invoiceCounts: { total_invoices: 2, paid_count: 1, unpaid_count: 1, partial_count: 0, arrest_count: 0 },
    rentSums: { total_rent_amount: 3000, total_rent_paid: 1500 },
    vatSums: { total_vat_amount: 540, total_vat_paid: 270 },
    fineSums: { total_fine_amount: 0, total_fine_paid: 0 },
    operationFeeSums: { total_operation_amount: 1000, total_operation_paid: 1000 },
    otherChargeSums: { total_other_amount: 0, total_other_paid: 0 },
    shopBalanceSum: { total_shop_balance: 0 },
    tenantCount: 2,
    shopCount: 2,
  };
  answerCalls({ [`GET /api/summery/summary?year=${YEAR}&month=${Number(MONTH)}`]: () => Response.json(sums) });
  openOffice('/reports');
  const picture = await screen.findByRole('region', { name: /^Collected of what was billed for / });
  const bars = await within(picture).findAllByRole('listitem');
  expect(bars.map((bar) => bar.textContent)).toEqual([
    'RentLKR 1,500.00 of 3,000.00 billed, 1,500.00 unpaid',
    'Operation feeLKR 1,000.00 of 1,000.00 billed, 0.00 unpaid',
    'VATLKR 270.00 of 540.00 billed, 270.00 unpaid',
    'TogetherLKR 2,770.00 of 4,540.00 billed, 1,770.00 unpaid',
  ]);
});

test('the month is the current one, and the years go from 5 back to 2 ahead', { tags: ['slow'] }, async () => {
  openOffice('/reports');
  const month = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Month' });
  expect(month.value).toBe(String(Number(MONTH)));
  const year = screen.getByRole<HTMLInputElement>('combobox', { name: 'Year' });
  expect(year.value).toBe(YEAR);
  const years = offeredIn(year);
  expect(years).toEqual([-5, -4, -3, -2, -1, 0, 1, 2].map((later) => String(Number(YEAR) + later)));
  const months = offeredIn(month);
  expect(months).toEqual(['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']);
});

afterEach(() => setCurrentLanguage('en'));

test('the reports have their names in the language of the reader', async () => {
  await loadMessages('start', 'si');
  await loadMessages('office', 'si');
  setCurrentLanguage('si');
  openOffice('/reports?month=9');
  await screen.findByRole('button', { name: 'කුලී ගෙවීම් සාරාංශය, PDF ලෙස' });
  screen.getByRole('link', { name: 'කුලී ලේඛනය: විවෘත කරන්න' });
  expect(offeredIn(screen.getByRole('combobox', { name: 'මාසය' }))[8]).toBe('සැප්');
});

test('the chosen month is in the URL, and a pasted URL restores it', { tags: ['slow'] }, async () => {
  watchTabs();
  const sent = answerReports({});
  const { user, address } = openOffice(`/reports?year=${Number(YEAR) - 3}`);
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Month' }), 'Feb');
  await waitFor(() => expect(address()).toBe(`/reports?year=${Number(YEAR) - 3}&month=2`));
  await user.click(screen.getByRole('button', { name: 'Remaining dues as PDF' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.call).toBe(call('report2', 'pdf', `year=${Number(YEAR) - 3}&month=2`));
});

test.each(['?year=1999&month=13', '?year=x&month=0', '?year=&month='])(
  'an invalid month is the current one: %s',
  async (query) => {
    watchTabs();
    const sent = answerReports({ [call('report', 'pdf')]: pdf });
    const { user } = openOffice(`/reports${query}`);
    await user.click(await screen.findByRole('button', { name: 'Rent payment summary as PDF' }));
    await waitFor(() => expect(sent().map((one) => one.call)).toEqual([call('report', 'pdf')]));
  },
);

test.each([
  ['Rent payment summary', 'report'],
  ['Remaining dues', 'report2'],
  ['Shop payment summary', 'report3'],
])('%s opens in a new tab that shows a message until the report is loaded', async (title, name) => {
  const tabs = watchTabs();
  const { promise, resolve } = Promise.withResolvers<Response>();
  const sent = answerReports({ [call(name, 'pdf')]: () => promise });
  const { user } = openOffice(`/reports?${NOW}`);
  const button = await screen.findByRole('button', { name: `${title} as PDF` });
  await user.click(button);
  expect(tabs).toHaveLength(1);
  expect(tabs[0]?.document.title).toBe(title);
  expect(tabs[0]?.document.body.textContent).toBe(`Preparing the ${title.toLowerCase()}…`);
  expect(button).toHaveProperty('disabled', true);
  expect(tabs[0]?.shown).toEqual([]);
  resolve(pdf());
  await waitFor(() => expect(tabs[0]?.shown).toEqual(['blob:file-1']));
  expect(files[0]?.type).toBe('application/pdf');
  expect(sent()[0]?.headers.get('authorization')).toBe('Bearer token-of-test');
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
});

test('a tab that was closed meanwhile is not used', async () => {
  const tabs = watchTabs();
  const { promise, resolve } = Promise.withResolvers<Response>();
  answerCalls({ [call('report', 'pdf')]: () => promise });
  const { user } = openOffice('/reports');
  const button = await screen.findByRole('button', { name: 'Rent payment summary as PDF' });
  await user.click(button);
  for (const tab of tabs) tab.closed = true;
  resolve(pdf());
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  expect(tabs[0]?.shown).toEqual([]);
});

test('when the browser blocks the tab, the message explains how to allow it, and nothing is requested', async () => {
  watchTabs(true);
  const sent = answerReports({});
  const { user } = openOffice('/reports');
  await user.click(await screen.findByRole('button', { name: 'Remaining dues as PDF' }));
  await screen.findByText('The browser blocked the new tab. Allow pop-ups for this site, then open the report again.');
  expect(sent()).toEqual([]);
});

test('a report that fails closes its tab and shows the reason', async () => {
  const tabs = watchTabs();
  answerCalls({ [call('report3', 'pdf')]: () => refuse('internal') });
  const { user } = openOffice('/reports');
  await user.click(await screen.findByRole('button', { name: 'Shop payment summary as PDF' }));
  await screen.findByText('Something went wrong. Try again.');
  expect(tabs[0]?.closed).toBe(true);
});

test('a report that fails without a message shows a message of the screen', async () => {
  const tabs = watchTabs();
  answerCalls({ [call('report', 'pdf')]: () => new Response('', { status: 502 }) });
  const { user } = openOffice('/reports');
  await user.click(await screen.findByRole('button', { name: 'Rent payment summary as PDF' }));
  await screen.findByText('Could not load the rent payment summary.');
  expect(tabs[0]?.closed).toBe(true);
});

test('beside each report is its spreadsheet, downloaded under its name without a tab', async () => {
  const tabs = watchTabs();
  answerCalls({
    [call('report2', 'xlsx', `year=${YEAR}&month=3`)]: () => new Response('PK', { headers: { 'content-type': XLSX } }),
  });
  const { user } = openOffice(`/reports?year=${YEAR}&month=3`);
  await user.click(await screen.findByRole('button', { name: 'Download Remaining dues as .xlsx' }));
  await waitFor(() => expect(downloads).toEqual([`Remaining dues ${YEAR}-03.xlsx blob:file-1`]));
  expect(tabs).toEqual([]);
});

test('the year has one file of its own, as PDF and as spreadsheet', { tags: ['slow'] }, async () => {
  const tabs = watchTabs();
  const year = String(Number(YEAR) - 1);
  answerCalls({
    [`GET /api/reports/year/file?year=${year}&format=pdf`]: pdf,
    [`GET /api/reports/year/file?year=${year}&format=xlsx`]: () =>
      new Response('PK', { headers: { 'content-type': XLSX } }),
  });
  const { user } = openOffice(`/reports?year=${year}`);
  await user.click(await screen.findByRole('button', { name: 'Yearly income as PDF' }));
  await waitFor(() => expect(tabs[0]?.shown).toEqual(['blob:file-1']));
  await user.click(screen.getByRole('button', { name: 'Download Yearly income as .xlsx' }));
  await waitFor(() => expect(downloads).toEqual([`Yearly income ${year}.xlsx blob:file-2`]));
});

test('a spreadsheet that cannot be loaded shows the reason', async () => {
  answerCalls({});
  const { user } = openOffice('/reports');
  await user.click(await screen.findByRole('button', { name: 'Download Shop payment summary as .xlsx' }));
  await screen.findByText(/^Could not load the shop payment summary\. ./);
  expect(downloads).toEqual([]);
});

test('ticket staff see that they may not read reports', async () => {
  signInAs('tiketing');
  openOffice('/reports');
  await screen.findByRole('heading', { level: 1, name: 'Not allowed' });
});
