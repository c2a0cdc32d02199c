import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { addDays } from '#billing/calendar.ts';
import { passes } from '#contract/passes.ts';
import { offeredIn } from '#web/testing/fast-user.ts';
import { answerCalls, openOffice, refuse, type Sent, signInAs } from '#web/testing/office.tsx';
import {
  dailyIncome,
  monthlyIncome,
  tariffList,
  testPass,
  testTariff,
  testVehicle,
  vehicleIssued,
  vehicleList,
} from '#web/testing/tickets.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { sheetOf } from '#web/ui/table/table-export.ts';
import { importOf } from '../../import-page.ts';
import { findTickets, vehicleSheetColumns } from './vehicle-tickets-page.tsx';

const NOW = browserToday();
const THEN = addDays(NOW, -3);
const LIST = 'GET /api/vehicle-tickets/by-date';
const DAILY = 'GET /api/vehicle-tickets/daily-income';
const MONTHLY = 'GET /api/vehicle-tickets/monthly-income';
const TARIFF = 'GET /api/gate/tariffs';
const TYPES = 'GET /api/gate/vehicle-types';
const ISSUE = 'POST /api/vehicle-tickets';
const PASSES = 'GET /api/gate/passes';
const DELETE = 'DELETE /api/vehicle-tickets/17';
const van = testVehicle({
  id: 18,
  vehicleNumber: 'np 77-0001',
  vehicleType: 'Van',
  ticketPrice: 100.5,
  byWhom: 'gate@example.com',
  device_number: 'K-9',
});
const answers = {
  [`${LIST}?date=${NOW}`]: () => vehicleList([van, testVehicle()]),
  [`${LIST}?date=${THEN}`]: () => vehicleList([testVehicle({ id: 3, vehicleNumber: 'OLD-1' })]),
  [DAILY]: () => dailyIncome(250.5, [{ date: THEN, totalIncome: 150 }]),
  [MONTHLY]: () => monthlyIncome(4000),
  [TARIFF]: () => tariffList(),
  [PASSES]: () => Response.json([]),
  [DELETE]: () => Response.json({ message: 'Ticket deleted.' }),
};

beforeAll(() => importOf('/vehicle-ticketing')?.());
beforeEach(() => signInAs('editor'));

const cardOf = (name: string) => screen.getByRole('region', { name }).textContent;
const cellsOf = (text: string) =>
  within(screen.getByText(text).closest('tr') as HTMLElement)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
const times = (sent: Sent[], call: string) => sent.filter((one) => one.call === call).length;
/** Pastes the whole text in one step, because typing would render the screen again for each letter. */
async function enter(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}
const exportButton = () => screen.getByRole('button', { name: 'Export to Excel' });

test('the screen has its title, and its table has the columns of the specification with all tickets of the day', {
  tags: ['slow'],
}, async () => {
  answerCalls(answers);
  openOffice('/vehicle-ticketing');
  await screen.findByRole('heading', { level: 1, name: 'Vehicle Ticket Management' });
  screen.getByRole('heading', { level: 2, name: 'Filtered Tickets' });
  const table = await screen.findByRole('table', { name: 'Filtered Tickets' });
  const headings = [...table.querySelectorAll('thead th')].map(({ textContent }) => textContent);
  expect(headings).toEqual(['#', 'Ref ID', 'Vehicle Number', 'Type', 'Price (LKR)', 'Time', 'By', 'Actions']);
  expect(cellsOf('WP CAB-1234').slice(0, 2)).toEqual(['2', '17']);
  expect(cellsOf('WP CAB-1234').slice(3, 7)).toEqual(['Lorry', '150.00', '00:30:12', 'Kumari Perera']);
  screen.getByText('250.50');
});

test('the form waits for the list of vehicle types, and says so when it cannot be loaded', async () => {
  const types = Promise.withResolvers<Response>();
  answerCalls({ ...answers, [TYPES]: () => types.promise });
  openOffice('/vehicle-ticketing');
  await screen.findByText('WP CAB-1234');
  expect(screen.queryByRole('combobox', { name: 'Vehicle Type' })).toBeNull();
  types.resolve(refuse('not_ready'));
  await screen.findByText('Could not load the vehicle types.');
  screen.getByRole('button', { name: 'Try again' });
});

