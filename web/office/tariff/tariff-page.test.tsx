import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { addDays } from '#billing/calendar.ts';
import { vehicleTickets } from '#contract/tickets.ts';
import { answerCalls, openOffice, refuse, type Sent, signInAs } from '#web/testing/office.tsx';
import { tariffList, testTariff, testVehicle } from '#web/testing/tickets.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { importOf } from '../pages.ts';

const LIST = 'GET /api/gate/tariffs';
const SET = 'PUT /api/gate/tariff';
const OTHER = 'GET /api/vehicle-tickets/other-prices';
const today = browserToday();
const future = addDays(today, 3);
const current = testTariff({ valid_from: addDays(today, -30) });
const scheduled = testTariff({ id: 2, valid_from: future, prices: { ...current.prices, Lorry: 250 } });

beforeAll(() => importOf('/ticket-tariff')());
beforeEach(() => signInAs('admin'));

function open(answers: Parameters<typeof answerCalls>[0] = {}) {
  const sent = answerCalls({
    [LIST]: () => tariffList(scheduled, current),
    [OTHER]: () => Response.json(vehicleTickets.otherPrices.answer.parse([])),
    ...answers,
  });
  return { sent, ...openOffice('/ticket-tariff') };
}
const writes = (sent: Sent[]) => sent.filter(({ call }) => !call.startsWith('GET'));
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}`) });

test('the form begins with the current prices; one is changed, confirmed and set from today', {
  tags: ['slow'],
}, async () => {
  const { user, sent } = open({
    [SET]: () => Response.json({ message: 'The new ticket prices apply from now on.', tariff: testTariff({ id: 3 }) }),
  });
  const van = await field('Van');
  expect(van.value).toBe('100.5');
  await user.clear(van);
  await user.type(van, '120');
  await user.click(screen.getByRole('button', { name: 'Set prices' }));
  const dialog = await screen.findByRole('dialog', { name: 'Set the prices of vehicle tickets?' });
  expect(dialog.textContent).toContain('From now on: Lorry LKR 200.00, Van LKR 120.00, Three-Wheeler LKR 50.00');
  await user.click(within(dialog).getByRole('button', { name: 'Set prices' }));
  await screen.findByText('The new ticket prices apply from now on.');
  expect(writes(sent).map(({ body }) => body)).toEqual([
    { prices: { ...current.prices, Van: 120 }, valid_from: today },
  ]);
  await waitFor(() => expect(sent.filter(({ call }) => call === LIST)).toHaveLength(2));
});

test('an empty price and a price of 0 are refused under their fields', { tags: ['slow'] }, async () => {
  const { user, sent } = open();
  await user.clear(await field('Lorry'));
  await user.clear(await field('Car'));
  await user.type(await field('Car'), '0');
  await user.click(screen.getByRole('button', { name: 'Set prices' }));
  expect(await screen.findAllByText('Enter a price above 0.')).toHaveLength(2);
  expect(writes(sent)).toEqual([]);
});

test('only prices of a future day can be cancelled, after a confirmation', { tags: ['slow'] }, async () => {
  let tariffs = [scheduled, current];
  const { user, sent } = open({
    [LIST]: () => tariffList(...tariffs),
    'DELETE /api/gate/tariffs/2': () => {
      tariffs = [current];
      return Response.json({ message: 'The change of ticket prices was cancelled.' });
    },
  });
  const day = formatOfficeDay(future);
  const buttons = await screen.findAllByRole('button', { name: /^Cancel/ });
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([`Cancel prices from ${day}`]);
  await user.click(buttons[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: `Cancel the prices from ${day}?` });
  await user.click(within(dialog).getByRole('button', { name: 'Cancel price change' }));
  await screen.findByText('The change of ticket prices was cancelled.');
  expect(writes(sent)).toHaveLength(1);
});

test('tickets at other prices are listed with both prices', async () => {
  const ticket = testVehicle({ ticketPrice: 90, tariff_price: 200, device_number: 'K-9' });
  open({ [OTHER]: () => Response.json(vehicleTickets.otherPrices.answer.parse([ticket])) });
  const table = within(await screen.findByRole('table', { name: 'Tickets at other prices' }));
  const row = (await table.findByText('WP CAB-1234, Lorry')).closest('tr') as HTMLElement;
  expect(
    within(row)
      .getAllByRole('cell')
      .slice(2, 4)
      .map(({ textContent }) => textContent),
  ).toEqual(['LKR 90.00', 'LKR 200.00']);
});

test('without prices, and when the lists cannot be loaded, the screen says so', { tags: ['slow'] }, async () => {
  open({ [LIST]: () => tariffList(), [OTHER]: () => refuse('internal') });
  await screen.findByText('No prices have been set yet.');
  await screen.findByText('Could not load the tickets.');
  expect((await field('Lorry')).value).toBe('');
});

test('managers and editors see the prices and cannot set them; gate staff do not see the page', {
  tags: ['slow'],
}, async () => {
  signInAs('manager');
  open();
  await screen.findByRole('table', { name: 'Ticket prices' });
  expect(screen.queryByRole('button', { name: 'Set prices' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Cancel/ })).toBeNull();
});
