import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { day, type Month } from '#billing/calendar.ts';
import { CallError } from '#web/client.ts';
import { signInAs } from '#web/testing/office.tsx';
import { showScreen } from '#web/testing/screen.tsx';
import { octoberFine, testEffect } from '../../testing/payments.ts';
import {
  type Consent,
  confirmEffect,
  type DryRun,
  describeFine,
  type Effect,
  type EffectQuestion,
  waiverIn,
} from './effect.tsx';

beforeEach(() => signInAs('admin'));

const sentence = '1,980.00 still owed';

async function ask(dryRun: DryRun, more: Partial<EffectQuestion> = {}) {
  const { user } = showScreen(<p>behind</p>);
  const given: (Consent | undefined)[] = [];
  void confirmEffect({
    title: 'Delete payment 31?',
    sentence: 'It goes.',
    confirmLabel: 'Delete',
    dryRun,
    ...more,
  }).then((consent) => given.push(consent));
  await screen.findByText('It goes.');
  return { user, given };
}
const yes = () => screen.getByRole('button', { name: 'Delete' });

test('the effect is in the dialog before the action can be chosen', async () => {
  const { promise, resolve } = Promise.withResolvers<Effect>();
  const { user, given } = await ask(() => promise);
  screen.getByText('Calculating…');
  await user.click(yes());
  expect(given).toEqual([]);
  resolve(testEffect());
  await screen.findByText(sentence);
  await user.click(yes());
  await waitFor(() => expect(given).toEqual([{ waived: [], reason: undefined }]));
});

test('cancelling does not confirm', async () => {
  const { user, given } = await ask(async () => testEffect());
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(given).toEqual([undefined]));
  expect(screen.queryByText('It goes.')).toBeNull();
});

test('a waived fine is previewed again, can be charged after all, and needs a reason', async () => {
  const asked: (readonly string[])[] = [];
  const { user, given } = await ask(async (waived) => {
    asked.push(waived);
    return waived.length > 0 ? testEffect() : testEffect({ new_fines: [octoberFine], still_owed: 4980 });
  });
  const choice = await screen.findByRole('checkbox', { name: /Waive the fine/ });
  screen.getByText('Fine of 3,000.00 on INV-A12-202610 (Oct 2026)');
  await user.click(choice);
  await screen.findByText(sentence);
  expect(choice).toHaveProperty('checked', true);
  await user.click(choice);
  await screen.findByText(/4,980.00 still owed/);
  await user.click(choice);
  await screen.findByText(sentence);
  await user.click(yes());
  await screen.findByText('Enter the reason.');
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'The bank was closed');
  await user.click(yes());
  await waitFor(() => expect(given).toEqual([{ waived: ['INV-A12-202610'], reason: 'The bank was closed' }]));
  expect(asked).toEqual([[], ['INV-A12-202610'], [], ['INV-A12-202610']]);
});

test("a dry run that is refused shows the server's sentence, and can be tried again", async () => {
  let tries = 0;
  const { user, given } = await ask(async () => {
    tries += 1;
    if (tries === 1)
      throw new CallError(409, { code: 'newer_correction', message: 'Only the newest correction can go.' });
    return testEffect();
  });
  await screen.findByText('Only the newest correction can go.');
  await user.click(yes());
  expect(given).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText(sentence);
});

test('a reason is asked for where the change needs one', async () => {
  const { user, given } = await ask(async () => testEffect(), { needsReason: true, isDangerous: true });
  await screen.findByText(sentence);
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), ' Counted twice ');
  await user.click(yes());
  await waitFor(() => expect(given).toEqual([{ waived: [], reason: 'Counted twice' }]));
});

test('a required reason of fewer than 3 characters is not taken, and the field gets the focus', async () => {
  const { user, given } = await ask(async () => testEffect(), { needsReason: true });
  await screen.findByText(sentence);
  const field = screen.getByRole('textbox', { name: 'Reason' });
  await user.click(yes());
  await screen.findByText('Enter the reason.');
  expect(document.activeElement).toBe(field);
  await user.type(field, ' no ');
  expect(screen.queryByText('Enter the reason.')).toBeNull();
  await user.click(yes());
  await screen.findByText('The reason must have at least 3 characters.');
  expect(given).toEqual([]);
  await user.type(field, 'w he knows');
  await user.click(yes());
  await waitFor(() => expect(given).toEqual([{ waived: [], reason: 'no w he knows' }]));
});

const savedFine = { invoice_id: 'INV-A12-202610', month_year: '2026-10' as Month, saved_amount: 3000 };

test('a day that waives a fine says so and asks for a reason', async () => {
  const { user, given } = await ask(async () => testEffect({ saved_fines: [savedFine] }));
  await screen.findByText('This day waives a fine of 3,000.00 on INV-A12-202610 (Oct 2026).');
  await user.click(yes());
  await screen.findByText('Enter the reason.');
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Paid at the bank');
  await user.click(yes());
  await waitFor(() => expect(given).toEqual([{ waived: [], reason: 'Paid at the bank', savesFines: true }]));
  expect(given.map((consent) => consent && waiverIn(consent))).toEqual([
    { do_not_charge: [], waive_reason: 'Paid at the bank' },
  ]);
});