test("the cards have today's and this month's income, each with its number of tickets", {
  tags: ['slow'],
}, async () => {
  answerCalls(answers);
  openOffice('/vehicle-ticketing');
  await waitFor(() => expect(cardOf("Today's Income")).toBe("Today's IncomeRs 250.50Tickets issued: 2"));
  await waitFor(() => expect(cardOf("This Month's Income")).toBe("This Month's IncomeRs 4,000.00Tickets issued: 40"));
});

test('a chosen date loads its list', { tags: ['slow'] }, async () => {
  answerCalls(answers);
  const { user, address } = openOffice('/vehicle-ticketing');
  await screen.findByText('WP CAB-1234');
  await enter(user, screen.getByRole('textbox', { name: 'Date' }), THEN);
  await user.tab();
  await screen.findByText('OLD-1');
  expect(address()).toBe(`/vehicle-ticketing?date=${THEN}`);
});

test('on a chosen date the first card names it and has its income', async () => {
  answerCalls(answers);
  openOffice(`/vehicle-ticketing?date=${THEN}`);
  const name = `Income on ${formatOfficeDay(THEN)}`;
  await screen.findByText(name);
  await waitFor(() => expect(cardOf(name)).toBe(`${name}Rs 150.00Tickets issued: 2`));
});

test('today has the label today also when its date is chosen', { tags: ['slow'] }, async () => {
  answerCalls(answers);
  openOffice(`/vehicle-ticketing?date=${NOW}`);
  await screen.findByRole('region', { name: "Today's Income" });
});

test('when incomes cannot be loaded the cards remain at zero, and the list is shown', { tags: ['slow'] }, async () => {
  answerCalls({ ...answers, [DAILY]: () => refuse('internal'), [MONTHLY]: () => refuse('internal') });
  openOffice('/vehicle-ticketing');
  await screen.findByText('WP CAB-1234');
  await waitFor(() => expect(cardOf("Today's Income")).toBe("Today's IncomeRs 0.00Tickets issued: 0"));
  await waitFor(() => expect(cardOf("This Month's Income")).toBe("This Month's IncomeRs 0.00Tickets issued: 0"));
});

test('an income that is loading is not shown as a figure', async () => {
  answerCalls({ ...answers, [DAILY]: () => new Promise<Response>(() => undefined) });
  openOffice('/vehicle-ticketing');
  await waitFor(() => expect(cardOf("This Month's Income")).toContain('Rs 4,000.00'));
  expect(screen.queryByRole('region', { name: "Today's Income" })).toBeNull();
});

test('vehicle numbers are found by any part in any case, and issuers by part of their email', {
  tags: ['slow'],
}, async () => {
  answerCalls(answers);
  const { user, address } = openOffice('/vehicle-ticketing');
  await screen.findByText('WP CAB-1234');
  await enter(user, screen.getByRole('searchbox', { name: 'Search by vehicle number' }), 'NP 77');
  await waitFor(() => expect(screen.queryByText('WP CAB-1234')).toBeNull());
  expect(cellsOf('np 77-0001')[0]).toBe('1');
  expect(exportButton().title).toBe(`Download 1 row as Vehicle tickets ${NOW}.xlsx`);
  await enter(user, screen.getByRole('searchbox', { name: 'Search by issuer email' }), 'kumari');
  await screen.findByText('No tickets found.');
  await waitFor(() => expect(address()).toBe('/vehicle-ticketing?vehicle=NP+77&issuer=kumari'));
});

test('the number must contain the typed text', () => {
  const found = (vehicle: string, issuer = '') =>
    findTickets([van, testVehicle()], vehicle, issuer).map(({ id }) => id);
  expect([found('b-12'), found('1234 cab'), found('', 'GATE@'), found('cab', 'gate')]).toEqual([[17], [], [18], []]);
});

test('while the list is loading it shows Loading..., and the export is disabled', async () => {
  answerCalls({ ...answers, [`${LIST}?date=${NOW}`]: () => new Promise<Response>(() => undefined) });
  openOffice('/vehicle-ticketing');
  await screen.findByText('Loading...');
  expect([exportButton().title, exportButton().hasAttribute('disabled')]).toEqual(['No tickets to export', true]);
});

test('a day without tickets shows a message, and the export is disabled', { tags: ['slow'] }, async () => {
  answerCalls({ ...answers, [`${LIST}?date=${NOW}`]: () => vehicleList([]) });
  openOffice('/vehicle-ticketing');
  await screen.findByText('No tickets found.');
  expect([exportButton().title, exportButton().hasAttribute('disabled')]).toEqual(['No tickets to export', true]);
});

