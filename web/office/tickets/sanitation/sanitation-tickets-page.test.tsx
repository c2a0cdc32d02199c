import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { addDays } from '#billing/calendar.ts';
import { answerCalls, openOffice, refuse, type Sent, signInAs } from '#web/testing/office.tsx';
import { sanitationIssued, sanitationList, testSanitation } from '#web/testing/tickets.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { importOf } from '../../import-page.ts';

const NOW = browserToday();
const FIRST = `${NOW.slice(0, 8)}01`;
const LIST = 'GET /api/sanitation/by-date';
const ISSUE = 'POST /api/sanitation';
const PAGE = '&page=1&limit=10';
const TODAY = `${LIST}?date=${NOW}${PAGE}`;
const hundred = testSanitation({ id: 6, customId: 'T100_1', price: 100, device_number: 'K-9' });
const both = () => sanitationList([hundred, testSanitation()], 2, 120);

beforeAll(() => importOf('/sanitation-ticketing')?.());
beforeEach(() => signInAs('editor'));

const listCalls = (sent: Sent[]) => sent.map(({ call }) => call).filter((call) => call.startsWith(LIST));
const cardOf = (name: string) => screen.getByRole('region', { name }).textContent;

test.each([
  ['/sanitation-ticketing', 'Sanitation ticketing'],
  ['/sanitation-ticketing?price=20', '20Rs tickets'],
  ['/sanitation-ticketing?price=100', '100Rs tickets'],
  ['/sanitation-ticketing?price=50', 'Sanitation ticketing'],
])('%s has the title %s', async (address, title) => {
  answerCalls({});
  openOffice(address);
  await screen.findByRole('heading', { level: 1, name: title });
});

test("today's tickets are listed with both numbers, price, time in Colombo and issuer, and summed", {
  tags: ['slow'],
}, async () => {
  const sent = answerCalls({ [TODAY]: both });
  openOffice('/sanitation-ticketing');
  const row = (await screen.findByText('T100_1')).closest('tr') as HTMLElement;
  const cells = within(row).getAllByRole('cell');
  expect(cells[0]?.textContent).toMatch(/^T100_1K-9/);
  expect(cells.slice(1, 4).map(({ textContent }) => textContent)).toEqual([
    '100.00',
    '21 Nov 2026, 00:30:12',
    'Kumari Perera',
  ]);
  expect(cardOf('Total income')).toBe('Total incomeLKR 120.002 tickets');
  screen.getByText(`Today, ${formatOfficeDay(NOW)}`);
  expect(listCalls(sent)).toEqual([TODAY]);
});

test('the range of this month is from its first day to today, with the price', async () => {
  const days = FIRST === NOW ? `date=${NOW}` : `startDate=${FIRST}&endDate=${NOW}`;
  const sent = answerCalls({ [`${LIST}?${days}&price=20${PAGE}`]: () => sanitationList([testSanitation()], 900) });
  openOffice('/sanitation-ticketing?price=20&range=month');
  await screen.findByText('T20_5');
  expect(cardOf('Total income')).toContain('LKR 18,000.00');
  screen.getByText('900 in total');
  expect(listCalls(sent)).toHaveLength(1);
});

/** Pastes the whole text in one step, because typing would render the screen again for each letter. */
async function enter(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}

async function enterDay(user: UserEvent, label: string, day: string): Promise<void> {
  await enter(user, screen.getByRole('textbox', { name: label }), day);
  await user.tab();
}

test('without a preset price the choice is empty again after each ticket', { tags: ['slow'] }, async () => {
  const sent = answerCalls({ [TODAY]: both, [ISSUE]: () => sanitationIssued() });
  const { user } = openOffice('/sanitation-ticketing');
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Ticket price' }), 'Rs 100');
  await user.click(screen.getByRole('button', { name: 'Issue Ticket' }));
  await screen.findByText('Ticket issued with ID: T20_5');
  expect(sent.find(({ call }) => call === ISSUE)?.body).toEqual({ price: '100' });
  expect(screen.getByRole('combobox', { name: 'Ticket price' })).toHaveProperty('value', '');
});

