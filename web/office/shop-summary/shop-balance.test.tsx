import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { answerCalls, openOffice, refuse, signInAs } from '../../testing/office.tsx';
import { octoberFine, summaryAnswer, testEffect } from '../../testing/payments.ts';
import { balanceAnswer } from '../../testing/shop-summary.ts';

const SUMMARY = 'GET /api/shops/shop-summary/A12';
const PUT = 'PUT /api/systemsetting/shop-balance/A12';
const REHEARSAL = `${PUT}?dry_run=true`;
const SETTLED = 'VAT for Oct 2026: 1,980.00, Rent for Oct 2026: 8,020.00; 1,980.00 still owed';
const replies = {
  [SUMMARY]: () => Response.json(summaryAnswer()),
  [REHEARSAL]: () => Response.json(balanceAnswer()),
  [PUT]: () => Response.json(balanceAnswer()),
};

beforeEach(() => signInAs('admin'));

async function showBalance(more: Parameters<typeof answerCalls>[0] = {}) {
  const sent = answerCalls({ ...replies, ...more });
  const { user } = openOffice('/shop-summary/A12');
  await user.click(await screen.findByRole('button', { name: 'Correct the balance' }));
  const field = await screen.findByLabelText<HTMLInputElement>('Set shop balance');
  const enter = async (text: string) => {
    await user.clear(field);
    if (text !== '') await user.type(field, text);
    await user.click(screen.getByRole('button', { name: 'Update Balance' }));
  };
  const confirm = async (reason = 'Broken lamp') => {
    const dialog = await screen.findByRole('dialog', { name: 'Set the balance of shop A12?' });
    await within(dialog).findByText(SETTLED);
    if (reason !== '') await user.type(within(dialog).getByLabelText(/^Reason/), reason);
    await user.click(within(dialog).getByRole('button', { name: 'Set balance' }));
  };
  return { user, field, enter, confirm, bodies: (call: string) => sent.filter((one) => one.call === call) };
}

test('setting the balance asks with its effect, and shows what it covered immediately', {
  tags: ['slow'],
}, async () => {
  const { enter, confirm, bodies, field } = await showBalance();
  await enter('10000.50');
  await screen.findByText('The balance of shop A12 will change from LKR 0.00 to LKR 10,000.50.');
  await confirm();
  const done = await screen.findByText('Shop balance updated. LKR 10,000.00 was used immediately to pay charges.');
  expect(done.closest('[role=status]')?.textContent).toContain(SETTLED);
  expect(bodies(REHEARSAL).map(({ body }) => body)).toEqual([{ balance_amount: 10_000.5, do_not_charge: [] }]);
  const reason = 'Broken lamp';
  expect(bodies(PUT).map(({ body }) => body)).toEqual([{ balance_amount: 10_000.5, reason, do_not_charge: [] }]);
  await waitFor(() => expect(bodies(SUMMARY)).toHaveLength(2));
  expect(field.value).toBe('0');
});

test('a typed balance that was not set asks before it is left', { tags: ['slow'] }, async () => {
  const { user, field } = await showBalance();
  await user.clear(field);
  await user.type(field, '500');
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await screen.findByRole('dialog', { name: 'Leave without saving?' });
});

test('the balance may be set below 0, with a reason, which is required', { tags: ['slow'] }, async () => {
  const { enter, confirm, bodies } = await showBalance();
  await enter('-300');
  await confirm('');
  await screen.findByText('Enter the reason.');
  expect(bodies(PUT)).toEqual([]);
  await confirm();
  await screen.findByText(/^Shop balance updated\./);
  expect(bodies(PUT)[0]?.body).toEqual({ balance_amount: -300, reason: 'Broken lamp', do_not_charge: [] });
});

test('a fine that the balance adds can be waived', { tags: ['slow'] }, async () => {
  const fined = { ...balanceAnswer(), ...testEffect({ new_fines: [octoberFine] }) };
  const { user, enter, confirm, bodies } = await showBalance({ [REHEARSAL]: () => Response.json(fined) });
  await enter('10000');
  await user.click(await screen.findByRole('checkbox', { name: /Waive the fine/ }));
  await waitFor(() => expect(bodies(REHEARSAL)).toHaveLength(2));
  await confirm();
  await screen.findByText(/^Shop balance updated\./);
  const body = { balance_amount: 10_000, reason: 'Broken lamp', do_not_charge: ['INV-A12-202610'] };
  expect(bodies(PUT)[0]?.body).toEqual(body);
});

test('text that is not a number is not sent', { tags: ['slow'] }, async () => {
  const { enter, field, bodies } = await showBalance();
  await enter('-');
  await screen.findByText('Enter an amount in rupees, for example 1250.50 or -300.');
  expect(document.activeElement).toBe(field);
  expect(bodies(REHEARSAL)).toEqual([]);
});

test('nothing is set before the figure was changed or before the question is answered', {
  tags: ['slow'],
}, async () => {
  const { user, enter, bodies } = await showBalance();
  expect(screen.getByRole('button', { name: 'Update Balance' })).toHaveProperty('disabled', true);
  await enter('500');
  await screen.findByText(SETTLED);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(bodies(PUT)).toEqual([]);
});

test("a failure shows the server's message, or 'Failed to update balance.', and the figure remains", {
  tags: ['slow'],
}, async () => {
  let answer = () => refuse('shop_not_found');
  const { enter, confirm, field } = await showBalance({ [PUT]: () => answer() });
  await enter('500');
  await confirm();
  await screen.findByText('Shop not found.');
  answer = () => new Response('', { status: 500 });
  await enter('700');
  await confirm();
  await screen.findByText('Failed to update balance.');
  expect(field.value).toBe('700');
});

test('the field for the balance is closed until it is asked for, away from the payment', async () => {
  answerCalls(replies);
  const { user } = openOffice('/shop-summary/A12');
  const opener = await screen.findByRole('button', { name: 'Correct the balance' });
  expect(opener.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByLabelText('Set shop balance')).toBeNull();
  const due = within(screen.getByRole('region', { name: 'Amount due and balance' }));
  due.getByRole('button', { name: 'Make Payment' });
  expect(due.queryByRole('button', { name: 'Correct the balance' })).toBeNull();
  await user.click(opener);
  await screen.findByLabelText('Set shop balance');
});
