import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { addDays } from '#billing/calendar.ts';
import { offeredIn } from '#web/testing/fast-user.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { sheetOf } from '#web/ui/table/table-export.ts';
import { auditPageOf, testEntries, testEntry } from '../../testing/audit.ts';
import { answerCalls, openOffice, refuse, signInAs } from '../../testing/office.tsx';
import { importOf } from '../import-page.ts';
import { auditSheetColumns } from './audit-page.tsx';

const TYPES = 'GET /api/audit/event-types';
const LIST = 'GET /api/audit';
const PAGE = 'page=1&limit=10';
const types = () => Response.json(['Payment Made', 'Invoice Generated', 'Fine Applied', 'Correction', 'Signed In']);
const yesterday = addDays(browserToday(), -1);

beforeAll(() => importOf('/system-logs')?.());
beforeEach(() => signInAs('manager'));

test('an entry shows when, what, of which shop and invoice, the values before and after, why, and who did it', async () => {
  answerCalls({ [TYPES]: types, [`${LIST}?${PAGE}`]: () => auditPageOf([testEntry(7)]) });
  openOffice('/system-logs');
  await screen.findByRole('heading', { level: 1, name: 'System logs' });
  const row = (await screen.findByText('Payment 7 corrected')).closest('tr');
  expect([...(row?.cells ?? [])].map(({ textContent }) => textContent)).toEqual([
    '21 Nov 202606:00:12',
    'CorrectionPayment 7 corrected',
    'A-12INV-A-12-202611',
    '1500.5',
    '1400',
    'Counted again',
    'Kumari Perera',
  ]);
  const headings = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(headings).toEqual(['Date', 'Event', 'Shop and invoice', 'Old value', 'New value', 'Reason', 'By']);
  screen.getByText('1 in total');
});

test('a page has ten entries, and the next ten are loaded', { tags: ['slow'] }, async () => {
  answerCalls({
    [TYPES]: types,
    [`${LIST}?${PAGE}`]: () => auditPageOf(testEntries(10, 25), 25),
    [`${LIST}?page=3&limit=10`]: () => auditPageOf(testEntries(5), 25),
  });
  const { user, address } = openOffice('/system-logs');
  await screen.findByText('1–10 of 25');
  await user.click(screen.getByRole('button', { name: 'Page 3' }));
  await screen.findByText('Payment 1 corrected');
  expect(address()).toBe('/system-logs?page=3');
});

test('the filters are in the URL, lead back to page 1, and are sent to the server', { tags: ['slow'] }, async () => {
  const rows = () => auditPageOf(testEntries(10, 30), 30);
  const sent = answerCalls({
    [TYPES]: types,
    [`${LIST}?page=2&limit=10`]: rows,
    [`${LIST}?event_type=Signed+In&${PAGE}`]: rows,
    [`${LIST}?event_type=Signed+In&shop_id=a-12&${PAGE}`]: rows,
    [`${LIST}?event_type=Signed+In&shop_id=a-12&search=kumari&${PAGE}`]: rows,
    [`${LIST}?shop_id=a-12&search=kumari&${PAGE}`]: rows,
  });
  const { user, address } = openOffice('/system-logs?page=2');
  await screen.findByRole('option', { name: 'Signed In' });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Event type' }), 'Signed In');
  await waitFor(() => expect(address()).toBe('/system-logs?type=Signed+In'));
  await user.type(screen.getByRole('searchbox', { name: 'Shop ID' }), 'a-12');
  await waitFor(() => expect(address()).toBe('/system-logs?type=Signed+In&shop=a-12'));
  await user.type(screen.getByRole('searchbox', { name: 'Search logs' }), 'kumari');
  await waitFor(() => expect(address()).toBe('/system-logs?type=Signed+In&shop=a-12&search=kumari'));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Event type' }), 'All events');
  await waitFor(() => expect(address()).toBe('/system-logs?shop=a-12&search=kumari'));
  await waitFor(() => expect(sent.at(-1)?.call).toBe(`${LIST}?shop_id=a-12&search=kumari&${PAGE}`));
});

test('dates filter the log, both included; an end before the start is reported and filters nothing', {
  tags: ['slow'],
}, async () => {
  const sent = answerCalls({
    [TYPES]: types,
    [`${LIST}?start_date=${yesterday}&end_date=${browserToday()}&${PAGE}`]: () => auditPageOf([testEntry(7)]),
    [`${LIST}?start_date=${browserToday()}&${PAGE}`]: () => auditPageOf([testEntry(8)]),
  });
  const { user, address } = openOffice(`/system-logs?from=${yesterday}&to=${browserToday()}`);
  await screen.findByText('Payment 7 corrected');
  expect(screen.getByRole('textbox', { name: 'From' })).toHaveProperty('value', formatOfficeDay(yesterday));
  await user.clear(screen.getByRole('textbox', { name: 'From' }));
  await user.type(screen.getByRole('textbox', { name: 'From' }), formatOfficeDay(browserToday()));
  await user.clear(screen.getByRole('textbox', { name: 'To' }));
  await user.type(screen.getByRole('textbox', { name: 'To' }), formatOfficeDay(yesterday));
  await user.tab();
  await screen.findByText('The end date cannot be before the start date.');
  await screen.findByText('Payment 8 corrected');
  expect(address()).toBe(`/system-logs?from=${browserToday()}&to=${yesterday}`);
  expect(sent.at(-1)?.call).toBe(`${LIST}?start_date=${browserToday()}&${PAGE}`);
});

