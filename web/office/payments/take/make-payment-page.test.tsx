import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { addDays, day, instantOf } from '#billing/calendar.ts';
import { paymentReference } from '#billing/tax/payment-reference.ts';
import { tenants } from '#contract/tenants.ts';
import { offeredIn } from '#web/testing/fast-user.ts';
import { answerCalls, findEnabledButton, openOffice, refuse, signInAs } from '#web/testing/office.tsx';
import { octoberFine, paidAnswer, shopList, summaryAnswer, testEffect, testTenancy } from '#web/testing/payments.ts';
import { testSummaryInvoice } from '#web/testing/shop-summary.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';

const PAY = 'POST /api/payments/by-shop/A12';
const DRY_RUN = `${PAY}?dry_run=true`;
const SUMMARY = 'GET /api/shops/shop-summary/A12';
const SETTLES = '1,980.00 still owed';

const answers = {
  'GET /api/shops': () => Response.json(shopList()),
  'GET /api/tenants?former=true': () => Response.json(formerTenants()),
  [SUMMARY]: () => Response.json(summaryAnswer()),
  [DRY_RUN]: () => Response.json(paidAnswer()),
  [PAY]: () => Response.json(paidAnswer()),
};

/** Sunil left A12 owing 500.00; Kamal left it owing nothing. */
function formerTenants() {
  const { Tenant } = summaryAnswer().shop;
  const [Shop] = shopList();
  const left = { ...Tenant, ended_on: '2024-12-31', Shop };
  return tenants.list.answer.parse([
    { ...left, tenant_id: 3, name: 'Sunil Silva', amount_due: 500 },
    { ...left, tenant_id: 2, name: 'Kamal Dias', amount_due: 0 },
  ]);
}

const withSunil = () =>
  summaryAnswer({
    Tenancies: [
      testTenancy(),
      testTenancy({ tenancy_id: 3, tenant_name: 'Sunil Silva', ended_on: day('2024-12-31'), amount_due: 500 }),
    ],
    Invoices: [testSummaryInvoice('2024-12', { tenancy_id: 3 })],
  });

beforeEach(() => signInAs('admin'));

const amount = () => screen.findByRole('textbox', { name: /^Amount/ });
const confirmButton = () => findEnabledButton('Confirm payment');

async function pay(user: UserEvent, rupees = '10000') {
  await user.type(await amount(), rupees);
  await user.click(screen.getByRole('button', { name: 'Make payment' }));
}

test('the day that waives a fine is previewed before sending, and the reason is sent with the payment', {
  tags: ['slow'],
}, async () => {
  const saved_fines = [{ invoice_id: 'INV-A12-202610', month_year: '2026-10', saved_amount: 4335 }];
  const sent = answerCalls({ ...answers, [DRY_RUN]: () => Response.json({ ...paidAnswer(), saved_fines }) });
  const { user } = openOffice('/make-payment?shop=A12');
  await user.type(await amount(), '10000');
  const preview = within(await screen.findByRole('region', { name: 'What this payment covers' }));
  await preview.findByText('This day waives a fine of 4,335.00 on INV-A12-202610 (Oct 2026).');
  await user.click(screen.getByRole('button', { name: 'Make payment' }));
  await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Paid at the bank');
  await user.click(await confirmButton());
  await waitFor(() =>
    expect(sent.find(({ call }) => call === PAY)?.body).toMatchObject({
      do_not_charge: [],
      waive_reason: 'Paid at the bank',
    }),
  );
});

test('amount, method and date are disabled until a shop is chosen, which can be found by its tenant', {
  tags: ['slow'],
}, async () => {
  answerCalls(answers);
  const { user, address } = openOffice('/make-payment');
  const method = screen.findByRole('combobox', { name: /^Payment method/ });
  const fields = [await amount(), await method, screen.getByLabelText(/^Payment date/)];
  expect(fields.map((field) => field.hasAttribute('disabled'))).toEqual([true, true, true]);
  await screen.findByPlaceholderText('Search by ID, name or tenant');
  await user.type(screen.getByRole('combobox', { name: /^Shop/ }), 'nimal');
  await user.click(await screen.findByRole('option', { name: 'A12 · Green Leaf Traders · Nimal Perera' }));
  await waitFor(() => expect(screen.getByLabelText(/^Amount/).hasAttribute('disabled')).toBe(false));
  expect(address()).toBe('/make-payment?shop=A12');
});

