import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type ElectronicPayment, electronic } from '#contract/electronic.ts';
import { payments } from '#contract/payments.ts';
import { answerCalls, openOffice, signInAs } from '#web/testing/office.tsx';
import { browserToday } from '#web/ui/format/browser-clock.ts';

const TODAY = browserToday();
const LIST = 'GET /api/cash/electronic?state=to_confirm';
const CONFIRM = 'POST /api/cash/electronic/confirmed';
const KUMARI = { email: 'kumari@example.com', name: 'Kumari', count: 2, amount: 1000.5, oldest: TODAY };
const TO_CONFIRM = { count: 2, amount: 1000.5, people: [KUMARI] };

function testPayment(more: Partial<ElectronicPayment> = {}): ElectronicPayment {
  return {
    payment_id: 31,
    is_deposit: false,
    shop_id: 'A12',
    tenancy_id: 1,
    tenant_name: 'Nimal Perera',
    method: 'Bank Transfer',
    amount: 700.5,
    paid_on: TODAY,
    received_on: TODAY,
    received_by: 'Kumari',
    confirmed_on: null,
    confirmed_by: null,
    ...more,
  };
}

const PAYMENTS = [testPayment(), testPayment({ payment_id: 32, method: 'Card', amount: 300 })];

const answerList = (listed: readonly ElectronicPayment[]) =>
  Response.json(electronic.list.answer.parse({ payments: listed, to_confirm: TO_CONFIRM }));

test('the office confirms several payments on a day', { tags: ['slow'] }, async () => {
  signInAs('admin');
  const sent = answerCalls({
    [LIST]: () => answerList(PAYMENTS),
    [CONFIRM]: () =>
      Response.json({ message: '2 payments are confirmed.', payments: PAYMENTS, to_confirm: TO_CONFIRM }),
  });
  const { user } = openOffice('/electronic-payments');
  const sum = (await screen.findByText('LKR 1,000.50', { selector: 'span' })).parentElement;
  expect(sum?.textContent).toBe('To be confirmed: LKR 1,000.50 (2 payments)');
  for (const tick of screen.getAllByRole('checkbox').slice(1)) await user.click(tick);
  const [bar] = screen.getAllByRole('button', { name: 'Confirm' });
  if (bar) await user.click(bar);
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm 2 payments?' }));
  await user.click(dialog.getByRole('button', { name: 'Confirm' }));
  await screen.findByText('2 payments are confirmed.');
  expect(sent.find(({ call }) => call === CONFIRM)?.body).toEqual({ payment_ids: [31, 32], confirmed_on: TODAY });
  await waitFor(() => expect(sent.filter(({ call }) => call === LIST)).toHaveLength(2));
});

test('a payment that the bank did not receive is voided with a reason, after its effect is shown', {
  tags: ['slow'],
}, async () => {
  signInAs('admin');
  const effect = { success: true, message: 'Payment 31 is void.', balance_amount: 0, settled: [], new_fines: [] };
  const call = 'POST /api/payments/31/not-found';
  const answer = () => Response.json(payments.notFound.answer.parse({ ...effect, still_owed: 700.5 }));
  const sent = answerCalls({ [LIST]: () => answerList(PAYMENTS), [call]: answer, [`${call}?dry_run=true`]: answer });
  const { user } = openOffice('/electronic-payments');
  const [action] = await screen.findAllByRole('button', { name: /^Not found at the bank/ });
  if (action) await user.click(action);
  const dialog = within(await screen.findByRole('dialog', { name: 'Did the bank not receive payment 31?' }));
  await user.type(await dialog.findByRole('textbox', { name: /Reason/ }), 'Not on the statement');
  await user.click(dialog.getByRole('button', { name: 'Void payment' }));
  await screen.findByText('Payment 31 is void.');
  expect(sent.find((one) => one.call === call)?.body).toMatchObject({ reason: 'Not on the statement' });
});

test('a cashier sees the payments, and confirms none', { tags: ['slow'] }, async () => {
  signInAs('cashier');
  answerCalls({ [LIST]: () => answerList(PAYMENTS) });
  openOffice('/electronic-payments');
  expect((await screen.findByRole('link', { name: '31' })).getAttribute('href')).toBe('/receipt/31');
  expect(screen.queryByRole('button', { name: /Confirm|Not found/ })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('a confirmed payment is marked as to be confirmed again', { tags: ['slow'] }, async () => {
  signInAs('admin');
  const confirmed = testPayment({ confirmed_on: TODAY, confirmed_by: 'Ruwan' });
  const sent = answerCalls({
    'GET /api/cash/electronic?state=confirmed': () => answerList([confirmed]),
    [CONFIRM]: () =>
      Response.json({ message: '1 payment is to be confirmed again.', payments: [], to_confirm: TO_CONFIRM }),
  });
  const { user } = openOffice('/electronic-payments?state=confirmed');
  await user.click(await screen.findByRole('button', { name: /^Mark as to be confirmed/ }));
  await screen.findByText('1 payment is to be confirmed again.');
  expect(sent.find(({ call }) => call === CONFIRM)?.body).toEqual({ payment_ids: [31], confirmed_on: null });
});