test('a list that cannot be loaded is reported', { tags: ['slow'] }, async () => {
  answerCalls({ ...answers, [`${LIST}?date=${NOW}`]: () => new Response('', { status: 502 }) });
  openOffice('/vehicle-ticketing');
  await screen.findByText('Failed to fetch tickets.');
});

async function fillIn(user: UserEvent, number: string): Promise<void> {
  await enter(user, await screen.findByRole('textbox', { name: 'Vehicle Number' }), number);
  const type = screen.getByRole('combobox', { name: 'Vehicle Type' });
  expect(offeredIn(type)).toEqual(['Lorry', 'Van', 'Three-Wheeler', 'Motorbike', 'Car']);
  await user.selectOptions(type, 'Three-Wheeler');
  await enter(user, screen.getByRole('textbox', { name: /^Ticket Price/ }), '75.50');
  await user.click(screen.getByRole('button', { name: 'Issue Ticket' }));
}

test('an issued ticket shows its ID, clears the form, and reloads list and incomes', { tags: ['slow'] }, async () => {
  const sent = answerCalls({ ...answers, [ISSUE]: () => vehicleIssued(testVehicle({ id: 21 })) });
  const { user } = openOffice('/vehicle-ticketing');
  await fillIn(user, 'wp cab-1');
  await screen.findByText('Ticket issued with ID: 21');
  expect(sent.find(({ call }) => call === ISSUE)?.body).toEqual({
    vehicleNumber: 'wp cab-1',
    vehicleType: 'Three-Wheeler',
    ticketPrice: 75.5,
  });
  const values = ['Vehicle Number', /^Ticket Price/].map((name) => screen.getByRole('textbox', { name }));
  expect(values.map((field) => (field as HTMLInputElement).value)).toEqual(['', '']);
  expect(screen.getByRole('combobox', { name: 'Vehicle Type' })).toHaveProperty('value', '');
  for (const call of [`${LIST}?date=${NOW}`, DAILY, MONTHLY]) await waitFor(() => expect(times(sent, call)).toBe(2));
});

test('an issued ticket can be printed', { tags: ['slow'] }, async () => {
  const open = vi.fn(() => ({ focus: vi.fn() }));
  vi.stubGlobal('open', open);
  answerCalls({ ...answers, [ISSUE]: () => vehicleIssued(testVehicle({ id: 21 })) });
  const { user } = openOffice('/vehicle-ticketing');
  await fillIn(user, 'wp cab-1');
  await user.click(await screen.findByRole('button', { name: 'Print ticket' }));
  expect(open).toHaveBeenCalledWith('/print/ticket/V21', 'pola-ticket');
});

test('an incomplete form shows a message above and at the empty field, and nothing is sent', {
  tags: ['slow'],
}, async () => {
  const sent = answerCalls(answers);
  const { user } = openOffice('/vehicle-ticketing');
  await enter(user, await screen.findByRole('textbox', { name: 'Vehicle Number' }), '   ');
  await user.click(screen.getByRole('button', { name: 'Issue Ticket' }));
  await screen.findByText('Please fill in all fields.');
  expect(screen.getAllByText('Fill in this field.')).toHaveLength(3);
  expect(times(sent, ISSUE)).toBe(0);
});

test.each([
  [
    'in the words of the server',
    () => refuse('issued_in_future'),
    'The recorded time is in the future. Check the clock on the device.',
  ],
  ['in its own words without them', () => new Response('', { status: 502 }), 'Failed to issue ticket.'],
])(
  'a ticket that is not issued is reported %s, and the input remains',
  { tags: ['slow'] },
  async (_, answer, sentence) => {
    answerCalls({ ...answers, [ISSUE]: answer });
    const { user } = openOffice('/vehicle-ticketing');
    await fillIn(user, 'CAB-1');
    await screen.findByText(sentence);
    expect(screen.getByRole('textbox', { name: 'Vehicle Number' })).toHaveProperty('value', 'CAB-1');
  },
);

async function remove(user: UserEvent): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Delete ticket 17' }));
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByText('Are you sure you want to delete this ticket?');
  await enter(user, dialog.getByRole('textbox', { name: 'Reason' }), 'Turned back');
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
}