test('a form that has asked for a reason does not ask for another one when the day waives a fine', async () => {
  const { user, given } = await ask(async () => testEffect({ saved_fines: [savedFine] }), { hasReason: true });
  await screen.findByText(/^This day waives a fine of 3,000.00/);
  expect(screen.queryByRole('textbox', { name: 'Reason' })).toBeNull();
  await user.click(yes());
  await waitFor(() => expect(given).toEqual([{ waived: [], reason: undefined, savesFines: true }]));
});

test('a payment of a tenant who owes nothing is announced as credit', async () => {
  const payer = { tenant: 'Nimal Perera', shop: 'A12', amount: 500, method: 'Cash' as const };
  await ask(async () => testEffect({ settled: [], still_owed: 0, balance_amount: 500, payer }));
  await screen.findByText('From Nimal Perera, shop A12');
  screen.getByText(/Nimal Perera owes nothing\. The whole amount will become credit/);
});

test.each([
  ['pays a charge', { balance_amount: 500 }],
  ['pays a debt', { settled: [], still_owed: 0, balance_amount: 499 }],
  ['leaves an amount due', { settled: [], balance_amount: 500 }],
])('a payment that %s is not announced as credit', async (_, more) => {
  const payer = { tenant: 'Nimal Perera', shop: 'A12', amount: 500, method: 'Cash' as const };
  await ask(async () => testEffect({ ...more, payer }));
  await screen.findByText('From Nimal Perera, shop A12');
  expect(screen.queryByText(/owes nothing/)).toBeNull();
});

test('a change of two tenancies shows the effect on each', async () => {
  const one = { ...testEffect({ settled: [] }), shop_id: 'A12', tenancy_id: 4, tenant_name: 'Nimal Perera' };
  const other = { ...testEffect(), shop_id: 'B7', tenancy_id: 5, tenant_name: 'Sunil Silva' };
  await ask(async () => testEffect({ tenancies: [one, other] }));
  await screen.findByText('Nimal Perera, shop A12');
  screen.getByText('Sunil Silva, shop B7');
  expect(screen.getAllByText(sentence)).toHaveLength(2);
  expect(screen.getAllByRole('row')).toHaveLength(2);
});

test('a second question starts without input of the first', async () => {
  const { user } = await ask(async () => testEffect(), { needsReason: true });
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Counted twice');
  void confirmEffect({
    title: 'Another?',
    sentence: 'Another one.',
    confirmLabel: 'Delete',
    needsReason: true,
    dryRun: async () => testEffect(),
  });
  await screen.findByText('Another one.');
  expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveProperty('value', '');
});

test('the charges that a payment covers are in a table, with the remaining debt below it', async () => {
  await ask(async () => testEffect());
  await screen.findByText(sentence);
  const table = within(screen.getByRole('table', { name: 'Charges paid' }));
  expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'VAT for Oct 20261,980.00',
    'Rent for Oct 20268,020.00',
  ]);
});

test('a credit is shown, and that no charges were paid', async () => {
  await ask(async () => testEffect({ settled: [], still_owed: 0, balance_amount: 500 }));
  await screen.findByText('No charges paid');
  screen.getByText('0.00 still owed');
  screen.getByText('500.00 in credit');
});

test('a debt without charges is shown as still due, not as a credit', async () => {
  await ask(async () => testEffect({ settled: [], still_owed: 700, balance_amount: -700 }));
  await screen.findByText('700.00 still owed');
  expect(screen.queryByText(/credit/)).toBeNull();
});

test('a new fine and a higher one are distinguished', () => {
  expect(describeFine(octoberFine)).toBe('Fine of 3,000.00 on INV-A12-202610 (Oct 2026)');
  expect(describeFine({ ...octoberFine, previous_fine_amount: 1000 })).toBe(
    'The fine on INV-A12-202610 (Oct 2026) will increase from 1,000.00 to 3,000.00',
  );
});

test('a cashier sees the fine, and no choice to waive it', async () => {
  signInAs('cashier');
  await ask(async () => testEffect({ new_fines: [octoberFine] }));
  await screen.findByText(/Fine of 3,000.00 on INV-A12-202610/);
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test.each([
  ['2999-12-01', 1],
  ['2020-01-01', 0],
])('a cheque that counts from %s is named %i times before it is recorded', async (counts_from, times) => {
  await ask(async () => testEffect({ settled: [], counts_from: day(counts_from) }));
  await screen.findByText(sentence);
  expect(screen.queryAllByText(/^The cheque counts from .* Until then it pays nothing/)).toHaveLength(times);
});
