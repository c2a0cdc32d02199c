import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { addMonths, firstDayOf, monthOf } from '#billing/calendar.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatMonth } from '#web/ui/format/dates.ts';
import { answerCalls, openOffice, refuse, type Sent, signInAs } from '../../testing/office.tsx';
import { answerRules, testRules } from '../../testing/settings.ts';
import { importOf } from '../import-page.ts';

const LIST = 'GET /api/settings/rent-rules';
const UPDATE = 'PUT /api/settings/update-rent-rules';

beforeAll(() => importOf('/settings/rent-rules')());
beforeEach(() => signInAs('admin'));

const thisMonth = monthOf(browserToday());
const next = monthOf(addMonths(firstDayOf(thisMonth), 1));
const scheduled = testRules({ from_month: next, rent_due_day: 21, fine_rate: 12.5, state: 'scheduled' });
const cancelCall = `DELETE /api/settings/rent-rules/${next}`;

function open(answers: Parameters<typeof answerCalls>[0] = {}) {
  const sent = answerCalls({ [LIST]: () => answerRules(scheduled, testRules()), ...answers });
  return { sent, ...openOffice('/settings/rent-rules') };
}
const writes = (sent: Sent[]) => sent.filter(({ call }) => !call.startsWith('GET'));
const field = (name: RegExp) => screen.findByRole('textbox', { name });
const saved = () => Response.json({ message: 'Due day and fine rate are set.' });

async function enter(user: UserEvent, day: string, rate: string): Promise<void> {
  await screen.findByRole('table', { name: 'Due days and fine rates' });
  await user.type(await field(/^Due day/), day);
  await user.type(await field(/^Fine rate/), rate);
  await user.click(screen.getByRole('button', { name: 'Update due day and fine rate' }));
}

const inDialog = async () => within(await screen.findByRole('dialog'));

test('rules are set from this month unless another is chosen, and a question comes first', {
  tags: ['slow'],
}, async () => {
  const { user, sent } = open({ [UPDATE]: saved });
  await screen.findByText(/^From 1 to 28. Now: 10\./);
  screen.getByText('A percentage of the unpaid rent, from 0 to 100. Now: 20%');
  await enter(user, '12', '17.5');
  const dialog = await screen.findByRole('dialog', { name: 'Set the due day to 12 and the fine rate to 17.5%?' });
  expect(dialog.textContent).toContain(
    `Rent for ${formatMonth(thisMonth)} and later months will be due by day 12 of the month`,
  );
  await user.click(within(dialog).getByRole('button', { name: 'Update due day and fine rate' }));
  await screen.findByText('Due day and fine rate are set.');
  expect(writes(sent).map(({ body }) => body)).toEqual([{ rent_due_day: 12, fine_rate: 17.5, from_month: thisMonth }]);
  await waitFor(() => expect(sent.filter(({ call }) => call === LIST)).toHaveLength(2));
  expect(await field(/^Due day/)).toHaveProperty('value', '');
});

test('first months by days are sent only if they are chosen', { tags: ['slow'] }, async () => {
  const { user, sent } = open({ [UPDATE]: saved });
  await user.selectOptions(await screen.findByRole('combobox', { name: /^First month of a tenancy/ }), 'By days');
  await enter(user, '12', '17.5');
  const dialog = await inDialog();
  dialog.getByText(/The first month of a tenancy will be billed by days\./);
  await user.click(dialog.getByRole('button', { name: 'Update due day and fine rate' }));
  await screen.findByText('Due day and fine rate are set.');
  expect(writes(sent).map(({ body }) => body)).toEqual([
    { rent_due_day: 12, fine_rate: 17.5, first_month_by_days: true, from_month: thisMonth },
  ]);
});

test('a later month is named, and so is what it replaces', { tags: ['slow'] }, async () => {
  const { user, sent } = open();
  await user.selectOptions(
    await screen.findByRole('combobox', { name: /^Starting with the rent for/ }),
    formatMonth(next),
  );
  await enter(user, '12', '0');
  const dialog = await inDialog();
  dialog.getByText(/This will replace due day 21 and fine rate 12\.5%, which were set for the same month\./);
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(writes(sent)).toEqual([]);
});