test('a type in the URL can be deselected although the log has no entry of it', { tags: ['slow'] }, async () => {
  answerCalls({
    [TYPES]: types,
    [`${LIST}?event_type=Shop+Added&${PAGE}`]: () => auditPageOf([]),
    [`${LIST}?${PAGE}`]: () => auditPageOf([testEntry(7)]),
  });
  const { user, address } = openOffice('/system-logs?type=Shop+Added');
  await screen.findByText('No log entries found.');
  expect(screen.getByRole('combobox', { name: 'Event type' })).toHaveProperty('value', 'Shop Added');
  expect(screen.getByRole('button', { name: 'Export to Excel' })).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('button', { name: 'Show all' }));
  await screen.findByText('Payment 7 corrected');
  expect(address()).toBe('/system-logs');
});

test('a log that cannot be loaded is reported, and Try again loads it', { tags: ['slow'] }, async () => {
  let isUp = false;
  answerCalls({
    [TYPES]: () => refuse('internal'),
    [`${LIST}?${PAGE}`]: () => (isUp ? auditPageOf([testEntry(7)]) : refuse('internal')),
  });
  const { user } = openOffice('/system-logs');
  const alert = await screen.findByRole('alert');
  within(alert).getByText('Failed to fetch logs. Please try again.');
  // If the types cannot be loaded, the list offers those of the specification.
  const options = offeredIn(screen.getByRole('combobox', { name: 'Event type' }));
  expect(options).toEqual(['All events', 'Payment Made', 'Invoice Generated', 'Fine Applied', 'Correction']);
  isUp = true;
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  await screen.findByText('Payment 7 corrected');
});

test('a long value is shortened, field by field, and shown completely on request', { tags: ['slow'] }, async () => {
  const location = 'Block K, behind the weighing bridge; second row '.repeat(4).trim();
  const old_value = `shop_name: Nimal Stores; location: ${location}`;
  answerCalls({ [TYPES]: types, [`${LIST}?${PAGE}`]: () => auditPageOf([testEntry(7, { old_value })]) });
  const { user } = openOffice('/system-logs');
  const button = await screen.findByRole('button', { name: 'Show more of the old value of entry 7' });
  const cell = button.closest('td');
  expect(cell?.textContent).toContain('shop_name: Nimal Stores\nlocation: Block K, behind');
  expect(cell?.textContent).toContain('…');
  await user.click(button);
  expect(cell?.textContent).toBe(`shop_name: Nimal Stores\nlocation: ${location}Show less`);
  await user.click(screen.getByRole('button', { name: 'Show less of the old value of entry 7' }));
  expect(cell?.textContent).toContain('…');
});

test('amounts have thousands separators, other figures stay as they are', async () => {
  const entry = testEntry(7, { old_value: 'rent: 13125.00; block: 1200', new_value: '1500.00 - 2100.50, T20_1500.00' });
  answerCalls({ [TYPES]: types, [`${LIST}?${PAGE}`]: () => auditPageOf([entry]) });
  openOffice('/system-logs');
  const row = (await screen.findByText('Payment 7 corrected')).closest('tr');
  expect(row?.textContent).toContain('rent: 13,125.00\nblock: 1200');
  expect(row?.textContent).toContain('1,500.00 - 2,100.50, T20_1500.00');
});

test('a phone shows a whole entry in one cell', { tags: ['slow'] }, async () => {
  const { innerWidth } = window;
  Object.assign(window, { innerWidth: 390 });
  onTestFinished(() => void Object.assign(window, { innerWidth }));
  answerCalls({ [TYPES]: types, [`${LIST}?${PAGE}`]: () => auditPageOf([testEntry(7, { invoice_id: null })]) });
  openOffice('/system-logs');
  const cell = (await screen.findByText('Payment 7 corrected')).closest('td');
  expect(cell?.textContent).toBe(
    'CorrectionPayment 7 correctedOld value 1500.5New value 1400Reason Counted againShop A-1221 Nov 2026, 06:00:12 · Kumari Perera',
  );
});

test('users without access to the log see a message, and nothing is requested', async () => {
  signInAs('editor');
  const sent = answerCalls({});
  openOffice('/system-logs');
  await screen.findByRole('heading', { level: 1, name: 'Not allowed' });
  expect(sent).toEqual([]);
});

test('the spreadsheet has each value in a column of its own, the time of the market, and text as text', () => {
  const values = sheetOf(auditSheetColumns(), [testEntry(7, { shop_id: null, edit_reason: '=1+1' })]).map((row) =>
    row.map((cell) => (typeof cell === 'object' && cell !== null && 'value' in cell ? cell.value : null)),
  );
  expect(values).toEqual([
    ['Date', 'Event', 'Description', 'Shop ID', 'Invoice ID', 'Old value', 'New value', 'Reason', 'By'],
    [
      new Date('2026-11-21T06:00:12.000Z'),
      'Correction',
      'Payment 7 corrected',
      null,
      'INV-A-12-202611',
      '1500.5',
      '1400',
      '=1+1',
      'kumari@example.com',
    ],
  ]);
});