test('a deleted ticket is reported, and list and incomes are loaded again', { tags: ['slow'] }, async () => {
  const sent = answerCalls(answers);
  const { user } = openOffice('/vehicle-ticketing');
  await remove(user);
  await screen.findByText('Ticket deleted successfully.');
  expect(sent.find(({ call }) => call === DELETE)?.body).toEqual({ reason: 'Turned back' });
  for (const call of [`${LIST}?date=${NOW}`, DAILY, MONTHLY]) await waitFor(() => expect(times(sent, call)).toBe(2));
});

test.each([
  ['in the words of the server', () => refuse('ticket_not_found'), 'Ticket not found.'],
  ['in its own words without them', () => new Response('', { status: 502 }), 'Failed to delete the ticket.'],
])('a failed deletion is reported, %s', { tags: ['slow'] }, async (_, answer, sentence) => {
  answerCalls({ ...answers, [DELETE]: answer });
  const { user } = openOffice('/vehicle-ticketing');
  await remove(user);
  await screen.findByText(sentence);
});

test('a blocked window is reported', { tags: ['slow'] }, async () => {
  vi.stubGlobal('open', () => null);
  answerCalls(answers);
  const { user } = openOffice('/vehicle-ticketing');
  await user.click(await screen.findByRole('button', { name: 'Print ticket 18' }));
  await screen.findByText('Popup blocked! Please allow popups for printing.');
});

test('the spreadsheet has both numbers and the day of each ticket, and the total of the prices', () => {
  const values = sheetOf(vehicleSheetColumns([]), findTickets([van, testVehicle()], '', '')).map((row) =>
    row.map((cell) => (typeof cell === 'object' && cell !== null && 'value' in cell ? cell.value : null)),
  );
  expect(values.map((row) => row.slice(0, 6))).toEqual([
    ['#', 'Ref ID', 'Device No.', 'Vehicle Number', 'Type', 'Price'],
    [1, '18', 'K-9', 'np 77-0001', 'Van', 100.5],
    [2, '17', null, 'WP CAB-1234', 'Lorry', 150],
    ['Total', null, null, null, null, 250.5],
  ]);
  expect(values[1]?.slice(6)).toEqual([new Date('2026-11-21T00:00:00.000Z'), '00:30:12', 'gate@example.com']);
});

test("the type fills in the office's price; another price is announced as marked, and a marked ticket shows both", {
  tags: ['slow'],
}, async () => {
  const marked = testVehicle({ ticketPrice: 90, tariff_price: 200 });
  answerCalls({
    ...answers,
    [TARIFF]: () => tariffList(testTariff()),
    [`${LIST}?date=${NOW}`]: () => vehicleList([marked]),
  });
  const { user } = openOffice('/vehicle-ticketing');
  expect((await screen.findByText('Price set by the office: LKR 200.00')).closest('td')?.textContent).toBe(
    '90.00Price set by the office: LKR\u00a0200.00',
  );
  await user.selectOptions(screen.getByRole('combobox', { name: /^Vehicle Type/ }), 'Van');
  const price = screen.getByRole<HTMLInputElement>('textbox', { name: /^Ticket Price/ });
  expect(price.value).toBe('100.5');
  screen.getByText('Price set by the office: LKR 100.50');
  await user.clear(price);
  await enter(user, price, '90');
  await screen.findByText('The set price is LKR 100.50. The ticket will be marked as issued at a different price.');
});

test('valid passes are listed with their entries, and a manager can delete one', { tags: ['slow'] }, async () => {
  signInAs('manager');
  let listed = [testPass()];
  const sent = answerCalls({
    ...answers,
    [PASSES]: () => Response.json(passes.list.answer.parse(listed)),
    'DELETE /api/vehicle-tickets/V17': () => {
      listed = [];
      return Response.json({ message: 'Ticket deleted.' });
    },
  });
  const { user } = openOffice('/vehicle-ticketing');
  const table = within(await screen.findByRole('table', { name: 'Valid passes' }));
  const row = (await table.findByText('NW LB-4455, Lorry')).closest('tr') as HTMLElement;
  expect(row.textContent).toContain('Month pass');
  expect(row.textContent).toContain('3,000.00');
  await user.click(within(row).getByRole('button', { name: /^Delete/ }));
  const dialog = await screen.findByRole('dialog');
  await enter(user, within(dialog).getByRole('textbox'), 'Sold by mistake');
  await user.click(within(dialog).getByRole('button', { name: /^Delete/ }));
  await waitFor(() => expect(screen.queryByRole('table', { name: 'Valid passes' })).toBeNull());
  expect(times(sent, 'DELETE /api/vehicle-tickets/V17')).toBe(1);
});