test('the payment reference of a bill chooses its shop', { tags: ['slow'] }, async () => {
  answerCalls(answers);
  const { user, address } = openOffice('/make-payment');
  await screen.findByPlaceholderText('Search by ID, name or tenant');
  await user.type(screen.getByRole('combobox', { name: /^Shop/ }), 'a12 202610 63');
  await screen.findByRole('option', { name: /^A12/ });
  await user.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe('/make-payment?shop=A12&reference=a12+202610+63'));
});

test('a former tenant who still owes is found by name, and the payment is of that tenancy', {
  tags: ['slow'],
}, async () => {
  const sent = answerCalls({ ...answers, [SUMMARY]: () => Response.json(withSunil()) });
  const { user, address } = openOffice('/make-payment');
  await screen.findByPlaceholderText('Search by ID, name or tenant');
  const payer = screen.getByRole('combobox', { name: /^Shop/ });
  await user.type(payer, 'a12');
  await screen.findByRole('option', { name: /^Sunil/ });
  const list = within(await screen.findByRole('listbox'));
  expect(list.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'A12 · Green Leaf Traders · Nimal Perera',
    'Sunil Silva · former tenant of A12, until 31 Dec 2024',
  ]);
  await user.clear(payer);
  await user.type(payer, 'sunil');
  await screen.findByRole('option', { name: /^Sunil/ });
  await user.keyboard('{Enter}');
  await screen.findByText('Sunil Silva (shop A12) owes LKR 500.00.');
  expect(address()).toBe('/make-payment?shop=A12&tenancy=3');
  await pay(user, '500');
  await user.click(await confirmButton());
  await waitFor(() => expect(sent.find(({ call }) => call === PAY)?.body).toMatchObject({ tenancy_id: 3 }));
});

test("the payment reference of a former tenant's bill chooses that tenant, also before the figures are there", {
  tags: ['slow'],
}, async () => {
  const reference = paymentReference('INV-A12-202412') ?? '';
  const call = `POST /api/payments/by-invoice/${reference}`;
  const figures = Promise.withResolvers<void>();
  const sent = answerCalls({
    ...answers,
    [SUMMARY]: () => figures.promise.then(() => Response.json(withSunil())),
    [call]: () => Response.json(paidAnswer()),
    [`${call}?dry_run=true`]: () => Response.json(paidAnswer()),
  });
  const { user } = openOffice('/make-payment?shop=A12');
  await screen.findByDisplayValue('A12 · Green Leaf Traders · Nimal Perera');
  const payer = screen.getByRole('combobox', { name: /^Shop/ });
  await user.clear(payer);
  await user.type(payer, reference);
  await screen.findByRole('option', { name: /^A12/ });
  await user.keyboard('{Enter}');
  await pay(user, '500');
  await user.click(await confirmButton());
  await waitFor(() => expect(sent.some((one) => one.call === call)).toBe(true));
  expect(sent.some((one) => one.call === PAY)).toBe(false);
  figures.resolve();
  await screen.findByText('Sunil Silva (shop A12) owes LKR 500.00.');
  await screen.findByDisplayValue('Sunil Silva · former tenant of A12, until 31 Dec 2024');
});

test('the next key after a shop was chosen belongs to the amount, although its figures are not there yet', {
  tags: ['slow'],
}, async () => {
  answerCalls({ ...answers, [SUMMARY]: () => new Promise<never>(() => {}) });
  const { user } = openOffice('/make-payment');
  await screen.findByPlaceholderText('Search by ID, name or tenant');
  const shop = screen.getByRole('combobox', { name: /^Shop/ });
  await user.type(shop, 'nimal');
  await screen.findByRole('option', { name: /^A12/ });
  await user.keyboard('{Enter}1,25,000{Tab}');
  expect(screen.getByLabelText(/^Amount/)).toHaveProperty('value', '125,000');
});

test('the date is today and the method cash unless chosen otherwise, among all six', {
  tags: ['slow'],
}, async () => {
  answerCalls(answers);
  openOffice('/make-payment?shop=A12');
  expect(await screen.findByLabelText(/^Payment date/)).toHaveProperty('value', formatOfficeDay(browserToday()));
  const method = screen.getByRole('combobox', { name: /^Payment method/ });
  expect(method).toHaveProperty('value', 'Cash');
  const names = offeredIn(method);
  expect(names).toEqual(['Cash', 'Bank Transfer', 'Cheque', 'Card', 'Online']);
});

