import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { addDays, addMonths, type Day, dayInMonth, monthOf } from '#billing/calendar.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { answerCalls, openOffice, refuse, type Sent, signInAs } from '../../testing/office.tsx';
import { answerRates, testRate } from '../../testing/settings.ts';
import { importOf } from '../import-page.ts';

const LIST = 'GET /api/settings/vat-rates';
const UPDATE = 'PUT /api/settings/update-vat-rate';
const ABOVE_ZERO = 'Please enter a valid VAT rate greater than 0.';

beforeAll(() => importOf('/update-vat-rate')());
beforeEach(() => signInAs('admin'));

const first = dayInMonth(monthOf(browserToday()), 1);
const nextMonth = addMonths(first, 1);
const toCome = testRate({ id: 2, vat_rate: 20, valid_from: nextMonth, applied_at: null });

function open(answers: Parameters<typeof answerCalls>[0] = {}) {
  const sent = answerCalls({ [LIST]: () => answerRates(toCome, testRate()), ...answers });
  return { sent, ...openOffice('/update-vat-rate') };
}
const writes = (sent: Sent[]) => sent.filter(({ call }) => !call.startsWith('GET'));
const saved = (rate: object) => Response.json({ message: 'The VAT rate is set.', rate, shops_changed: 144 });
const rateField = () => screen.findByRole('textbox', { name: /^VAT rate/ });
const fromField = () => screen.getByRole('textbox', { name: /^Effective from/ });

async function enter(user: UserEvent, rate: string, from?: Day): Promise<void> {
  await user.clear(await rateField());
  if (rate !== '') await user.type(await rateField(), rate);
  if (from !== undefined) {
    await user.clear(fromField());
    await user.type(fromField(), `${from}{Tab}`);
  }
  await user.click(screen.getByRole('button', { name: 'Update VAT rate' }));
}

test('a rate applies from the first of this month unless another day is chosen, and a question comes first', {
  tags: ['slow'],
}, async () => {
  const { user, sent } = open({ [UPDATE]: () => saved(testRate()) });
  await rateField();
  expect(fromField()).toHaveProperty('value', formatOfficeDay(first));
  await enter(user, '17.5');
  const dialog = await screen.findByRole('dialog', { name: 'Set the VAT rate to 17.5%?' });
  expect(dialog.textContent).toContain("Every shop's VAT rate will change to 17.5% immediately.");
  await user.click(within(dialog).getByRole('button', { name: 'Update VAT rate' }));
  await screen.findByText('The VAT rate is set.');
  expect(writes(sent).map(({ body }) => body)).toEqual([{ newVatRate: 17.5, valid_from: first }]);
  await waitFor(() => expect(sent.filter(({ call }) => call === LIST)).toHaveLength(2));
  expect(await rateField()).toHaveProperty('value', '');
});

test('a future day is named, and so is the rate that it replaces', { tags: ['slow'] }, async () => {
  const { user, sent } = open();
  await screen.findByRole('table', { name: 'VAT rates' });
  await enter(user, '18', nextMonth);
  const dialog = await screen.findByRole('dialog', { name: 'Set the VAT rate to 18%?' });
  expect(dialog.textContent).toContain(`On ${formatOfficeDay(nextMonth)}, every shop's VAT rate will change to 18%.`);
  expect(dialog.textContent).toContain('This will replace the scheduled rate of 20%.');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(writes(sent)).toEqual([]);
});

test.each(['', '0', '0.00'])(
  '“%s” is not a rate: Please enter a valid VAT rate greater than 0.',
  { tags: ['slow'] },
  async (typed) => {
    const { user, sent } = open();
    await enter(user, typed);
    await screen.findByText(ABOVE_ZERO);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(writes(sent)).toEqual([]);
  },
);

test('a rate above 100 is refused under its field', { tags: ['slow'] }, async () => {
  const { user } = open();
  await enter(user, '101');
  await screen.findByText('The VAT rate cannot be more than 100%.');
});

