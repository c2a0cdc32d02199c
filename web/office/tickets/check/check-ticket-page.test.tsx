import { screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { startOfDay } from '#billing/calendar.ts';
import { answerCalls, openOffice, refuse, signInAs } from '#web/testing/office.tsx';
import { checkAnswer, testSanitation, testVehicle } from '#web/testing/tickets.ts';
import { importOf } from '../../import-page.ts';

const CHECK = 'GET /api/gate/check';

beforeAll(() => importOf('/check-ticket')?.());
beforeEach(() => signInAs('tiketing'));

const factsOf = (name: string) =>
  [...screen.getByRole('region', { name }).querySelectorAll('dl > div')].map((fact) =>
    [...fact.children].map(({ textContent }) => textContent),
  );

test('a valid ticket is VALID, with all its details; ticket staff may check it', async () => {
  const vehicle = testVehicle({ device_number: 'K-9' });
  answerCalls({ [`${CHECK}/V17`]: () => checkAnswer({ vehicle }) });
  openOffice('/check-ticket/V17');
  await screen.findByText('VALID');
  screen.getByText('V17: This ticket is valid.');
  expect(factsOf('Ticket V17')).toEqual([
    ['Ticket', 'V17, Lorry'],
    ['Device No.', 'K-9'],
    ['Vehicle', 'WP CAB-1234'],
    ['Price', 'Rs 150.00'],
    ['Issued', '21 Nov 2026, 00:30:12'],
    ['Issued by', 'Kumari Perera'],
  ]);
});

test('a ticket that a phone cancelled without a reason says so', async () => {
  const sanitation = testSanitation();
  const gone = { voided_at: startOfDay(sanitation.date), void_reason: '' };
  const answer = () => checkAnswer({ state: 'void', number: 'T20_5', sanitation, vehicle: null, ...gone });
  answerCalls({ [`${CHECK}/T20_5`]: answer });
  openOffice('/check-ticket/T20_5');
  await screen.findByText('VOID');
  expect(factsOf('Ticket T20_5').at(-1)).toEqual(['Reason', 'no reason was entered']);
});

test('a cancelled ticket is VOID, with time and reason', async () => {
  const sanitation = testSanitation();
  const gone = { voided_at: startOfDay(sanitation.date), void_reason: 'Printed twice' };
  const answer = () => checkAnswer({ state: 'void', number: 'T20_5', sanitation, vehicle: null, ...gone });
  answerCalls({ [`${CHECK}/T20_5`]: answer });
  openOffice('/check-ticket/T20_5');
  await screen.findByText('VOID');
  expect(factsOf('Ticket T20_5').slice(-2)).toEqual([
    ['Cancelled on', '21 Nov 2026, 00:00:00'],
    ['Reason', 'Printed twice'],
  ]);
});

test('an unused number is UNKNOWN, without details', async () => {
  answerCalls({ [`${CHECK}/T20_99`]: () => checkAnswer({ state: 'unknown', number: 'T20_99', vehicle: null }) });
  openOffice('/check-ticket/T20_99');
  await screen.findByText('UNKNOWN');
  screen.getByText(/^T20_99: No ticket was found with this number\./);
  expect(factsOf('Ticket T20_99')).toEqual([]);
});

test.each([
  [' t20_5 ', '/check-ticket/T20_5'],
  ['17', '/check-ticket/V17'],
  ['k-9', '/check-ticket/K-9'],
])('typed text is checked: "%s" leads to %s', async (typed, address) => {
  answerCalls({});
  const { user, address: here } = openOffice('/check-ticket');
  await user.type(await screen.findByRole('textbox', { name: 'Ticket number' }), `${typed}{Enter}`);
  await waitFor(() => expect(here()).toBe(address));
});

test.each(['', 'hello', 'T20_'])('text that is not a ticket number is not sent: "%s"', async (typed) => {
  const sent = answerCalls({});
  const { user, address } = openOffice('/check-ticket');
  await user.click(await screen.findByRole('textbox', { name: 'Ticket number' }));
  if (typed !== '') await user.paste(typed);
  await user.click(screen.getByRole('button', { name: 'Check' }));
  await screen.findByText('Enter the number on the ticket, such as T20_5.');
  expect([address(), sent]).toEqual(['/check-ticket', []]);
});

test('the same number sent again is checked again', async () => {
  let state: 'valid' | 'void' = 'valid';
  answerCalls({ [`${CHECK}/V17`]: () => checkAnswer({ state }) });
  const { user } = openOffice('/check-ticket/V17');
  await screen.findByText('VALID');
  state = 'void';
  await user.click(screen.getByRole('button', { name: 'Check' }));
  await screen.findByText('VOID');
});

test('a check that fails shows a message, and not a verdict', async () => {
  answerCalls({ [`${CHECK}/V17`]: () => refuse('internal') });
  openOffice('/check-ticket/V17');
  await screen.findByText('Could not check the ticket.');
  for (const word of ['VALID', 'VOID', 'UNKNOWN']) expect(screen.queryByText(word)).toBeNull();
});
