import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { enterPassword, onceVerified } from '../../testing/confirm-identity.ts';
import { answerCalls, openOffice, signInAs } from '../../testing/office.tsx';
import { importOf } from '../pages.ts';

const GET = 'GET /api/settings/approval-limit';
const SET = 'PUT /api/settings/approval-limit';

beforeAll(() => importOf('/settings')());
beforeEach(() => signInAs('superadmin'));

const panel = async () => within(await screen.findByRole('region', { name: 'Approval by a second person' }));

test('a superadmin sets the amount, and an empty field turns it off', { tags: ['slow'] }, async () => {
  const settings = { amount: 50_000 };
  const sent = answerCalls({
    [GET]: () => Response.json({ amount: null }),
    ...onceVerified({ [SET]: () => Response.json({ message: 'Limit saved.', settings }) }),
  });
  const { user } = openOffice('/settings');
  const field = await (await panel()).findByRole('textbox', { name: 'Above this amount, in LKR' });
  expect(field).toHaveProperty('value', '');
  await user.type(field, '50000');
  await user.click((await panel()).getByRole('button', { name: 'Save limit' }));
  await enterPassword(user);
  await screen.findByText('Limit saved.');
  await user.clear(field);
  await user.click((await panel()).getByRole('button', { name: 'Save limit' }));
  await waitFor(() =>
    expect(sent.filter(({ call }) => call === SET).map(({ body }) => body)).toEqual([
      { amount: 50_000 },
      { amount: 50_000 },
      { amount: null },
    ]),
  );
});

test.each([
  [null, 'No approval by a second person is needed.'],
  [20_000, 'Above LKR 20,000.00 a second person must approve.'],
])('others read it: %s', async (amount, sentence) => {
  signInAs('admin');
  answerCalls({ [GET]: () => Response.json({ amount }) });
  openOffice('/settings');
  await (await panel()).findByText(sentence);
  expect((await panel()).queryByRole('textbox')).toBeNull();
});
