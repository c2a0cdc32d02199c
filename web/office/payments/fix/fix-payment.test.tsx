import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { addDays, startOfDay } from '#billing/calendar.ts';
import { payments } from '#contract/payments.ts';
import { answerCalls, openOffice, refuse, signInAs } from '#web/testing/office.tsx';
import { octoberFine, removedAnswer, shopList, summaryAnswer, testEffect, testPayment } from '#web/testing/payments.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';

const SUMMARY = 'GET /api/shops/shop-summary/A12';
const OTHER = 'GET /api/shops/shop-summary/B7';
const REPLACE = 'POST /api/payments/31/replace';
const CHEQUE = 'POST /api/payments/31/cheque-returned';
const DONE = 'Payment 31 is void. Payment 32 replaces it.';
const STAYS = '1,980.00 still owed';

beforeEach(() => signInAs('admin'));

const nimal = { shop_id: 'A12', tenancy_id: 1, tenant_name: 'Nimal Perera', ...testEffect({ settled: [] }) };
const sunil = { shop_id: 'B7', tenancy_id: 9, tenant_name: 'Sunil Silva', ...testEffect() };

function replaced(more: Partial<{ tenancy: typeof nimal; left: typeof nimal | null }> = {}) {
  return Response.json(
    payments.replace.answer.parse({
      success: true,
      message: DONE,
      payment: testPayment({ payment_id: 32 }),
      ...testEffect(),
      voided_payment_id: 31,
      tenancy: nimal,
      left: null,
      ...more,
    }),
  );
}

async function openChoices(more: Parameters<typeof answerCalls>[0] = {}) {
  const cheque = testPayment({ payment_method: 'Cheque' });
  const [tenancy] = summaryAnswer().shop.Tenancies;
  const former = { tenancy_id: 8, tenant_name: 'Ruwan Weerasinghe', ended_on: '2026-06-30' };
  const tenancies = [
    { ...tenancy, tenancy_id: 9, tenant_name: 'Sunil Silva' },
    { ...tenancy, ...former },
  ];
  const sent = answerCalls({
    [SUMMARY]: () => Response.json(summaryAnswer({ Payments: [cheque] })),
    [OTHER]: () => Response.json({ shop: { ...summaryAnswer().shop, shop_id: 'B7', Tenancies: tenancies } }),
    'GET /api/shops': () => Response.json(shopList()),
    [`${REPLACE}?dry_run=true`]: () => replaced(),
    [REPLACE]: () => replaced(),
    ...more,
  });
  const { user, address } = openOffice('/shop-summary/A12?tab=payments');
  await user.click(await screen.findByRole('button', { name: 'Fix payment 31' }));
  const choices = within(await screen.findByRole('dialog', { name: 'What is wrong with payment 31?' }));
  const choose = async (name: RegExp, title: string) => {
    await user.click(choices.getByRole('button', { name }));
    return within(await screen.findByRole('dialog', { name: title }));
  };
  const bodies = (call: string) => sent.filter((one) => one.call === call).map(({ body }) => body);
  return { user, address, choices, choose, bodies, sent };
}

test('the choices name the tenant, the amount, the day and the method', async () => {
  const { choices } = await openChoices();
  choices.getByText('Nimal Perera, shop A12: LKR 10,000.00 on 18 Nov 2026 (Cheque).');
  for (const choice of [
    'Wrong amount',
    'Wrong shop or tenant',
    'Wrong payment method',
    'Wrong date',
    'Cheque returned',
    'Void payment',
  ])
    choices.getByText(choice);
});

test.each([
  ['today, and only today is allowed', 0, false, false],
  ['today, and yesterday is allowed too', 0, true, true],
  ['yesterday, which is no longer allowed', -1, false, true],
])(
  'a cashier may change the day of a payment if another one is allowed: it is of %s',
  {
    tags: ['slow'],
  },
  async (_, days, yesterday, isOffered) => {
    signInAs('cashier');
    const today = browserToday();
    const own = testPayment({ payment_date: startOfDay(addDays(today, days)), createdAt: startOfDay(today) });
    const { choices, sent } = await openChoices({
      'GET /api/settings/cashier-days': () => Response.json({ yesterday }),
      [SUMMARY]: () => Response.json(summaryAnswer({ Payments: [own] })),
    });
    await waitFor(() => expect(sent.some(({ call }) => call === 'GET /api/settings/cashier-days')).toBe(true));
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(choices.queryByRole('button', { name: /^Wrong date/ }) !== null).toBe(isOffered);
  },
);

