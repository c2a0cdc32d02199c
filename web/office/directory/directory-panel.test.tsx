import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { directory } from '#contract/directory.ts';
import { answerCalls, openOffice, signInAs } from '../../testing/office.tsx';
import { testCharges } from '../../testing/other-charges.ts';
import { testProduct } from '../../testing/products.ts';
import { testTenancyFile } from '../../testing/tenancies.ts';

const AGREE = 'PUT /api/tenancies/7/directory';
const WITHDRAW = 'POST /api/tenancies/7/directory/withdraw';
const NOBODY = { recorded_at: null, recorded_by: null, withdrawn_at: null, withdrawn_by: null };
const NONE = { state: 'none', trade_name: '', product_ids: [], ...NOBODY };
const AGREED = {
  state: 'agreed',
  trade_name: 'Green Hills',
  product_ids: [],
  ...NOBODY,
  recorded_at: '2026-11-20T03:00:00.000Z',
  recorded_by: 'admin@example.com',
};

function answer(entry: unknown) {
  return answerCalls({
    'GET /api/tenancies/7': () => Response.json(testTenancyFile()),
    'GET /api/tenancies/7/other-charges': () => Response.json(testCharges({ waiting: [] })),
    'GET /api/tenancies/7/reminders': () => Response.json([]),
    'GET /api/tenancies/7/directory': () => Response.json(entry),
    'GET /api/products': () => Response.json([testProduct({ id: 1, name: 'Carrot' })]),
    [AGREE]: () => Response.json(directory.agree.answer.parse({ message: 'Recorded.', entry: AGREED })),
    [WITHDRAW]: () => Response.json(directory.withdraw.answer.parse({ message: 'Withdrawn.', entry: NONE })),
  });
}

const panel = async () => within(await screen.findByRole('region', { name: 'On the public pages' }));

beforeEach(() => signInAs('admin'));

test('an agreement is recorded with a trade name, in a dialog', { tags: ['slow'] }, async () => {
  const sent = answer(NONE);
  const { user } = openOffice('/tenancy/7');
  await user.click(await (await panel()).findByRole('button', { name: 'Record agreement' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'On the public pages' }));
  await user.type(dialog.getByRole('textbox', { name: 'Trade name' }), 'Green Hills');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('Recorded.');
  expect(sent.find(({ call }) => call === AGREE)?.body).toEqual({ trade_name: 'Green Hills', product_ids: [] });
});

test('an agreement is withdrawn with one click', { tags: ['slow'] }, async () => {
  const sent = answer(AGREED);
  const { user } = openOffice('/tenancy/7');
  await (await panel()).findByText('Visitors see “Green Hills” and what is sold.');
  await user.click((await panel()).getByRole('button', { name: 'Withdraw from public pages' }));
  await screen.findByText('Withdrawn.');
  expect(sent.some(({ call }) => call === WITHDRAW)).toBe(true);
});
