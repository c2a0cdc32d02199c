import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { addDays, instantOf } from '#billing/calendar.ts';
import { answerCalls, openOffice, refuse, signInAs } from '#web/testing/office.tsx';
import { breakdownAnswer, sanitationList, testSanitation } from '#web/testing/tickets.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { sheetOf } from '#web/ui/table/table-export.ts';
import { importOf } from '../../import-page.ts';
import { fetchTickets, ticketSheetColumns } from './sanitation-tickets-page.tsx';

describe('sanitation dashboard page', () => {
  const BREAKDOWN = 'GET /api/sanitation/breakdown';
  const CARDS = [
    'Today Total',
    'Today Rs 20 Total',
    'Today Rs 100 Total',
    'This Month Total',
    'This Month Rs 20 Total',
    'This Month Rs 100 Total',
  ];

  beforeAll(() => importOf('/SanitationDashboard')?.());
  beforeEach(() => signInAs('editor'));

  const cards = () => CARDS.map((name) => screen.getByRole('region', { name }).textContent);

  test('six cards show the income of today and of this month, with the number of tickets, in total and by price', {
    tags: ['slow'],
  }, async () => {
    answerCalls({ [BREAKDOWN]: breakdownAnswer });
    openOffice('/SanitationDashboard');
    await screen.findByRole('heading', { level: 1, name: 'Sanitation Ticketing Management' });
    await screen.findByText('Today Total');
    expect(cards()).toEqual([
      'Today TotalLKR 140.003 tickets',
      'Today Rs 20 TotalLKR 40.002 tickets',
      'Today Rs 100 TotalLKR 100.001 ticket',
      'This Month TotalLKR 1,400.0030 tickets',
      'This Month Rs 20 TotalLKR 400.0020 tickets',
      'This Month Rs 100 TotalLKR 1,000.0010 tickets',
    ]);
  });

  test('the four cards of one price link to its tickets, of today or of this month', { tags: ['slow'] }, async () => {
    answerCalls({ [BREAKDOWN]: breakdownAnswer });
    openOffice('/SanitationDashboard');
    await screen.findByText('Today Total');
    const addresses = CARDS.map((name) => screen.queryByRole('link', { name })?.getAttribute('href') ?? 'none');
    expect(addresses).toEqual([
      'none',
      '/sanitation-ticketing?price=20',
      '/sanitation-ticketing?price=100',
      'none',
      '/sanitation-ticketing?price=20&range=month',
      '/sanitation-ticketing?price=100&range=month',
    ]);
  });

  test('the breakdown has every month with its tickets by price, and their total', async () => {
    answerCalls({ [BREAKDOWN]: breakdownAnswer });
    openOffice('/SanitationDashboard');
    await screen.findByRole('heading', { level: 2, name: 'All Months Breakdown' });
    const table = within(await screen.findByRole('table', { name: 'All Months Breakdown' }));
    const rows = table.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent));
    expect(rows).toEqual([
      ['Month', 'Total Income (LKR)', 'Ticket Count', '20Rs Tickets', '100Rs Tickets'],
      ['2026-1120Rs: 20 · 100Rs: 10', '1,400.00', '30', '20', '10'],
      ['2026-0920Rs: 1 · 100Rs: 2', '220.50', '3', '1', '2'],
      ['Total', '1,620.50', '33', '21', '12'],
    ]);
  });

  test('the cards remain at zero when the income cannot be loaded, and Try again loads it', {
    tags: ['slow'],
  }, async () => {
    let isDown = true;
    answerCalls({ [BREAKDOWN]: () => (isDown ? refuse('internal') : breakdownAnswer()) });
    const { user } = openOffice('/SanitationDashboard');
    await screen.findByText('Could not load the monthly income.');
    expect(cards()).toEqual(CARDS.map((name) => `${name}LKR 0.000 tickets`));
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(cards()[0]).toBe('Today TotalLKR 140.003 tickets'));
  });

  test('the dashboard links to issuing, to the gate screen, to its shifts and to checking a ticket', async () => {
    answerCalls({ [BREAKDOWN]: breakdownAnswer });
    openOffice('/SanitationDashboard');
    await screen.findByText('Today Total');
    const leadsTo = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href');
    expect([/^Issue tickets/, /^Gate screen/, /^Gate shifts/, /^Check a ticket/].map(leadsTo)).toEqual([
      '/sanitation-ticketing',
      '/gate',
      '/gate-shifts',
      '/check-ticket',
    ]);
  });
});

describe('export tickets', () => {
  const LIST = 'GET /api/sanitation/by-date';
  const first = addDays(browserToday(), -3);
  const second = addDays(browserToday(), -2);
  const third = addDays(browserToday(), -1);
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
    await screen.findByText('Could not create the spreadsheet. Try again.');
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
});