test('only a cheque can be returned', { tags: ['slow'] }, async () => {
  await openChoices({ [SUMMARY]: () => Response.json(summaryAnswer({ Payments: [testPayment()] })) });
  expect(screen.queryByRole('button', { name: /^Cheque returned/ })).toBeNull();
});

test('a wrong amount leads to the correction form, with shop, day and payment', { tags: ['slow'] }, async () => {
  const { user, choices, address } = await openChoices();
  await user.click(choices.getByRole('button', { name: /^Wrong amount/ }));
  await waitFor(() => expect(address()).toBe('/correct-payment?shop=A12&date=2026-11-18&payment=31'));
});

test('another method shows its effect, needs a reason, replaces the payment once and loads the shop again', {
  tags: ['slow'],
}, async () => {
  const { user, choose, bodies, sent } = await openChoices();
  const dialog = await choose(/^Wrong payment method/, 'Wrong payment method');
  const replace = dialog.getByRole('button', { name: 'Replace payment' });
  dialog.getByText('Make a choice above to see what changes.');
  await user.selectOptions(dialog.getByRole('combobox', { name: /^Correct payment method/ }), 'Bank Transfer');
  expect(dialog.queryByLabelText(/^Cheque number/)).toBeNull();
  await dialog.findByText(/1,980.00 still owed/);
  await user.click(replace);
  await dialog.findByText('Enter the reason.');
  await user.type(dialog.getByLabelText(/^Reason/), 'It was a transfer');
  await user.click(replace);
  await screen.findByText(DONE);
  expect(bodies(REPLACE)).toEqual([{ paymentMethod: 'Bank Transfer', reason: 'It was a transfer', do_not_charge: [] }]);
  await waitFor(() => expect(bodies(SUMMARY)).toHaveLength(2));
  expect(sent.find(({ call }) => call === REPLACE)?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
});

test('correcting the method to cheque asks for number, bank and date', { tags: ['slow'] }, async () => {
  const cash = () => Response.json(summaryAnswer({ Payments: [testPayment()] }));
  const { user, choose, bodies } = await openChoices({ [SUMMARY]: cash });
  const dialog = await choose(/^Wrong payment method/, 'Wrong payment method');
  const method = dialog.getByRole('combobox', { name: /^Correct payment method/ });
  expect(within(method).queryByRole('option', { name: 'Cash' })).toBeNull();
  await user.selectOptions(method, 'Cheque');
  dialog.getByText('Make a choice above to see what changes.');
  await user.type(dialog.getByLabelText(/^Cheque number/), ' 004512 ');
  await user.type(dialog.getByLabelText('Bank'), 'Bank of Ceylon');
  await user.type(dialog.getByLabelText('Cheque date'), '30/11/2026{Tab}');
  await dialog.findByText(STAYS);
  await user.type(dialog.getByLabelText(/^Reason/), 'It was a cheque');
  await waitFor(() => expect(bodies(`${REPLACE}?dry_run=true`).at(-1)).toMatchObject({ chequeDate: '2026-11-30' }));
  await waitFor(() =>
    expect(dialog.getByRole('button', { name: 'Replace payment' }).hasAttribute('data-disabled')).toBe(false),
  );
  await user.click(dialog.getByRole('button', { name: 'Replace payment' }));
  await screen.findByText(DONE);
  const sent = {
    paymentMethod: 'Cheque',
    chequeNumber: '004512',
    chequeBank: 'Bank of Ceylon',
    chequeDate: '2026-11-30',
  };
  expect(bodies(REPLACE)).toEqual([{ ...sent, reason: 'It was a cheque', do_not_charge: [] }]);
});

test('a new date of a cheque that is older than six months is asked about', { tags: ['slow'] }, async () => {
  const cash = () => Response.json(summaryAnswer({ Payments: [testPayment()] }));
  const { user, choose, bodies } = await openChoices({ [SUMMARY]: cash });
  const dialog = await choose(/^Wrong payment method/, 'Wrong payment method');
  await user.selectOptions(dialog.getByRole('combobox', { name: /^Correct payment method/ }), 'Cheque');
  await user.type(dialog.getByLabelText(/^Cheque number/), '004512');
  await user.type(dialog.getByLabelText('Cheque date'), '15/01/2020{Tab}');
  await dialog.findByText(/^The cheque is dated 15 Jan 2020/);
  await user.type(dialog.getByLabelText(/^Reason/), 'It was a cheque');
  const replace = dialog.getByRole('button', { name: 'Replace payment' });
  await user.click(replace);
  expect(bodies(REPLACE)).toEqual([]);
  await user.click(dialog.getByRole('checkbox', { name: 'Record this cheque all the same' }));
  await user.click(replace);
  await screen.findByText(DONE);
  expect(bodies(REPLACE)).toMatchObject([{ chequeDate: '2020-01-15' }]);
});

test('the number of a cheque can be changed and its bank cleared; the same values are not a change', {
  tags: ['slow'],
}, async () => {
  const cheque = testPayment({ payment_method: 'Cheque', cheque_number: '004512', cheque_bank: 'Bank of Ceylon' });
  const { user, choose, bodies } = await openChoices({
    [SUMMARY]: () => Response.json(summaryAnswer({ Payments: [cheque] })),
  });
  const dialog = await choose(/^Wrong payment method/, 'Wrong payment method');
  await user.selectOptions(dialog.getByRole('combobox', { name: /^Correct payment method/ }), 'Cheque');
  const number = dialog.getByLabelText(/^Cheque number/);
  expect(number).toHaveProperty('value', '004512');
  dialog.getByText('Make a choice above to see what changes.');
  await user.clear(number);
  await user.type(number, '004521');
  await user.clear(dialog.getByLabelText('Bank'));
  await waitFor(() =>
    expect(bodies(`${REPLACE}?dry_run=true`).at(-1)).toMatchObject({
      paymentMethod: 'Cheque',
      chequeNumber: '004521',
      chequeBank: '',
      chequeDate: '',
    }),
  );
});

test('a payment moves to the tenant of another shop, with the effect on both and a fine that is waived', {
  tags: ['slow'],
}, async () => {
  const moved = { tenancy: sunil, left: { ...nimal, new_fines: [octoberFine] } };
  const { user, choose, bodies } = await openChoices({
    [`${REPLACE}?dry_run=true`]: () => replaced(moved),
    [REPLACE]: () => replaced(moved),
  });
  const dialog = await choose(/^Wrong shop or tenant/, 'Wrong shop or tenant');
  await user.type(await dialog.findByPlaceholderText('Search by ID, name or tenant'), 'B7');
  await user.click(await screen.findByRole('option', { name: /^B7/ }));
  await dialog.findByText('Sunil Silva, shop B7');
  dialog.getByText('Nimal Perera, shop A12');
  expect(dialog.getAllByText(STAYS)).toHaveLength(2);
  await user.click(dialog.getByRole('checkbox', { name: 'Waive the fine on INV-A12-202610' }));
  await user.type(dialog.getByLabelText(/^Reason/), 'Paid for B7');
  await waitFor(() => expect(bodies(`${REPLACE}?dry_run=true`)).toHaveLength(2));
  await waitFor(() =>
    expect(dialog.getByRole('button', { name: 'Replace payment' }).hasAttribute('data-disabled')).toBe(false),
  );
  await user.click(dialog.getByRole('button', { name: 'Replace payment' }));
  await screen.findByText(DONE);
  const place = { shop_id: 'B7', tenancy_id: 9, do_not_charge: ['INV-A12-202610'] };
  expect(bodies(REPLACE)).toEqual([{ ...place, reason: 'Paid for B7' }]);
});

test('a former tenant of the shop can be chosen', { tags: ['slow'] }, async () => {
  const { user, choose, bodies } = await openChoices();
  const dialog = await choose(/^Wrong shop or tenant/, 'Wrong shop or tenant');
  await user.type(await dialog.findByPlaceholderText('Search by ID, name or tenant'), 'B7');
  await user.click(await screen.findByRole('option', { name: /^B7/ }));
  await user.selectOptions(
    await dialog.findByRole('combobox', { name: 'Tenant' }),
    'Ruwan Weerasinghe (until 30 Jun 2026)',
  );
  await waitFor(() => expect(bodies(`${REPLACE}?dry_run=true`).at(-1)).toMatchObject({ shop_id: 'B7', tenancy_id: 8 }));
});

test('the day is changed only to another one, and a refusal shows its sentence', { tags: ['slow'] }, async () => {
  const { user, choose, bodies } = await openChoices({ [REPLACE]: () => refuse('payment_not_found') });
  const dialog = await choose(/^Wrong date/, 'Wrong date');
  const field = dialog.getByLabelText(/^Correct payment date/);
  await user.clear(field);
  await user.type(field, '17 Nov 2026{Tab}');
  await dialog.findByText(/1,980.00 still owed/);
  await user.type(dialog.getByLabelText(/^Reason/), 'Entered late');
  await user.click(dialog.getByRole('button', { name: 'Replace payment' }));
  await screen.findByText('Payment not found.');
  expect(bodies(REPLACE)).toEqual([{ paymentDate: '2026-11-17', reason: 'Entered late', do_not_charge: [] }]);
  await waitFor(() => expect(bodies(SUMMARY)).toHaveLength(2));
});

test('a returned cheque voids its payment with the reason', { tags: ['slow'] }, async () => {
  const message = 'Cheque returned. Payment 31 is void.';
  const answer = () => Response.json({ success: true, message, ...testEffect() });
  const { user, choose, bodies } = await openChoices({ [CHEQUE]: answer, [`${CHEQUE}?dry_run=true`]: answer });
  const dialog = await choose(/^Cheque returned/, 'Was the cheque for payment 31 returned?');
  await dialog.findByText(/1,980.00 still owed/);
  await user.type(dialog.getByLabelText(/^Reason/), 'Cheque 881203 unpaid');
  await user.click(dialog.getByRole('button', { name: 'Void payment' }));
  await screen.findByText(message);
  expect(bodies(CHEQUE)).toEqual([{ reason: 'Cheque 881203 unpaid', returned_on: browserToday(), do_not_charge: [] }]);
});

test('a cheque is returned on the day that was typed, and without a day it is not', { tags: ['slow'] }, async () => {
  const answer = () => Response.json({ success: true, message: 'Cheque returned.', ...testEffect() });
  const { user, choose, bodies } = await openChoices({ [CHEQUE]: answer, [`${CHEQUE}?dry_run=true`]: answer });
  const dialog = await choose(/^Cheque returned/, 'Was the cheque for payment 31 returned?');
  await dialog.findByText(/1,980.00 still owed/);
  await user.type(dialog.getByLabelText(/^Reason/), 'Cheque 881203 unpaid');
  const field = dialog.getByLabelText(/^Returned on/);
  await user.clear(field);
  expect(dialog.getByRole('button', { name: 'Void payment' }).getAttribute('aria-disabled')).toBe('true');
  await user.type(field, '17 Nov 2026{Tab}');
  await user.click(dialog.getByRole('button', { name: 'Void payment' }));
  await screen.findByText('Cheque returned.');
  expect(bodies(CHEQUE)).toEqual([{ reason: 'Cheque 881203 unpaid', returned_on: '2026-11-17', do_not_charge: [] }]);
});

test('a cancelled choice sends nothing', { tags: ['slow'] }, async () => {
  const { user, choose, bodies } = await openChoices();
  const dialog = await choose(/^Wrong date/, 'Wrong date');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(bodies(REPLACE)).toEqual([]);
});

test('a payment that was never made is voided from here too', { tags: ['slow'] }, async () => {
  const removal = 'DELETE /api/systemsetting/payment/31';
  const answer = () => Response.json(removedAnswer());
  const { user, choose, bodies } = await openChoices({ [removal]: answer, [`${removal}?dry_run=true`]: answer });
  const dialog = await choose(/^Void payment/, 'Void payment 31?');
  dialog.getByText(/^Nimal Perera \(shop A12\) paid LKR 10,000.00 on 18 Nov 2026/);
  await dialog.findByText(/1,980.00 still owed/);
  await user.type(dialog.getByLabelText(/^Reason/), 'Recorded twice');
  await user.click(dialog.getByRole('button', { name: 'Void payment' }));
  await screen.findByText('Payment 31 is void.');
  expect(bodies(removal)).toEqual([{ reason: 'Recorded twice', do_not_charge: [] }]);
});