test('a day of a past month is refused, and stays as typed', { tags: ['slow'] }, async () => {
  const { user } = open({ [UPDATE]: () => saved(testRate()) });
  await enter(user, '18', addDays(first, -1));
  expect(fromField()).toHaveProperty('value', addDays(first, -1));
  await screen.findByText(`Enter ${formatOfficeDay(first)} or a later date.`);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('without a message from the server: Failed to update VAT rate. Please try again.', {
  tags: ['slow'],
}, async () => {
  const { user } = open({ [UPDATE]: () => new Response('', { status: 500 }) });
  await enter(user, '18');
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Update VAT rate' }));
  await screen.findByText('Failed to update VAT rate. Please try again.');
});

test("the server's message on the day is under the day", { tags: ['slow'] }, async () => {
  const details = [
    {
      field: 'valid_from',
      message: apiMessage('vat-rates.set.day_range', { first: '2026-11-01', last: '2031-11-01' }),
    },
  ];
  const { user } = open({ [UPDATE]: () => refuse('invalid_input', { details }) });
  await enter(user, '18');
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Update VAT rate' }));
  await screen.findByText('Enter a date from 2026-11-01 to 2031-11-01.');
  expect(document.activeElement).toBe(fromField());
});

test('the history shows rate, day, who and when, and scheduled rates', { tags: ['slow'] }, async () => {
  open();
  const table = await screen.findByRole('table', { name: 'VAT rates' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    `20${formatOfficeDay(nextMonth)}Kumari Perera20 Nov 2026Scheduled`,
    '181 Nov 2026Kumari Perera20 Nov 2026Current',
  ]);
});

test('only a scheduled rate can be cancelled, after a confirmation', { tags: ['slow'] }, async () => {
  let rates = [toCome, testRate()];
  const { user, sent } = open({
    [LIST]: () => answerRates(...rates),
    'DELETE /api/settings/vat-rates/2': () => {
      rates = [testRate()];
      return Response.json({ message: 'Scheduled VAT rate change cancelled.' });
    },
  });
  const buttons = await screen.findAllByRole('button', { name: /^Cancel/ });
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
    `Cancel 20% from ${formatOfficeDay(nextMonth)}`,
  ]);
  await user.click(buttons[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog', {
    name: `Cancel the change to 20% scheduled for ${formatOfficeDay(nextMonth)}?`,
  });
  await user.click(within(dialog).getByRole('button', { name: 'Cancel rate change' }));
  await screen.findByText('Scheduled VAT rate change cancelled.');
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Cancel/ })).toBeNull());
  expect(writes(sent)).toHaveLength(1);
});

test('a rate whose day came meanwhile is reported, and the list is loaded again', { tags: ['slow'] }, async () => {
  const { user, sent } = open({ 'DELETE /api/settings/vat-rates/2': () => refuse('vat_rate_not_found') });
  await user.click(await screen.findByRole('button', { name: /^Cancel/ }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel rate change' }));
  await screen.findByText('No VAT rate change is scheduled.');
  await waitFor(() => expect(sent.filter(({ call }) => call === LIST)).toHaveLength(2));
});

test('an empty history shows a message, and a list that cannot be loaded can be tried again', {
  tags: ['slow'],
}, async () => {
  let isDown = true;
  const { user } = open({ [LIST]: () => (isDown ? refuse('internal') : answerRates()) });
  const failure = within(await screen.findByRole('alert', { name: 'Could not load the VAT rates.' }));
  isDown = false;
  await user.click(failure.getByRole('button', { name: 'Try again' }));
  await screen.findByText('No rate has been set for all shops yet.');
});

test.each(['manager', 'editor', 'tiketing'] as const)('a %s cannot set a rate', async (role) => {
  signInAs(role);
  const { sent } = open();
  await screen.findByRole('heading', { level: 1, name: 'Not allowed' });
  expect(sent.filter(({ call }) => call.includes('vat'))).toEqual([]);
});
