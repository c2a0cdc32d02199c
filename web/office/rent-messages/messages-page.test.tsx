import { screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { rentMessages } from '#contract/rent-messages.ts';
import { answerCalls, openOffice, signInAs } from '../../testing/office.tsx';
import { importOf } from '../import-page.ts';

const PATH = '/api/rent-messages';

beforeAll(() => importOf('/rent-messages')());
beforeEach(() => signInAs('admin'));

const failed = rentMessages.list.answer.element.parse({
  message_id: 4,
  occasion: 'bill',
  month: '2026-10',
  payment_id: null,
  channel: 'sms',
  recipient: '94771234567',
  language: 'en',
  tenancies: [{ tenancy_id: 5, shop_id: 'A-1', tenant_name: 'Nimal Perera' }],
  state: 'failed',
  reason: 'Rejected by the SMS gateway or push service',
  text: 'The bill is Rs. 11,800.00',
  parts: 1,
  requested_by: 'schedule',
  requested_at: '2026-10-05T06:00:00.000Z',
  changed_at: '2026-10-05T06:00:00.000Z',
});

const PREVIEW = rentMessages.preview.answer.parse({
  gateway: 'stand_in',
  has_mail_server: false,
  has_tenant_pages: true,
  messages: [
    {
      channel: 'sms',
      recipient: '94771234567',
      tenant_name: 'Nimal Perera',
      shops: 'A-1, A-2',
      language: 'en',
      text: 'Rs. 500.00 is due',
      parts: 2,
    },
  ],
  left_out: [
    { tenancy_id: 6, shop_id: 'A-3', tenant_name: 'Sunil', reason: 'Nothing is due' },
    { tenancy_id: 7, shop_id: 'A-4', tenant_name: 'Kamala', reason: 'Nothing is due' },
    { tenancy_id: 8, shop_id: 'A-5', tenant_name: 'Selvi', reason: 'The tenant wants no messages' },
  ],
  parts: 2,
  cost: 1.3,
});

function open(answers: Parameters<typeof answerCalls>[0] = {}) {
  const sent = answerCalls({
    [`GET ${PATH}?list=failed`]: () => Response.json([failed]),
    [`GET ${PATH}?list=open`]: () => Response.json([]),
    [`GET ${PATH}?list=done`]: () => Response.json([]),
    [`GET ${PATH}/preview?occasion=reminder`]: () => Response.json(PREVIEW),
    ...answers,
  });
  return { sent, ...openOffice('/rent-messages') };
}

test('a failed message has its reason, and a person sends it again', { tags: ['slow'] }, async () => {
  const AGAIN = `POST ${PATH}/4/again`;
  const { user, sent } = open({ [AGAIN]: () => Response.json({ message: 'Queued the message again.' }) });
  const table = within(await screen.findByRole('table', { name: 'Failed or not confirmed' }));
  table.getByText('Failed: Rejected by the SMS gateway or push service');
  table.getByText('Nimal Perera', { exact: false });
  await user.click(await screen.findByRole('button', { name: /^Send again/ }));
  const question = within(await screen.findByRole('dialog', { name: 'Send again' }));
  await user.click(question.getByRole('button', { name: 'Send again' }));
  await screen.findByText('Queued the message again.');
  expect(sent.filter(({ call }) => call === AGAIN)).toHaveLength(1);
});

test('before messages are sent, their texts, parts, cost and who is left out are shown', {
  tags: ['slow'],
}, async () => {
  const SEND = `POST ${PATH}`;
  const { user, sent } = open({
    [SEND]: () => Response.json({ message: 'Queued 1 message. Left out: 1.', queued: 1, left_out: PREVIEW.left_out }),
  });
  await user.click(await screen.findByRole('button', { name: 'Preview reminders' }));
  const question = within(await screen.findByRole('dialog', { name: 'Preview reminders' }));
  question.getByText('Messages: 1. Parts of text messages: 2. Estimated cost: LKR 1.30.');
  question.getByText('Rs. 500.00 is due');
  question.getByText(/^A-1, A-2 · Nimal Perera · 94771234567 · Parts: 2$/);
  const { parentElement } = question.getByRole('heading', { name: 'Left out: 3' });
  const leftOut = [...(parentElement?.querySelectorAll('p') ?? [])];
  expect(leftOut.map(({ textContent }) => textContent)).toEqual([
    'The tenant wants no messages (1): A-5 Selvi',
    'Nothing is due (2): A-3 Sunil, A-4 Kamala',
  ]);
  question.getByText(/^This is the demo/);
  expect(sent.some(({ call }) => call === SEND)).toBe(false);
  await user.click(question.getByRole('button', { name: 'Send messages' }));
  await screen.findByText('Queued 1 message. Left out: 1.');
  expect(sent.find(({ call }) => call === SEND)?.body).toEqual({ occasion: 'reminder' });
});

test('who may only read sees the preview and cannot send', { tags: ['slow'] }, async () => {
  signInAs('manager');
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Preview reminders' }));
  const question = within(await screen.findByRole('dialog', { name: 'Preview reminders' }));
  expect(question.queryByRole('button', { name: 'Send messages' })).toBeNull();
  expect(question.queryByRole('button', { name: 'Cancel' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Send again/ })).toBeNull();
});
