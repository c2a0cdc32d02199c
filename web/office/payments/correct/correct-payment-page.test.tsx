import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { startOfDay } from '#billing/calendar.ts';
import { answerCalls, openOffice, refuse, signInAs } from '#web/testing/office.tsx';
import { dayAnswer, PAID_ON, paidAnswer, testPayment } from '#web/testing/payments.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';

const FIND = `GET /api/paymentscorrection/payments-by-date?shop_id=A12&payment_date=${PAID_ON}`;
const CORRECT = 'POST /api/paymentscorrection/correct-payment';
const AT = `/correct-payment?shop=A12&date=${PAID_ON}`;
const found = () =>
  Response.json(
    dayAnswer([
      testPayment({ corrected_amount: 9500, invoice_id: 'INV-A12-202610' }),
      testPayment({ payment_id: 33, amount_paid: 700, corrected_amount: 700 }),
    ]),
  );
const answers = {
  [FIND]: found,
  [`${CORRECT}?dry_run=true`]: () => Response.json(paidAnswer()),
  [CORRECT]: () => Response.json(paidAnswer()),
};

beforeEach(() => signInAs('admin'));

const searchButton = () => screen.findByRole('button', { name: 'Search payments' });
const firstPayment = () => screen.findByRole('radio', { name: 'Payment 31 · LKR 9,500.00 · Cash · INV-A12-202610' });
const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
const submit = () => screen.getByRole('button', { name: 'Submit correction' });

async function correct(user: UserEvent) {
  await user.click(await firstPayment());
  await user.type(field(/^Actual amount/), '4500.50');
  await user.type(field(/^Reason/), 'Counted twice');
  await user.click(submit());
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByText('Are you sure you want to submit this correction?');
  await dialog.findByText(/^VAT for Oct 2026/);
  await user.click(dialog.getByRole('button', { name: 'Submit correction' }));
}

test('a search needs shop and date', { tags: ['slow'] }, async () => {
  answerCalls(answers);
  const { user, address } = openOffice('/correct-payment');
  expect(await searchButton()).toHaveProperty('disabled', true);
  await user.type(field(/^Shop ID/), ' A12 ');
  expect(await searchButton()).toHaveProperty('disabled', true);
  await user.type(field(/^Payment date/), PAID_ON);
  await user.tab();
  expect(await searchButton()).toHaveProperty('disabled', false);
  await user.click(await searchButton());
  await firstPayment();
  await waitFor(async () => expect(document.activeElement).toBe(await firstPayment()));
  expect(address()).toBe(AT);
});

test('a chosen payment fills the form; its recorded amount cannot be edited', async () => {
  answerCalls(answers);
  const { user } = openOffice(AT);
  await user.click(await firstPayment());
  expect(field(/^Admin recorded amount/).value).toBe('9,500.00');
  expect(field(/^Admin recorded amount/).readOnly).toBe(true);
  expect(field(/^Invoice ID/).value).toBe('INV-A12-202610');
  expect(field(/^Shop$/).value).toBe('A12');
  expect(field(/^Date$/).value).toBe('18 Nov 2026');
});

test('a URL with a payment selects it, and the focus is on the actual amount', async () => {
  answerCalls(answers);
  openOffice(`${AT}&payment=33`);
  await screen.findByRole('radio', { name: /^Payment 33/, checked: true });
  expect(field(/^Admin recorded amount/).value).toBe('700.00');
  await waitFor(() => expect(document.activeElement).toBe(field(/^Actual amount/)));
});

test('a correction is sent with its payment; then the form is empty and the payments are loaded again', {
  tags: ['slow'],
}, async () => {
  const sent = answerCalls(answers);
  const { user } = openOffice(AT);
  await correct(user);
  await screen.findByText('✅ Payment correction applied successfully!');
  const post = sent.find(({ call }) => call === CORRECT);
  expect(post?.body).toEqual({
    shop_id: 'A12',
    payment_date: PAID_ON,
    payment_id: 31,
    admin_put_amount: 9500,
    actual_amount: 4500.5,
    edit_reason: 'Counted twice',
    invoice_id: 'INV-A12-202610',
    do_not_charge: [],
  });
  expect(post?.headers.get('idempotency-key')).toBeTruthy();
  expect(field(/^Actual amount/).value).toBe('');
  expect(field(/^Admin recorded amount/).value).toBe('');
  expect([field(/^Shop ID/).value, field(/^Payment date/).value]).toEqual(['A12', '18 Nov 2026']);
  await waitFor(() => expect(sent.filter(({ call }) => call === FIND)).toHaveLength(2));
});