test('what the shop owes and what it has paid are side by side', { tags: ['slow'] }, async () => {
  answerCalls(answers);
  openOffice('/make-payment?shop=A12');
  const details = await screen.findByRole('table', { name: 'Shop details' });
  within(details).getByText('Nimal Perera, 077 000 0001');
  within(details).getByText('LKR 11,980.00');
  expect((await screen.findAllByText('5,000.00')).length).toBeGreaterThan(0);
  expect(screen.getByRole('link', { name: 'Receipt payment 30' }).getAttribute('href')).toBe('/receipt/30');
  expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/payments');
});

test('the amount due is beside the field, and one press fills it in', { tags: ['slow'] }, async () => {
  answerCalls(answers);
  const { user } = openOffice('/make-payment?shop=A12');
  await screen.findByText('Nimal Perera (shop A12) owes LKR 11,980.00.');
  await user.click(screen.getByRole('button', { name: 'Pay in full' }));
  expect(await amount()).toHaveProperty('value', '11,980.00');
  expect(document.activeElement).toBe(await amount());
});

test('that the tenant owes nothing is said beside the field, and before the payment is confirmed', {
  tags: ['slow'],
}, async () => {
  const [tenancy] = summaryAnswer().shop.Tenancies;
  const paidUp = summaryAnswer({ total_owed: 0, Tenancies: tenancy ? [{ ...tenancy, amount_due: 0 }] : [] });
  const allCredit = { ...paidAnswer(), ...testEffect({ settled: [], still_owed: 0, balance_amount: 10_000 }) };
  answerCalls({
    ...answers,
    [SUMMARY]: () => Response.json(paidUp),
    [DRY_RUN]: () => Response.json(allCredit),
  });
  const { user } = openOffice('/make-payment?shop=A12');
  const beside = 'Nimal Perera (shop A12) owes nothing. Any payment will become credit for future charges.';
  await screen.findByText(beside);
  expect(screen.queryByRole('button', { name: 'Pay in full' })).toBeNull();
  await pay(user);
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText(/^Nimal Perera owes nothing\. The whole amount will become credit/);
});

test('while an amount is typed the page shows what it would cover, with one request after a pause', {
  tags: ['slow'],
}, async () => {
  const typed = '10000';
  const withFine = { ...paidAnswer(), ...testEffect({ new_fines: [octoberFine] }) };
  const sent = answerCalls({ ...answers, [DRY_RUN]: () => Response.json(withFine) });
  const { user } = openOffice('/make-payment?shop=A12');
  await user.type(await amount(), typed);
  await screen.findByText(SETTLES);
  screen.getByText(/^Fine of 3,000.00 on INV-A12-202610/);
  const asked = sent.filter(({ call }) => call === DRY_RUN).map(({ body }) => body);
  expect(asked.at(-1)).toEqual({
    amountPaid: 10_000,
    paymentMethod: 'Cash',
    paymentDate: browserToday(),
    do_not_charge: [],
  });
  // On a slow machine a pause may come between two keys too.
  expect(asked.length).toBeLessThan(typed.length);
});

