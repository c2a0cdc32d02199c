import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { offeredIn } from '#web/testing/fast-user.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { answerCalls, findEnabledButton, openOffice, refuse, signInAs } from '../../testing/office.tsx';
import { octoberFine, paidAnswer, summaryAnswer, testEffect } from '../../testing/payments.ts';

const SUMMARY = 'GET /api/shops/shop-summary/A12';
const PAY = 'POST /api/payments/by-shop/A12';
const DRY_RUN = `${PAY}?dry_run=true`;
const SETTLED = '1,980.00 still owed';
const CONFIRM = 'Confirm payment of LKR\u00a010,000.00 via Cash?';
const replies = {
  [SUMMARY]: () => Response.json(summaryAnswer()),
  [DRY_RUN]: () => Response.json(paidAnswer()),
  [PAY]: () => Response.json(paidAnswer()),
};

beforeEach(() => signInAs('admin'));

async function openPayment(more: Parameters<typeof answerCalls>[0] = {}) {
  const sent = answerCalls({ ...replies, ...more });
  const { user } = openOffice('/shop-summary/A12');
  await user.click(await screen.findByRole('button', { name: 'Make Payment' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Make Payment' }));
  const amount = dialog.getByLabelText<HTMLInputElement>(/^Amount/);
  return {
    user,
    dialog,
    amount,
    pay: () => user.click(dialog.getByRole('button', { name: 'Make Payment' })),
    confirm: async (title = CONFIRM) => {
      const question = within(await screen.findByRole('dialog', { name: title }));
      await question.findByText(SETTLED);
      await user.click(await findEnabledButton('Confirm payment', question));
    },
    calls: (call: string) => sent.filter((one) => one.call === call),
  };
}
const isOpen = (name: string) => screen.queryByRole('dialog', { name }) !== null;

test('cash and today are preset; all six methods can be chosen, and the focus is on the amount', {
  tags: ['slow'],
}, async () => {
  const { dialog, amount } = await openPayment();
  const method = dialog.getByRole<HTMLInputElement>('combobox', { name: /Payment method/ });
  expect(method.value).toBe('Cash');
  expect(dialog.getByLabelText<HTMLInputElement>(/Payment date/).value).toBe(formatOfficeDay(browserToday()));
  dialog.getByText('Nimal Perera (shop A12) owes LKR 11,980.00.');
  await waitFor(() => expect(document.activeElement).toBe(amount));
  const options = offeredIn(method);
  expect(options).toEqual(['Cash', 'Bank Transfer', 'Cheque', 'Card', 'Online']);
});

test('a pasted note that is too long is not cut, and nothing is recorded', { tags: ['slow'] }, async () => {
  const { user, dialog, amount, pay, calls } = await openPayment();
  await user.type(amount, '10000');
  const note = dialog.getByLabelText<HTMLInputElement>('Note');
  await user.click(note);
  await user.paste('x'.repeat(201));
  await pay();
  expect(note.value).toHaveLength(201);
  await dialog.findByText('The note can have at most 200 characters.');
  expect(calls(PAY)).toEqual([]);
});

test('one press fills in the whole amount due', { tags: ['slow'] }, async () => {
  const { user, dialog, amount } = await openPayment();
  await user.click(dialog.getByRole('button', { name: 'Pay in full' }));
  expect(amount.value).toBe('11,980.00');
  expect(document.activeElement).toBe(amount);
});

test('the charges that the amount will cover are shown while it is typed', async () => {
  const { user, dialog, amount, calls } = await openPayment();
  await user.type(amount, '10000');
  await dialog.findByText(SETTLED);
  const asked = calls(DRY_RUN).at(-1)?.body;
  expect(asked).toMatchObject({ amountPaid: 10_000, paymentDate: browserToday(), do_not_charge: [] });
  expect(calls(PAY)).toEqual([]);
});

test('a payment is confirmed by amount and method, recorded once, and its receipt is one press away', {
  tags: ['slow'],
}, async () => {
  const { user, dialog, amount, pay, confirm, calls } = await openPayment();
  await user.type(amount, '10000');
  await user.type(dialog.getByLabelText('Note'), 'For October');
  await pay();
  await confirm();
  const done = await screen.findByText('Payment processed successfully!');
  const notice = within(done.closest('[role=status]') as HTMLElement);
  expect(notice.getByRole('link', { name: 'Receipt 31' }).getAttribute('href')).toBe('/receipt/31');
  notice.getByText(SETTLED);
  expect(document.activeElement).toBe(notice.getByRole('link', { name: 'Receipt 31' }));
  expect(isOpen('Make Payment')).toBe(false);
  const body = {
    amountPaid: 10_000,
    paymentMethod: 'Cash',
    paymentDate: browserToday(),
    note: 'For October',
    do_not_charge: [],
  };
  expect(calls(DRY_RUN).at(-1)?.body).toEqual(body);
  expect(calls(PAY).map((call) => call.body)).toEqual([{ ...body, equal_payment_id: null }]);
  expect(calls(PAY)[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
  await waitFor(() => expect(calls(SUMMARY)).toHaveLength(2));
});

test('the receipt of a recorded payment remains when the accounts cannot be loaded after it', {
  tags: ['slow'],
}, async () => {
  let summary = replies[SUMMARY];
  const { user, amount, pay, confirm } = await openPayment({ [SUMMARY]: () => summary() });
  await user.type(amount, '10000');
  await pay();
  summary = () => refuse('not_ready');
  await confirm();
  await screen.findByRole('alert');
  screen.getByRole('link', { name: 'Receipt 31' });
  summary = replies[SUMMARY];
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('region', { name: 'Amount due and balance' });
  screen.getByRole('link', { name: 'Receipt 31' });
});

test('another method is in the question and in the request', { tags: ['slow'] }, async () => {
  const { user, dialog, amount, pay, confirm, calls } = await openPayment();
  await user.type(amount, '2500.75');
  await user.selectOptions(dialog.getByRole('combobox', { name: /Payment method/ }), 'Bank Transfer');
  await pay();
  await confirm('Confirm payment of LKR\u00a02,500.75 via Bank Transfer?');
  await screen.findByText('Payment processed successfully!');
  expect(calls(PAY)[0]?.body).toMatchObject({ amountPaid: 2500.75, paymentMethod: 'Bank Transfer' });
});

test.each([
  ['', 'Amount and payment method are required.'],
  ['0', 'The amount must be greater than 0.'],
])('the amount %j is not accepted: %s', { tags: ['slow'] }, async (typed, sentence) => {
  const { user, dialog, amount, pay, calls } = await openPayment();
  if (typed !== '') await user.type(amount, typed);
  await pay();
  await dialog.findByText(sentence);
  expect(document.activeElement).toBe(amount);
  expect(calls(DRY_RUN)).toEqual([]);
});

test('a fine that the payment adds can be waived', { tags: ['slow'] }, async () => {
  const fined = { ...paidAnswer(), ...testEffect({ new_fines: [octoberFine] }) };
  const { user, amount, pay, confirm, calls } = await openPayment({ [DRY_RUN]: () => Response.json(fined) });
  await user.type(amount, '10000');
  await pay();
  await user.click(await screen.findByRole('checkbox', { name: /Waive the fine/ }));
  await waitFor(() => expect(calls(DRY_RUN).at(-1)?.body).toMatchObject({ do_not_charge: ['INV-A12-202610'] }));
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'The bank was closed');
  await confirm();
  await screen.findByText('Payment processed successfully!');
  expect(calls(PAY)[0]?.body).toMatchObject({
    do_not_charge: ['INV-A12-202610'],
    waive_reason: 'The bank was closed',
  });
});

test('Escape in the question returns to the filled form, which can still be sent', { tags: ['slow'] }, async () => {
  const { user, dialog, amount, pay, confirm, calls } = await openPayment();
  await user.type(amount, '10000');
  await pay();
  await screen.findByRole('dialog', { name: CONFIRM });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(isOpen(CONFIRM)).toBe(false));
  expect([isOpen('Make Payment'), amount.value]).toEqual([true, '10,000']);
  await dialog.findByText(SETTLED);
  expect(isOpen('Discard this payment?')).toBe(false);
  expect(calls(PAY)).toEqual([]);
  await pay();
  await confirm();
  await screen.findByText('Payment processed successfully!');
});

test("a failure shows the server's message, else 'Payment failed.', and the retry has the same key", {
  tags: ['slow'],
}, async () => {
  let answer = () => refuse('too_many_tries');
  const { user, dialog, amount, pay, confirm, calls } = await openPayment({ [PAY]: () => answer() });
  await user.type(amount, '10000');
  await pay();
  await confirm();
  expect((await dialog.findByRole('alert')).textContent).toBe('Too many attempts. Wait a moment and try again.');
  answer = () => new Response('', { status: 500 });
  await pay();
  await confirm();
  await waitFor(() => expect(dialog.getByRole('alert').textContent).toBe('Payment failed.'));
  const [first, second] = calls(PAY).map(({ headers }) => headers.get('idempotency-key'));
  expect(second).toBe(first);
});

test('closing with an amount typed asks first; closing an empty form does not', { tags: ['slow'] }, async () => {
  const { user, dialog, amount } = await openPayment();
  await user.type(amount, '10000');
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  const question = within(await screen.findByRole('dialog', { name: 'Discard this payment?' }));
  await user.click(question.getByRole('button', { name: 'Stay' }));
  await waitFor(() => expect(isOpen('Discard this payment?')).toBe(false));
  expect(isOpen('Make Payment')).toBe(true);
  await user.clear(amount);
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(isOpen('Make Payment')).toBe(false));
});

test('Enter after the amount leads to the method, so that a cheque is never recorded as cash', {
  tags: ['slow'],
}, async () => {
  const { user, dialog, amount, calls } = await openPayment();
  const method = dialog.getByRole<HTMLSelectElement>('combobox', { name: /Payment method/ });
  await user.type(amount, '100000{Enter}');
  expect(document.activeElement).toBe(method);
  expect(isOpen('Confirm payment of LKR\u00a0100,000.00 via Cash?')).toBe(false);
  expect(calls(PAY)).toEqual([]);
});

test('what is typed after the Enter that asks stays in its field, and withdraws the question', {
  tags: ['slow'],
}, async () => {
  const { user, dialog, amount, calls } = await openPayment();
  await user.type(amount, '10000');
  const note = dialog.getByLabelText<HTMLInputElement>('Note');
  await user.type(note, 'rent{Enter}');
  const question = await screen.findByRole('dialog', { name: CONFIRM });
  await waitFor(() => expect(question.contains(document.activeElement)).toBe(true));
  await user.keyboard(' of October');
  await waitFor(() => expect(isOpen(CONFIRM)).toBe(false));
  expect(note.value).toBe('rent of October');
  expect(document.activeElement).toBe(note);
  expect(calls(PAY)).toEqual([]);
});
