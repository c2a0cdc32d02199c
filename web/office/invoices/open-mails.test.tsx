import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { mail, type StoredMail } from '#contract/mail.ts';
import { pageOf, sentAnswer, testInvoice } from '../../testing/invoices.ts';
import { answerCalls, openOffice, signInAs } from '../../testing/office.tsx';

beforeEach(() => signInAs('admin'));

const SEND = 'POST /api/email/send-email';
const OPEN = 'GET /api/email/mails?open=true';
const AT = '2026-11-20T06:30:00.000Z';

function testMail(more: Partial<StoredMail>): StoredMail {
  const about = { mail_id: 1, invoice_id: 'INV-A-1-202611', shop_id: 'A-1', recipient: 'nimal@example.com' };
  const result = { state: 'unknown', message: 'It is not known whether this email was sent.' };
  const [stored] = mail.list.answer.parse([
    { ...about, ...result, requested_by: 'kumari@example.com', createdAt: AT, updatedAt: AT, ...more },
  ]);
  if (!stored) throw new Error('no mail');
  return stored;
}

function open(mails: () => StoredMail[], more: Parameters<typeof answerCalls>[0] = {}) {
  const sent = answerCalls({
    'GET /api/invoices?page=1&limit=10': () => pageOf([testInvoice(1)]),
    [OPEN]: () => Response.json(mails()),
    [SEND]: ({ body }) => Response.json(sentAnswer(body)),
    ...more,
  });
  return { ...openOffice('/invoices'), sent };
}

test('an email of an unknown result is sent again only after a confirmation, and then leaves the list', {
  tags: ['slow'],
}, async () => {
  let mails = [testMail({})];
  const { user, sent } = open(() => mails);
  const list = await screen.findByRole('list', { name: 'Emails with an unknown result' });
  expect(list.textContent).toContain('Invoice INV-A-1-202611 to nimal@example.com');
  await user.click(within(list).getByRole('button', { name: 'Send INV-A-1-202611 again' }));
  const question = await screen.findByRole('dialog');
  expect(question.textContent).toContain('the tenant receives the invoice twice');
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent.filter(({ call }) => call === SEND)).toEqual([]);

  await user.click(within(list).getByRole('button', { name: 'Send INV-A-1-202611 again' }));
  mails = [];
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Emails with an unknown result' })).toBeNull());
  const requests = sent.filter(({ call }) => call === SEND);
  expect(requests.map(({ body }) => body)).toEqual([{ invoices: [{ invoice_id: 'INV-A-1-202611', again: true }] }]);
  expect(requests[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
});

test('emails that wait are counted until they were sent', { tags: ['slow'] }, async () => {
  let mails = [testMail({ state: 'queued' }), testMail({ mail_id: 2, state: 'sending' })];
  open(() => mails);
  await screen.findByText('2 emails are waiting to be sent.');
  mails = [];
  await waitFor(() => expect(screen.queryByText(/waiting to be sent/)).toBeNull(), { timeout: 60_000 });
});

test('a manager sees unknown results, and a statement leads to its shop', async () => {
  signInAs('manager');
  open(() => [testMail({}), testMail({ mail_id: 2, invoice_id: null })]);
  const statement = await screen.findByRole('link', { name: 'Statement of shop A-1 to nimal@example.com' });
  expect(statement.getAttribute('href')).toBe('/shop-summary/A-1');
  expect(screen.queryByRole('button', { name: /^Send / })).toBeNull();
});

test.each([
  ['queued', 'Queued'],
  ['sending', 'Sending'],
  ['sent', 'Sent'],
  ['failed', 'Failed'],
  ['unknown', 'Unknown'],
] as const)('the open row of an invoice shows an email that is %s', { tags: ['slow'] }, async (state, word) => {
  const ofInvoice = 'GET /api/email/mails?invoice_id=INV-A-1-202611';
  const { user } = open(() => [], { [ofInvoice]: () => Response.json([testMail({ state, message: 'A message.' })]) });
  await user.click(await screen.findByRole('button', { name: 'Details of INV-A-1-202611' }));
  const list = await screen.findByRole('list', { name: 'Emails of INV-A-1-202611' });
  expect(list.textContent).toMatch(new RegExp(`: ${word}\\. A message\\.$`));
});
