import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { answerCalls, openOffice, refuse, signInAs } from '#web/testing/office.tsx';
import { breakdownAnswer } from '#web/testing/tickets.ts';
import { importOf } from '../../pages.ts';

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
    ['Month', 'Total Income', 'Ticket Count', '20Rs Tickets', '100Rs Tickets'],
    ['2026-1120Rs: 20 · 100Rs: 10', 'LKR 1,400.00', '30', '20', '10'],
    ['2026-0920Rs: 1 · 100Rs: 2', 'LKR 220.50', '3', '1', '2'],
    ['Total', 'LKR 1,620.50', '33', '21', '12'],
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