test('a payment is confirmed with its figures, sent once with a key, and leads to its receipt', {
  tags: ['slow'],
}, async () => {
  const sent = answerCalls(answers);
  const { user } = openOffice('/make-payment?shop=A12');
  await pay(user);
  await screen.findByText('Confirm payment of LKR 10,000.00 via Cash?');
  screen.getByText(/Once recorded, the payment can be corrected or voided, but it stays on record/);
  const dialog = within(screen.getByRole('dialog'));
  await dialog.findByText(SETTLES);
  dialog.getByText('From Nimal Perera, shop A12');
  await user.click(await confirmButton());
  await screen.findByText('Payment processed successfully!');
  const posts = sent.filter(({ call }) => call === PAY);
  expect(posts.map(({ body }) => body)).toEqual([
    {
      amountPaid: 10_000,
      paymentMethod: 'Cash',
      paymentDate: browserToday(),
      do_not_charge: [],
      equal_payment_id: null,
    },
  ]);
  expect(posts[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
  expect((await screen.findByRole('link', { name: 'Receipt 31' })).getAttribute('href')).toBe('/receipt/31');
  expect(await amount()).toHaveProperty('value', '');
  await waitFor(() => expect(sent.filter(({ call }) => call === SUMMARY)).toHaveLength(2));
});

test('a cheque has a number, which is required, a bank and a date, and they are sent as typed', {
  tags: ['slow'],
}, async () => {
  const sent = answerCalls(answers);
  const { user } = openOffice('/make-payment?shop=A12');
  await user.type(await amount(), '10000');
  expect(screen.queryByLabelText(/^Cheque number/)).toBeNull();
  await user.selectOptions(screen.getByRole('combobox', { name: /^Payment method/ }), 'Cheque');
  await user.click(screen.getByRole('button', { name: 'Make payment' }));
  await screen.findByText('Enter the cheque number.');
  await user.type(screen.getByLabelText(/^Cheque number/), '00-45 12');
  await user.type(screen.getByLabelText('Bank'), 'Bank of Ceylon');
  await user.type(screen.getByLabelText('Cheque date'), '2036-01-01{Tab}');
  await user.click(screen.getByRole('button', { name: 'Make payment' }));
  await screen.findByText('The cheque date can be at most one year ahead.');
  await user.clear(screen.getByLabelText('Cheque date'));
  await user.click(screen.getByRole('button', { name: 'Make payment' }));
  await user.click(await confirmButton());
  await screen.findByText('Payment processed successfully!');
  expect(sent.find(({ call }) => call === PAY)?.body).toMatchObject({
    paymentMethod: 'Cheque',
    chequeNumber: '00-45 12',
    chequeBank: 'Bank of Ceylon',
  });
});

test('the next payment has another key', { tags: ['slow'] }, async () => {
  const sent = answerCalls(answers);
  const { user } = openOffice('/make-payment?shop=A12');
  for (const rupees of ['100', '200']) {
    await pay(user, rupees);
    await user.click(await confirmButton());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(async () => expect(await amount()).toHaveProperty('value', ''));
  }
  const keys = sent.filter(({ call }) => call === PAY).map(({ headers }) => headers.get('idempotency-key'));
  expect(new Set(keys).size).toBe(2);
});

/** A preview that contains an equal payment, which Kumari recorded at 10:30 in Colombo. */
function withEqual() {
  const recorded_at = instantOf(Date.parse('2026-11-20T05:00:00.000Z'));
  return { ...paidAnswer(), equal_payment: { payment_id: 30, recorded_at, received_by: 'Kumari' } };
}

test('an equal payment that was just recorded is shown, and recorded again only if that is confirmed', {
  tags: ['slow'],
}, async () => {
  const sent = answerCalls({ ...answers, [DRY_RUN]: () => Response.json(withEqual()) });
  const { user } = openOffice('/make-payment?shop=A12');
  await pay(user);
  const dialog = within(await screen.findByRole('dialog'));
  const shown = await dialog.findByText(/^The same payment was recorded on/);
  expect(shown.textContent).toBe(
    'The same payment was recorded on 20 Nov 2026, 10:30:00 by Kumari: payment 30 of LKR\u00a010,000.00, Cash.',
  );
  const confirm = dialog.getByRole('button', { name: 'Confirm payment' });
  await user.click(confirm);
  expect(sent.some(({ call }) => call === PAY)).toBe(false);
  await user.click(dialog.getByRole('checkbox', { name: 'This is another payment. Record it too.' }));
  await user.click(confirm);
  await waitFor(() => expect(sent.find(({ call }) => call === PAY)?.body).toMatchObject({ equal_payment_id: 30 }));
});

test('a cheque older than six months is asked about', { tags: ['slow'] }, async () => {
  const sent = answerCalls(answers);
  const { user } = openOffice('/make-payment?shop=A12');
  await user.selectOptions(await screen.findByRole('combobox', { name: /^Payment method/ }), 'Cheque');
  await user.type(screen.getByLabelText(/^Cheque number/), '004512');
  await user.type(screen.getByLabelText('Cheque date'), '2020-01-15{Tab}');
  await pay(user);
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText(/^The cheque is dated 15 Jan 2020, more than six months before the payment/);
  const confirm = dialog.getByRole('button', { name: 'Confirm payment' });
  await user.click(confirm);
  expect(sent.some(({ call }) => call === PAY)).toBe(false);
  await user.click(dialog.getByRole('checkbox', { name: 'Record this cheque all the same' }));
  await user.click(confirm);
  await waitFor(() => expect(sent.find(({ call }) => call === PAY)?.body).toMatchObject({ chequeDate: '2020-01-15' }));
});

test('a payment without an answer is sent again with the same key, without a question', {
  tags: ['slow'],
}, async () => {
  let tries = 0;
  const sent = answerCalls({
    ...answers,
    [DRY_RUN]: () => Response.json(tries === 0 ? paidAnswer() : withEqual()),
    [PAY]: () => {
      tries += 1;
      if (tries === 1) throw new TypeError('Failed to fetch');
      return Response.json(paidAnswer());
    },
  });
  const { user } = openOffice('/make-payment?shop=A12');
  await pay(user);
  await user.click(await confirmButton());
  expect((await screen.findByRole('alert')).textContent).toContain(
    'The server did not respond, so the payment may or may not have been recorded.',
  );
  await user.click(screen.getByRole('button', { name: 'Make payment' }));
  await user.click(await confirmButton());
  await screen.findByText('Payment processed successfully!');
  const [first, second] = sent.filter(({ call }) => call === PAY);
  expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
  expect(second?.body).toEqual(first?.body);
});

test('a form that was changed after its answer was lost shows that the first attempt was recorded', {
  tags: ['slow'],
}, async () => {
  answerCalls({ ...answers, [PAY]: () => refuse('key_reused') });
  const { user } = openOffice('/make-payment?shop=A12');
  await pay(user);
  await user.click(await confirmButton());
  expect((await screen.findByRole('alert')).textContent).toContain('already saved with the values you entered then');
});

test('a waived fine is named when the payment is sent', { tags: ['slow'] }, async () => {
  const withFine = { ...paidAnswer(), ...testEffect({ new_fines: [octoberFine] }) };
  const sent = answerCalls({ ...answers, [DRY_RUN]: () => Response.json(withFine) });
  const { user } = openOffice('/make-payment?shop=A12');
  await pay(user);
  await user.click(await screen.findByRole('checkbox', { name: /Waive the fine/ }));
  await waitFor(() =>
    expect(sent.filter(({ call }) => call === DRY_RUN).at(-1)?.body).toMatchObject({
      do_not_charge: ['INV-A12-202610'],
    }),
  );
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'The bank was closed');
  await waitFor(async () => expect((await confirmButton()).hasAttribute('aria-disabled')).toBe(false));
  await user.click(await confirmButton());
  await waitFor(() =>
    expect(sent.find(({ call }) => call === PAY)?.body).toMatchObject({
      do_not_charge: ['INV-A12-202610'],
      waive_reason: 'The bank was closed',
    }),
  );
});

test('a reload keeps what was typed for the same shop, and nothing once the payment is recorded', {
  tags: ['slow'],
}, async () => {
  answerCalls({ ...answers, 'GET /api/shops/shop-summary/B5': () => Response.json(summaryAnswer({ shop_id: 'B5' })) });
  const open = async (shop: string) => {
    const { user } = openOffice(`/make-payment?shop=${shop}`);
    await screen.findByText(/^Nimal Perera \(shop/);
    return user;
  };
  const reload = () => {
    dispatchEvent(new Event('pagehide'));
    cleanup();
  };
  const shown = async () => (await amount()) as HTMLInputElement;
  let user = await open('A12');
  await user.type(await amount(), '2500.50');
  await user.selectOptions(screen.getByRole('combobox', { name: /^Payment method/ }), 'Cheque');
  await user.type(screen.getByLabelText(/^Cheque number/), '004512');
  reload();
  await open('B5');
  expect((await shown()).value).toBe('');
  cleanup();
  user = await open('A12');
  await waitFor(async () => expect((await shown()).value).toBe('2,500.5'));
  expect(screen.getByLabelText<HTMLInputElement>(/^Cheque number/).value).toBe('004512');
  await user.click(screen.getByRole('button', { name: 'Make payment' }));
  await user.click(await confirmButton());
  await screen.findByRole('link', { name: 'Receipt 31' });
  reload();
  await open('A12');
  expect((await shown()).value).toBe('');
});

test('cancelling pays nothing, and the form is unchanged', { tags: ['slow'] }, async () => {
  const sent = answerCalls(answers);
  const { user } = openOffice('/make-payment?shop=A12');
  await pay(user, '75.5');
  await screen.findByRole('dialog');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await amount()).toHaveProperty('value', '75.5');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Make payment' })));
  expect(sent.filter(({ call }) => call === PAY)).toEqual([]);
});

test.each([
  ['', 'Enter the amount.'],
  ['0.99', 'The amount must be at least LKR 1.00.'],
])('an amount of %j is not accepted: %s', { tags: ['slow'] }, async (typed, sentence) => {
  const sent = answerCalls(answers);
  const { user } = openOffice('/make-payment?shop=A12');
  if (typed !== '') await user.type(await amount(), typed);
  await user.click(await screen.findByRole('button', { name: 'Make payment' }));
  await screen.findByText(sentence);
  expect(document.activeElement).toBe(await amount());
  expect(sent.some(({ call }) => call === PAY)).toBe(false);
});

test('without a shop nothing is sent', { tags: ['slow'] }, async () => {
  answerCalls(answers);
  const { user } = openOffice('/make-payment');
  await user.click(await screen.findByRole('button', { name: 'Make payment' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Choose a shop first.');
});

test('a failure without a message from the server has the wording of the specification', {
  tags: ['slow'],
}, async () => {
  answerCalls({ ...answers, [PAY]: () => new Response('', { status: 500 }) });
  const { user } = openOffice('/make-payment?shop=A12');
  await pay(user);
  await user.click(await confirmButton());
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to process payment. Please try again.');
});

test('an unknown shop is reported in place of its details', { tags: ['slow'] }, async () => {
  answerCalls({ ...answers, [SUMMARY]: () => refuse('shop_not_found') });
  openOffice('/make-payment?shop=A12');
  await screen.findByText('Failed to load shop details.');
});

test('a manager, who may only read, cannot open the page', async () => {
  signInAs('manager');
  answerCalls(answers);
  openOffice('/make-payment');
  await screen.findByRole('heading', { name: 'Not allowed' });
});

test.each([
  ['a page of a captive portal', () => new Response('<p>Sign in</p>', { headers: { 'content-type': 'text/html' } })],
  ['an empty answer', () => new Response(null, { status: 204 })],
])(
  '%s is not a success: the form is unchanged, and the retry has the same key',
  { tags: ['slow'] },
  async (_, answer) => {
    const sent = answerCalls({ ...answers, [PAY]: answer });
    const { user } = openOffice('/make-payment?shop=A12');
    await pay(user);
    await user.click(await confirmButton());
    expect((await screen.findByRole('alert')).textContent).toContain(
      'The server did not respond, so the payment may or may not have been recorded.',
    );
    expect(screen.queryByText('Payment processed successfully!')).toBeNull();
    expect(await amount()).toHaveProperty('value', '10,000');
    await user.click(screen.getByRole('button', { name: 'Make payment' }));
    await user.click(await confirmButton());
    await waitFor(() => expect(sent.filter(({ call }) => call === PAY)).toHaveLength(2));
    const [first, second] = sent
      .filter(({ call }) => call === PAY)
      .map(({ headers }) => headers.get('idempotency-key'));
    expect(second).toBe(first);
  },
);

test.each([
  [false, 'You can record payments for today only. Ask the office to record an earlier one.', 1],
  [true, 'You can record payments for today and yesterday only. Ask the office to record an earlier one.', 2],
])("a cashier's day is bounded, with yesterday allowed: %s", { tags: ['slow'] }, async (yesterday, sentence, back) => {
  signInAs('cashier');
  answerCalls({ ...answers, 'GET /api/settings/cashier-days': () => Response.json({ yesterday }) });
  const { user } = openOffice('/make-payment?shop=A12');
  await amount();
  const date = screen.getByLabelText(/^Payment date/);
  await user.clear(date);
  await user.type(date, `${addDays(browserToday(), -back)}{Tab}`);
  await screen.findByText(sentence);
  await user.clear(date);
  await user.type(date, `${addDays(browserToday(), 1 - back)}{Tab}`);
  await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
});