test('a date range needs both dates, and filters nothing until it has them', { tags: ['slow'] }, async () => {
  const range = `startDate=${addDays(NOW, -9)}&endDate=${addDays(NOW, -1)}`;
  const sent = answerCalls({ [TODAY]: both, [`${LIST}?${range}${PAGE}`]: () => sanitationList([hundred], 40, 1000) });
  const { user, address } = openOffice('/sanitation-ticketing');
  await screen.findByText('T100_1');
  await enterDay(user, 'From', addDays(NOW, -9));
  await screen.findByText('Choose both a start date and an end date.');
  expect(listCalls(sent)).toEqual([TODAY]);
  await enterDay(user, 'To', addDays(NOW, -1));
  await screen.findByText('40 in total');
  expect(screen.queryByText('Choose both a start date and an end date.')).toBeNull();
  expect(address()).toBe(`/sanitation-ticketing?from=${addDays(NOW, -9)}&to=${addDays(NOW, -1)}`);
});

test('a range that ends before it begins is reported and not requested', async () => {
  const sent = answerCalls({ [TODAY]: both });
  openOffice(`/sanitation-ticketing?from=${addDays(NOW, -1)}&to=${addDays(NOW, -9)}`);
  await screen.findByText('The end date cannot be before the start date.');
  expect(listCalls(sent)).toEqual([TODAY]);
});

test('a single date replaces a range', { tags: ['slow'] }, async () => {
  const day = addDays(NOW, -3);
  const sent = answerCalls({ [`${LIST}?date=${day}${PAGE}`]: both });
  const { user, address } = openOffice('/sanitation-ticketing?range=month');
  await screen.findByRole('textbox', { name: 'Date' });
  await enterDay(user, 'Date', day);
  await waitFor(() => expect(address()).toBe(`/sanitation-ticketing?date=${day}`));
  await waitFor(() => expect(listCalls(sent).at(-1)).toBe(`${LIST}?date=${day}${PAGE}`));
});

test('price and issuer filter the list, and are in the URL and the title', { tags: ['slow'] }, async () => {
  const sent = answerCalls({ [TODAY]: both });
  const { user, address } = openOffice('/sanitation-ticketing');
  await screen.findByText('T100_1');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Price' }), 'Rs 100');
  await screen.findByRole('heading', { level: 1, name: '100Rs tickets' });
  await enter(user, screen.getByRole('searchbox', { name: 'Search by issuer email' }), 'kumari@');
  const last = `${LIST}?date=${NOW}&price=100&byWhom=kumari%40${PAGE}`;
  await waitFor(() => expect(listCalls(sent).at(-1)).toBe(last));
  expect(address()).toBe('/sanitation-ticketing?price=100&search=kumari%40');
});

test('without a price no ticket is issued', async () => {
  const sent = answerCalls({ [TODAY]: both });
  const { user } = openOffice('/sanitation-ticketing');
  await user.click(await screen.findByRole('button', { name: 'Issue Ticket' }));
  await screen.findByText('Please enter the ticket price.');
  expect(sent.map(({ call }) => call)).not.toContain(ISSUE);
});

test('an issued ticket shows its number, is listed, and can be printed; the price remains for the next one', {
  tags: ['slow'],
}, async () => {
  const open = vi.fn(() => ({ focus: vi.fn() }));
  vi.stubGlobal('open', open);
  const sent = answerCalls({
    [`${LIST}?date=${NOW}&price=20${PAGE}`]: () => sanitationList([testSanitation()]),
    [ISSUE]: () => sanitationIssued(testSanitation({ id: 7, customId: 'T20_6' })),
  });
  const { user } = openOffice('/sanitation-ticketing?price=20');
  await screen.findByText('T20_5');
  await user.click(screen.getByRole('button', { name: 'Issue Ticket' }));
  await screen.findByText('Ticket issued with ID: T20_6');
  expect(sent.find(({ call }) => call === ISSUE)?.body).toEqual({ price: '20' });
  await waitFor(() => expect(listCalls(sent)).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: 'Print ticket' }));
  expect(open).toHaveBeenCalledWith('/print/ticket/T20_6', 'pola-ticket');
  await user.click(screen.getByRole('button', { name: 'Issue Ticket' }));
  await waitFor(() => expect(sent.filter(({ call }) => call === ISSUE)).toHaveLength(2));
  const keys = sent.filter(({ call }) => call === ISSUE).map(({ headers }) => headers.get('idempotency-key'));
  expect(new Set(keys).size).toBe(2);
});

