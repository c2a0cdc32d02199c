import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { answerCalls, openOffice, refuse, signInAs } from '../../testing/office.tsx';
import { PAID_ON, removedAnswer, summaryAnswer, testPayment } from '../../testing/payments.ts';

const SUMMARY = 'GET /api/shops/shop-summary/A12';
const DELETE = 'DELETE /api/systemsetting/payment/31';
const REHEARSAL = `${DELETE}?dry_run=true`;
const rows = [
  testPayment({
    payment_id: 32,
    amount_paid: -500.5,
    corrected_amount: -500.5,
    corrects_payment_id: 31,
    note: 'Typed wrong',
    payment_method: 'Correction Made',
  }),
  testPayment({ corrected_amount: 9499.5 }),
];

beforeEach(() => signInAs('admin'));

function showPayments(more: Parameters<typeof answerCalls>[0] = {}, at = '') {
  const sent = answerCalls({
    [SUMMARY]: () => Response.json(summaryAnswer({ Payments: rows })),
    [REHEARSAL]: () => Response.json(removedAnswer()),
    [DELETE]: () => Response.json(removedAnswer()),
    ...more,
  });
  const { user } = openOffice(`/shop-summary/A12${at}`);
  const askToDelete = async () => {
    await user.click(await screen.findByRole('button', { name: 'Delete payment 31' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete payment 31?' }));
    await dialog.findByText(/1,980.00 still owed/);
    return dialog;
  };
  return { user, askToDelete, sent };
}
const table = async () => within(await screen.findByRole('table', { name: 'Payments' }));

test('payments and corrections are newest first, add up to the actual amount, and link to their receipt and correction', async () => {
  showPayments();
  const found = (await table()).getAllByRole('row').map(({ textContent }) => textContent);
  expect(found[1]).toContain('Correction to payment 31: Typed wrong');
  expect(found[2]).toContain('LKR 10,000.00');
  expect(found.at(-1)).toContain('LKR 9,499.50');
  const links = (await table()).getAllByRole('link').map((link) => link.getAttribute('href'));
  const correction = `/correct-payment?shop=A12&date=${PAID_ON}&payment=31`;
  expect(links).toEqual(['/receipt/31', '/receipt/31', correction]);
});

test('the search filters the payments by their content', async () => {
  showPayments({}, '?payments-search=typed');
  expect((await table()).queryByRole('button', { name: 'Delete payment 31' })).toBeNull();
  expect(screen.getByText('1 of 2')).toBeTruthy();
  expect(screen.getByRole('searchbox', { name: 'Search payments' })).toBeTruthy();
});

test('a shop without payments shows a message, and the export is disabled', async () => {
  showPayments({ [SUMMARY]: () => Response.json(summaryAnswer({ Payments: [] })) });
  expect(await screen.findByText('No payments yet.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Export to Excel' })).toHaveProperty('disabled', true);
});

test('deleting asks with its effect, deletes with the reason, and reloads the accounts', async () => {
  const { user, askToDelete, sent } = showPayments();
  const dialog = await askToDelete();
  await user.type(dialog.getByLabelText('Reason'), 'Of another shop');
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Payment deleted successfully.')).toBeTruthy();
  await waitFor(() => expect(sent.map(({ call }) => call)).toEqual([SUMMARY, REHEARSAL, DELETE, SUMMARY]));
  expect(sent[2]?.body).toEqual({ reason: 'Of another shop', do_not_charge: [] });
});

test("a failure shows 'Failed to delete payment.', with the server's message", async () => {
  let answer = () => refuse('newer_correction');
  const { user, askToDelete } = showPayments({ [DELETE]: () => answer() });
  const remove = async () => user.click((await askToDelete()).getByRole('button', { name: 'Delete' }));
  await remove();
  const sentence = 'Failed to delete payment. Only the latest correction to a payment can be deleted.';
  expect(await screen.findByText(sentence)).toBeTruthy();
  answer = () => new Response('', { status: 500 });
  await remove();
  expect(await screen.findByText('Failed to delete payment.')).toBeTruthy();
});