test('without a payment and an amount nothing is sent, and the message disappears after five seconds', async () => {
  const sent = answerCalls(answers);
  const { user } = openOffice(AT);
  await firstPayment();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  await user.click(submit());
  const sentence = 'All required fields must be filled.';
  await screen.findByText(sentence);
  await act(() => vi.advanceTimersByTimeAsync(4000));
  expect(screen.queryByText(sentence)).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(screen.queryByText(sentence)).toBeNull();
  expect(sent.some(({ call }) => call.startsWith(CORRECT))).toBe(false);
});

test('a correction without a reason is not sent', { tags: ['slow'] }, async () => {
  const sent = answerCalls(answers);
  const { user } = openOffice(AT);
  await user.click(await firstPayment());
  await user.type(field(/^Actual amount/), '4500');
  await user.click(submit());
  await screen.findByText('Enter the reason.');
  expect(document.activeElement).toBe(field(/^Reason/));
  expect(sent.some(({ call }) => call.startsWith(CORRECT))).toBe(false);
});

test('a day without payments shows a message', async () => {
  answerCalls({ [FIND]: () => Response.json(dayAnswer([])) });
  openOffice(AT);
  await screen.findByText('No payments found.');
  screen.getByText(/No payments found for shop A12 on 18 Nov 2026/);
});

test('a search that fails shows the message of the server', async () => {
  answerCalls({ [FIND]: () => refuse('shop_not_found') });
  openOffice(AT);
  await screen.findByText('Error fetching payments. Shop not found.');
});

test.each([
  ["the server's words when it refuses", () => refuse('recorded_amount_changed'), /^The recorded amount has changed/],
  [
    'that it failed when the server has no words',
    () => new Response('', { status: 502 }),
    /^Payment correction failed.$/,
  ],
  [
    'that something unexpected happened when no answer comes',
    () => Promise.reject(new TypeError('Failed to fetch')),
    /^An unexpected error occurred. /,
  ],
])('a failed correction shows %s', { tags: ['slow'] }, async (_, answer, sentence) => {
  answerCalls({ ...answers, [CORRECT]: answer });
  const { user } = openOffice(AT);
  await correct(user);
  expect((await screen.findByRole('alert')).textContent).toMatch(sentence);
  expect(field(/^Actual amount/).value).toBe('4,500.50');
});

test('Back to Main opens the payments, and a chosen payment does not ask first', async () => {
  answerCalls(answers);
  const { user, address } = openOffice(AT);
  await user.click(await firstPayment());
  await user.click(screen.getByRole('link', { name: 'Back to Main' }));
  await waitFor(() => expect(address()).toBe('/payments'));
});

test('a cashier can choose only own payments of today', async () => {
  signInAs('cashier');
  const own = { recorded_by: 'kumari@example.com', createdAt: startOfDay(browserToday()) };
  const payments = [testPayment({ payment_id: 33 }), testPayment({ payment_id: 34, ...own })];
  answerCalls({ ...answers, [FIND]: () => Response.json(dayAnswer(payments)) });
  openOffice(AT);
  const ofOther = await screen.findByRole('radio', { name: /^Payment 33/ });
  expect(ofOther.hasAttribute('disabled')).toBe(true);
  screen.getByText('Recorded by somebody else or on another day. Ask the office to correct it.');
  const chosen = screen.getByRole('radio', { name: /^Payment 34/ });
  expect(chosen.hasAttribute('disabled')).toBe(false);
  await waitFor(() => expect(document.activeElement).toBe(chosen));
});