test.each([
  ['29', '30', 'Enter a day from 1 to 28, so that the date exists in every month.'],
  ['', '30', 'Enter a day from 1 to 28, so that the date exists in every month.'],
  ['1', '101', /^Enter the fine rate as a percentage from 0 to 100/],
  ['1', '', /^Enter the fine rate/],
] as const)('day “%s” and rate “%s” are refused under their field', { tags: ['slow'] }, async (day, rate, sentence) => {
  const { user, sent } = open();
  await screen.findByRole('table', { name: 'Due days and fine rates' });
  if (day !== '') await user.type(await field(/^Due day/), day);
  if (rate !== '') await user.type(await field(/^Fine rate/), rate);
  await user.click(screen.getByRole('button', { name: 'Update due day and fine rate' }));
  await screen.findByText(sentence);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(writes(sent)).toEqual([]);
});

test("the server's message on the month is under the month", { tags: ['slow'] }, async () => {
  const details = [
    { field: 'from_month', message: apiMessage('rent-rules.set.month_range', { first: '2026-11', last: '2031-11' }) },
  ];
  const { user } = open({ [UPDATE]: () => refuse('invalid_input', { details }) });
  await enter(user, '12', '17.5');
  await user.click((await inDialog()).getByRole('button', { name: 'Update due day and fine rate' }));
  await screen.findByText('Choose a month from 2026-11 to 2031-11.');
});

test('the history shows day, rate, month, who and when, and what applied before', async () => {
  open();
  const table = await screen.findByRole('table', { name: 'Due days and fine rates' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    `2112.5WholeWhen they are received${formatMonth(next)}Kumari Perera20 Nov 2026Scheduled`,
    '1020WholeWhen they are receivedNov 2026Kumari Perera20 Nov 2026Current',
  ]);
  screen.getByText('Earlier months: due day 15, fine rate 30%');
});

test('only scheduled rules can be cancelled, after a confirmation', { tags: ['slow'] }, async () => {
  let rules = [scheduled, testRules()];
  const { user, sent } = open({
    [LIST]: () => answerRules(...rules),
    [cancelCall]: () => {
      rules = [testRules()];
      return Response.json({ message: 'Cancelled.' });
    },
  });
  const buttons = await screen.findAllByRole('button', { name: /^Cancel/ });
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
    `Cancel due day 21 and fine rate 12.5% from ${formatMonth(next)}`,
  ]);
  await user.click(buttons[0] as HTMLElement);
  await user.click((await inDialog()).getByRole('button', { name: 'Cancel change' }));
  await screen.findByText('Cancelled.');
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Cancel/ })).toBeNull());
  expect(writes(sent)).toHaveLength(1);
});

test('rules whose month came meanwhile are reported, and the list is loaded again', { tags: ['slow'] }, async () => {
  const { user, sent } = open({ [cancelCall]: () => refuse('rent_rules_not_found') });
  await user.click(await screen.findByRole('button', { name: /^Cancel/ }));
  await user.click((await inDialog()).getByRole('button', { name: 'Cancel change' }));
  await screen.findByText('No change to the due day or fine rate is scheduled for that month.');
  await waitFor(() => expect(sent.filter(({ call }) => call === LIST)).toHaveLength(2));
});

test('an empty history says what applies, and a list that cannot be loaded can be tried again', {
  tags: ['slow'],
}, async () => {
  let isDown = true;
  const { user } = open({ [LIST]: () => (isDown ? refuse('internal') : answerRules()) });
  const failure = within(await screen.findByRole('alert', { name: 'Could not load the due days and fine rates.' }));
  isDown = false;
  await user.click(failure.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Rent is due by day 15 of the month, and the fine rate is 30%.');
});

test('from when post-dated cheques count is sent only if it is chosen, and the list says it', {
  tags: ['slow'],
}, async () => {
  const { user, sent } = open({
    [LIST]: () => answerRules(testRules({ cheques_on_their_day: true })),
    [UPDATE]: saved,
  });
  const table = within(await screen.findByRole('table', { name: 'Due days and fine rates' }));
  table.getByText('From the day on the cheque');
  const choice = await screen.findByRole('combobox', { name: /^Post-dated cheques count/ });
  within(choice).getByRole('option', { name: 'As before. Now: From the day on the cheque' });
  await user.selectOptions(choice, 'When they are received');
  await enter(user, '12', '17.5');
  const dialog = await inDialog();
  dialog.getByText(/Post-dated cheques will count when they are received\./);
  await user.click(dialog.getByRole('button', { name: 'Update due day and fine rate' }));
  await screen.findByText('Due day and fine rate are set.');
  expect(writes(sent).map(({ body }) => body)).toEqual([
    { rent_due_day: 12, fine_rate: 17.5, cheques_on_their_day: false, from_month: thisMonth },
  ]);
});
