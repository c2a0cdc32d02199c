import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, openOffice, signInAs } from '../../testing/office.tsx';
import {
  answerAlarms,
  answerCopies,
  answerElsewhere,
  answerRuns,
  answerSchedule,
  answerServer,
  testSchedule,
} from '../../testing/settings.ts';

function open(role: 'admin' | 'manager') {
  signInAs(role);
  const sent = answerCalls({
    'GET /api/settings/alarms': () => answerAlarms(),
    'GET /api/settings/schedule': () => answerSchedule(testSchedule()),
    'GET /api/settings/runs': () => answerRuns(),
    'GET /api/backup/copies': () => answerCopies(),
    'GET /api/backup/elsewhere': () => answerElsewhere(),
    'GET /api/settings/server': () => answerServer(),
    'GET /api/settings/release': () => Response.json({ version: '1.2.3', commit: 'unknown', schema: '' }),
    'PUT /api/settings/alarms': ({ body }) => Response.json({ message: 'Alarms saved.', settings: body }),
  });
  return { sent, ...openOffice('/settings') };
}

const panel = async () => within(await screen.findByRole('region', { name: 'Alarms' }));

test('an admin sets the time of the list and the hours of the gate', { tags: ['slow'] }, async () => {
  const { sent, user } = open('admin');
  const alarms = await panel();
  const time = await alarms.findByRole('textbox', { name: 'Price list expected by' });
  const hours = alarms.getByRole('textbox', { name: 'Hours without anything from a gate phone' });
  await user.clear(time);
  await user.type(time, '06:30');
  await user.clear(hours);
  await user.type(hours, '12');
  await user.click(alarms.getByRole('button', { name: 'Save alarms' }));
  await screen.findByText('Alarms saved.');
  expect(sent.filter(({ call }) => call.startsWith('PUT')).map(({ body }) => body)).toEqual([
    { list_by: '06:30', gate_silent_hours: 12 },
  ]);
});

test.each([
  [
    'Price list expected by',
    '6.30',
    'Enter the time by which a price list is expected as hours and minutes, such as 05:00.',
  ],
  ['Hours without anything from a gate phone', '25', 'Enter a number of hours from 1 to 24.'],
])('%s cannot be %s', { tags: ['slow'] }, async (name, typed, sentence) => {
  const { sent, user } = open('admin');
  const alarms = await panel();
  const field = await alarms.findByRole('textbox', { name });
  await user.clear(field);
  await user.type(field, typed);
  await user.click(alarms.getByRole('button', { name: 'Save alarms' }));
  await alarms.findByText(sentence);
  expect(sent.filter(({ call }) => call.startsWith('PUT'))).toEqual([]);
});

test('a manager reads both as sentences', { tags: ['slow'] }, async () => {
  open('manager');
  const alarms = await panel();
  await alarms.findByText('A price list is expected by 08:00.');
  alarms.getByText('A gate phone may send nothing for 4 hours.');
  expect(alarms.queryByRole('button')).toBeNull();
});
