import { screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { claims } from '#contract/claims.ts';
import { answerCalls, openOffice, signInAs } from '../../testing/office.tsx';
import { importOf } from '../import-page.ts';

const OPEN = 'GET /api/claims?list=open';
const ENDED = 'GET /api/claims?list=ended';

beforeAll(() => importOf('/claims')());
beforeEach(() => signInAs('cashier'));

const claim = claims.list.answer.element.parse({
  claim_id: 3,
  tenancy_id: 5,
  shop_id: 'A-1',
  tenant_name: 'Nimal Perera',
  amount: 1234.5,
  day: '2026-10-05',
  bank: 'State Bank',
  has_picture: true,
  state: 'open',
  claimed_at: '2026-10-05T06:00:00.000Z',
  sentence: null,
  payment_id: null,
  ended_at: null,
  ended_by: null,
  payments: [{ payment_id: 9, day: '2026-10-05', method: 'Bank Transfer' }],
});

function open(answers: Parameters<typeof answerCalls>[0] = {}) {
  const sent = answerCalls({ [OPEN]: () => Response.json([claim]), [ENDED]: () => Response.json([]), ...answers });
  return { sent, ...openOffice('/claims') };
}

test('a cashier sees what tenants claim, and declines with a sentence', { tags: ['slow'] }, async () => {
  const DECLINE = 'POST /api/claims/3/decline';
  const { user, sent } = open({ [DECLINE]: () => Response.json({ message: 'Declined.', claim }) });
  const table = within(await screen.findByRole('table', { name: 'To be checked' }));
  table.getByText('State Bank');
  screen.getByText('No ended claims yet.');
  await user.click(await screen.findByRole('button', { name: /^Decline claim/ }));
  const question = within(await screen.findByRole('dialog', { name: 'Decline claim' }));
  await user.type(question.getByRole('textbox', { name: 'Reason' }), 'Not at the bank');
  await user.click(question.getByRole('button', { name: 'Decline claim' }));
  await screen.findByText('Declined.');
  expect(sent.find(({ call }) => call === DECLINE)?.body).toEqual({ sentence: 'Not at the bank' });
});
