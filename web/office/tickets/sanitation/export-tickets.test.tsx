import { screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { addDays, instantOf } from '#billing/calendar.ts';
import { answerCalls, openOffice, refuse, signInAs } from '#web/testing/office.tsx';
import { sanitationList, testSanitation } from '#web/testing/tickets.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { sheetOf } from '#web/ui/table/table-export.ts';
import { importOf } from '../../pages.ts';
import { fetchTickets, ticketSheetColumns } from './sanitation-tickets-page.tsx';

const LIST = 'GET /api/sanitation/by-date';
const [first, second, third] = [addDays(browserToday(), -3), addDays(browserToday(), -2), addDays(browserToday(), -1)];
const OPEN = `/sanitation-ticketing?price=20&search=kumari&from=${first}&to=${third}`;
const PAGE = `${LIST}?startDate=${first}&endDate=${third}&price=20&byWhom=kumari&page=1&limit=10`;
const ofDay = (day: string) => `${LIST}?date=${day}&price=20&byWhom=kumari`;

beforeAll(() => importOf('/sanitation-ticketing')?.());
beforeEach(() => signInAs('editor'));

test('all filtered tickets are exported, a day at a time and the newest first, not only this page', {
  tags: ['slow'],
}, async () => {
  const names: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  const sent = answerCalls({
    [PAGE]: () => sanitationList([testSanitation()], 3),
    [ofDay(third)]: () => sanitationList([testSanitation({ id: 7 })]),
    [ofDay(second)]: () => sanitationList([]),
    [ofDay(first)]: () => sanitationList([testSanitation({ id: 6 }), testSanitation()]),
  });
  const { user } = openOffice(OPEN);
  const button = await screen.findByRole('button', { name: 'Export to Excel' });
  await waitFor(() => expect(button.title).toBe('Download 3 rows as Sanitation tickets.xlsx'));
  await user.click(button);
  await waitFor(() => expect(names).toEqual(['Sanitation tickets.xlsx']));
  expect(sent.map(({ call }) => call)).toEqual([PAGE, ofDay(third), ofDay(second), ofDay(first)]);
  click.mockRestore();
});

test('the tickets of a period are those of each of its days, the first and the last too', async () => {
  answerCalls({
    [ofDay(third)]: () => sanitationList([testSanitation({ id: 7 })]),
    [ofDay(second)]: () => sanitationList([]),
    [ofDay(first)]: () => sanitationList([testSanitation({ id: 6 })]),
  });
  const tickets = await fetchTickets({ from: first, to: third, price: '20', byWhom: 'kumari' });
  expect(tickets.map(({ id }) => id)).toEqual([7, 6]);
});

test('an export stops when one day cannot be loaded', { tags: ['slow'] }, async () => {
  answerCalls({
    [PAGE]: () => sanitationList([testSanitation()], 3),
    [ofDay(third)]: () => sanitationList([testSanitation()]),
    [ofDay(second)]: () => refuse('internal'),
  });
  const { user } = openOffice(OPEN);
  const button = await screen.findByRole('button', { name: 'Export to Excel' });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  await user.click(button);
  await screen.findByText('The spreadsheet could not be created. Try again.');
});

test('the spreadsheet has each ticket with the time of the market, and the total of the prices in its last row', () => {
  const rows = [testSanitation({ customId: 'T100_1', price: 100, device_number: 'K-9' }), testSanitation()];
  const values = sheetOf(ticketSheetColumns(), rows).map((row) =>
    row.map((cell) => (typeof cell === 'object' && cell !== null && 'value' in cell ? cell.value : null)),
  );
  const at = new Date(instantOf(Date.parse('2026-11-21T00:30:12.000Z')));
  expect(values).toEqual([
    ['Ticket ID', 'Price', 'Issued', 'By', 'Device No.'],
    ['T100_1', 100, at, 'kumari@example.com', 'K-9'],
    ['T20_5', 20, at, 'kumari@example.com', null],
    ['Total', 120, null, null, null],
  ]);
});
