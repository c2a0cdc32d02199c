import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { day } from '#billing/calendar.ts';
import { answerCalls, openOffice, refuse, signInAs } from '../../testing/office.tsx';
import { removedAnswer, summaryAnswer, testPayment, testReceipt, testVoidMark } from '../../testing/payments.ts';

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
  const { user } = openOffice(`/shop-summary/A12?tab=payments${at}`);
  const askToVoid = async () => {
    await user.click(await screen.findByRole('button', { name: 'Fix payment 31' }));
    await user.click(await screen.findByRole('button', { name: /^Void payment/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Void payment 31?' }));
    await dialog.findByText(/1,980.00 still owed/);
    return dialog;
  };
  return { user, askToVoid, sent };
}
const table = async () => within(await screen.findByRole('table', { name: 'Payments' }));

test('payments and corrections are newest first, add up to the actual amount, and link to their receipt', {
  tags: ['slow'],
}, async () => {
  showPayments();
  const found = (await table()).getAllByRole('row').map(({ textContent }) => textContent);
  expect(found[1]).toContain('Correction to payment 31: Typed wrong');
  expect(found[2]).toContain('10,000.00');
  expect(found.at(-1)).toContain('9,499.50');
  const links = (await table()).getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/receipt/31', '/receipt/31']);
});

test('a payment by post-dated cheque says from when it counts', { tags: ['slow'] }, async () => {
  const cheque = { payment_method: 'Cheque', cheque_date: day('2999-12-01'), counts_from: day('2999-12-01') } as const;
  showPayments({
    [SUMMARY]: () => Response.json(summaryAnswer({ Payments: [testPayment(cheque), testPayment({ payment_id: 32 })] })),
  });
  expect((await table()).getAllByText('counts from 1 Dec 2999')).toHaveLength(1);
});

test('the search filters the payments by their content', { tags: ['slow'] }, async () => {
  showPayments({}, '&payments-search=typed');
  expect((await table()).queryByRole('button', { name: 'Fix payment 31' })).toBeNull();
  screen.getByText('1 of 2');
  screen.getByRole('searchbox', { name: 'Search payments' });
});

test('a shop without payments shows a message, and the export is disabled', async () => {
  showPayments({ [SUMMARY]: () => Response.json(summaryAnswer({ Payments: [] })) });
  await screen.findByText('No payments yet.');
  expect(screen.getByRole('button', { name: 'Export to Excel' })).toHaveProperty('disabled', true);
});

test('voiding asks with its effect, voids with the reason, and reloads the accounts', { tags: ['slow'] }, async () => {
  const { user, askToVoid, sent } = showPayments();
  const dialog = await askToVoid();
  await user.type(dialog.getByLabelText(/^Reason/), 'Of another shop');
  await user.click(dialog.getByRole('button', { name: 'Void payment' }));
  await screen.findByText(/^Payment \d+ is void\.$/);
  await waitFor(() => expect(sent.map(({ call }) => call)).toEqual([SUMMARY, REHEARSAL, DELETE, SUMMARY]));
  expect(sent[2]?.body).toEqual({ reason: 'Of another shop', do_not_charge: [] });
});

test("a failure shows 'Failed to delete payment.', with the server's message", { tags: ['slow'] }, async () => {
  let answer = () => refuse('newer_correction');
  const { user, askToVoid } = showPayments({ [DELETE]: () => answer() });
  const remove = async () => {
    const dialog = await askToVoid();
    await user.type(dialog.getByLabelText(/^Reason/), 'Of another shop');
    await user.click(dialog.getByRole('button', { name: 'Void payment' }));
  };
  await remove();
  const sentence = 'Failed to delete payment. Only the latest correction to a payment can be deleted.';
  await screen.findByText(sentence);
  answer = () => new Response('', { status: 500 });
  await remove();
  await screen.findByText('Failed to delete payment.');
});

test('only the amount of a void payment is struck through; it is marked, not counted, and has only a receipt', {
  tags: ['slow'],
}, async () => {
  const voided = testPayment({ payment_id: 40, amount_paid: 777, corrected_amount: 777 });
  const mark = { ...testVoidMark, replaced_by_payment_id: 41 };
  const summary = summaryAnswer({ Payments: rows, VoidedPayments: [{ ...voided, ...mark }] });
  showPayments({ [SUMMARY]: () => Response.json(summary) });
  const row = (await (await table()).findByText('VOID')).closest('tr') as HTMLElement;
  expect(within(row).getByText('777.00').tagName).toBe('S');
  expect(row.querySelectorAll('s')).toHaveLength(1);
  expect(within(row).getAllByText(/Paid by another shop/)).not.toEqual([]);
  expect(within(row).getAllByText(/Voided on 20 Nov 2026 by saman@example.com/)).not.toEqual([]);
  expect(within(row).getAllByText(/Replaced by payment 41/)).not.toEqual([]);
  const actions = within(row).getAllByRole('link');
  expect(actions.map((link) => link.getAttribute('href'))).toEqual(['/receipt/40']);
  expect(within(row).queryByRole('button', { name: /^(Void|Fix)/ })).toBeNull();
  expect((await table()).getAllByRole('row').at(-1)?.textContent).toContain('9,499.50');
});

test('an opened payment shows where its money went', { tags: ['slow'] }, async () => {
  const receipt = testReceipt({ filled_debt: 12.5, kept_as_credit: 20, replaces_payment_id: 30 });
  const { user } = showPayments({ 'GET /api/payments/31/receipt': () => Response.json(receipt) });
  await user.click(await screen.findByRole('button', { name: 'Details of payment 31' }));
  const paid = within((await screen.findByText('Payment 31 paid:')).parentElement as HTMLElement);
  paid.getByRole('row', { name: 'VAT Oct 2026, INV-A12-202610 1,980.00' });
  expect(paid.getByText('Debt').nextSibling?.textContent).toBe('12.50');
  expect(paid.getByText('Credit for future charges').nextSibling?.textContent).toBe('20.00');
  expect(paid.getByRole('link', { name: 'Replaces payment 30' }).getAttribute('href')).toBe('/receipt/30');
});