test.each([
  [
    'in the words of the server',
    () => refuse('issued_too_early'),
    'The recorded time cannot be more than 48 hours ago.',
  ],
  ['in its own words without them', () => new Response('', { status: 502 }), 'Failed to issue ticket.'],
])('a ticket that is not issued is reported, %s', async (_, answer, sentence) => {
  answerCalls({ [`${LIST}?date=${NOW}&price=20${PAGE}`]: both, [ISSUE]: answer });
  const { user } = openOffice('/sanitation-ticketing?price=20');
  await user.click(await screen.findByRole('button', { name: 'Issue Ticket' }));
  await screen.findByText(sentence);
});

test('a list that cannot be loaded is reported, and the sums remain at zero', async () => {
  answerCalls({ [TODAY]: () => refuse('internal') });
  openOffice('/sanitation-ticketing');
  await screen.findByText('Failed to fetch sanitation tickets.');
  expect(cardOf('Total income')).toContain('LKR 0.00');
  expect(screen.getByRole('button', { name: 'Export to Excel' })).toHaveProperty('disabled', true);
});

test('an income that is loading is not shown as a figure', async () => {
  answerCalls({ [TODAY]: () => new Promise<Response>(() => undefined) });
  openOffice('/sanitation-ticketing');
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('region', { name: 'Total income' })).toBeNull();
});

test('a day without tickets shows a message, and the export is disabled', async () => {
  answerCalls({ [TODAY]: () => sanitationList([]) });
  openOffice('/sanitation-ticketing');
  await screen.findByText('No tickets found.');
  const button = screen.getByRole('button', { name: 'Export to Excel' });
  expect([button.title, button.hasAttribute('disabled')]).toEqual(['No tickets to export', true]);
});

async function remove(user: UserEvent, reason = 'Printed twice'): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Delete T20_5' }));
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByText('Are you sure you want to delete this ticket?');
  dialog.getByText(/^This ticket \(T20_5, Sanitation, Rs 20.00\) was issued on 21 Nov 2026, 00:30:12/);
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  await enter(user, dialog.getByRole('textbox', { name: 'Reason' }), reason);
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
}

test('a ticket is deleted after a question, only with a reason, and the list is loaded again', {
  tags: ['slow'],
}, async () => {
  const DELETE = 'DELETE /api/sanitation/5';
  const sent = answerCalls({ [TODAY]: both, [DELETE]: () => Response.json({ message: 'Ticket deleted.' }) });
  const { user } = openOffice('/sanitation-ticketing');
  await remove(user, ' Printed twice ');
  await screen.findByText('Ticket deleted successfully.');
  expect(sent.filter(({ call }) => call === DELETE).map(({ body }) => body)).toEqual([{ reason: 'Printed twice' }]);
  await waitFor(() => expect(listCalls(sent)).toHaveLength(2));
});

test('after a deletion the focus remains in the table', { tags: ['slow'] }, async () => {
  const answers = [both, () => sanitationList([hundred], 1, 100)];
  answerCalls({
    [TODAY]: () => (answers.shift() ?? both)(),
    'DELETE /api/sanitation/5': () => Response.json({ message: 'Ticket deleted.' }),
  });
  const { user } = openOffice('/sanitation-ticketing');
  await remove(user);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete T20_5' })).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Sanitation tickets' })));
});

test('a failed deletion is reported', { tags: ['slow'] }, async () => {
  answerCalls({ [TODAY]: both, 'DELETE /api/sanitation/5': () => new Response('', { status: 502 }) });
  const { user } = openOffice('/sanitation-ticketing');
  await remove(user);
  await screen.findByText('Failed to delete the ticket.');
});

test('answering no deletes nothing', { tags: ['slow'] }, async () => {
  const sent = answerCalls({ [TODAY]: both });
  const { user } = openOffice('/sanitation-ticketing');
  await user.click(await screen.findByRole('button', { name: 'Delete T20_5' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent.filter(({ call }) => call.startsWith('DELETE'))).toEqual([]);
});
