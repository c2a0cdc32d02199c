import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { instantOf } from '#billing/calendar.ts';
import { offeredIn } from '#web/testing/fast-user.ts';
import { answerCalls, openOffice, refuse, signInAs } from '#web/testing/office.tsx';
import { listOf, removedAnswer, testPayment, testVoidMark } from '#web/testing/payments.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';

const YEAR = Number(browserToday().slice(0, 4));
const LIST = 'GET /api/payments/payments';
const DELETE = 'DELETE /api/systemsetting/payment/31';
const correction = testPayment({
  payment_id: 32,
  amount_paid: -500,
  corrected_amount: -500,
  corrects_payment_id: 31,
  payment_method: 'Correction Made',
  note: 'Counted twice',
});
const onion = testPayment({
  payment_id: 40,
  shop_id: 'B7',
  shop_name: 'Hill Country Onions',
  tenant_name: 'Sunil Silva',
  amount_paid: 250.5,
  corrected_amount: 250.5,
  invoice_id: 'INV-B7-202611',
});
const list = () => Response.json(listOf([onion, correction, testPayment({ corrected_amount: 9500 })]));
const answers = {
  [`${LIST}?year=${YEAR}`]: list,
  [`${DELETE}?dry_run=true`]: () => Response.json(removedAnswer()),
  [DELETE]: () => Response.json(removedAnswer()),
};

beforeEach(() => signInAs('admin'));

const cellsOf = (text: string | RegExp) =>
  within(screen.getByText(text).closest('tr') as HTMLElement)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

test("this year's payments are listed with all their details, and their total", { tags: ['slow'] }, async () => {
  answerCalls(answers);
  openOffice('/view-payments');
  await screen.findByRole('heading', { name: 'All Payments' });
  await screen.findByText('Hill Country Onions');
  expect(cellsOf('Hill Country Onions').slice(1, 10)).toEqual([
    '18 Nov 2026No. 40 · Cash · INV-B7-202611',
    '40',
    'B7',
    'Hill Country Onions',
    'Sunil Silva',
    '250.50',
    'Cash',
    'INV-B7-202611',
    '',
  ]);
  screen.getByText('9,750.50');
});

test('a correction is marked with the payment it corrects, and that payment shows its actual amount', {
  tags: ['slow'],
}, async () => {
  answerCalls(answers);
  openOffice('/view-payments');
  await screen.findByText('Correction to payment 31: Counted twice');
  screen.getByText('corrected to LKR 9,500.00');
  expect(screen.getByRole('link', { name: 'Receipt the correction to payment 31' }).getAttribute('href')).toBe(
    '/receipt/31',
  );
});

test('the year is this one or one of the four before, or all; year and month are in the URL', {
  tags: ['slow'],
}, async () => {
  const sent = answerCalls({
    ...answers,
    [`${LIST}?year=${YEAR - 1}`]: list,
    [`${LIST}?year=${YEAR - 1}&month=3`]: list,
    [LIST]: list,
    [`${LIST}?month=12`]: list,
  });
  const { user, address } = openOffice('/view-payments');
  const choose = async (filter: string, name: string) => {
    await user.selectOptions(screen.getByRole('combobox', { name: filter }), name);
  };
  await screen.findByText('Hill Country Onions');
  const years = offeredIn(screen.getByRole('combobox', { name: 'Year' }));
  expect(years).toEqual([YEAR, YEAR - 1, YEAR - 2, YEAR - 3, YEAR - 4].map(String).concat('All Years'));
  await choose('Year', String(YEAR - 1));
  await choose('Month', 'March');
  await waitFor(() => expect(address()).toBe(`/view-payments?year=${YEAR - 1}&month=3`));
  await waitFor(() => expect(sent.at(-1)?.call).toBe(`${LIST}?year=${YEAR - 1}&month=3`));
  await choose('Month', 'All Months');
  await choose('Year', 'All Years');
  await waitFor(() => expect(sent.at(-1)?.call).toBe(LIST));
  await choose('Month', 'December');
  await waitFor(() => expect(sent.at(-1)?.call).toBe(`${LIST}?month=12`));
  expect(address()).toBe('/view-payments?year=all&month=12');
});

test('a pasted URL with year, month and search shows the same list', { tags: ['slow'] }, async () => {
  answerCalls({ [`${LIST}?year=${YEAR - 2}&month=11`]: list });
  openOffice(`/view-payments?year=${YEAR - 2}&month=11&search=onion`);
  await screen.findByText('Hill Country Onions');
  expect(screen.queryByText(/^Correction of/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Export to Excel' }).title).toBe('Download 1 row as Payments.xlsx');
});

test('the list of a cash day shows what a person received, says what was voided later, and filters by other days again', {
  tags: ['slow'],
}, async () => {
  const ofDay = (name: string, is_voided_later = false) => ({
    cash_day: { email: `${name}@example.com`, name, is_voided_later },
  });
  const later = testPayment({ payment_id: 41, amount_paid: 90, ...testVoidMark, ...ofDay('kumari', true) });
  const rows = [
    { ...onion, ...ofDay('kumari') },
    { ...correction, ...ofDay('kumari') },
    later,
    testPayment(ofDay('nimal')),
  ];
  const sent = answerCalls({ ...answers, [`${LIST}?received=2026-11-18`]: () => Response.json(listOf(rows)) });
  const { user, address } = openOffice('/view-payments?received=2026-11-18&by=kumari%40example.com');
  await screen.findByText('Hill Country Onions');
  screen.getByText('-249.50');
  screen.getByText(/^LKR 90.00 of this was voided later/);
  expect(offeredIn(screen.getByRole('combobox', { name: 'Received by' }))).toEqual(['Everyone', 'kumari', 'nimal']);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Days by' }), 'By payment date');
  await waitFor(() => expect(sent.at(-1)?.call).toBe(`${LIST}?year=${YEAR}`));
  expect(address()).toBe('/view-payments?by=kumari%40example.com');
});

test('a list that cannot be loaded is reported', async () => {
  answerCalls({ [`${LIST}?year=${YEAR}`]: () => refuse('internal') });
  openOffice('/view-payments');
  await screen.findByText('Failed to fetch payments. Please try again.');
});

async function remove(user: UserEvent) {
  await user.click(await screen.findByRole('button', { name: 'Fix payment 31' }));
  await user.click(await screen.findByRole('button', { name: /^Void payment/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Void payment 31?' }));
  await dialog.findByText(/^VAT for Oct 2026/);
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Recorded twice');
  await user.click(dialog.getByRole('button', { name: 'Void payment' }));
}

test('voiding shows its effect on the ledger, takes a reason, and the list is loaded again', {
  tags: ['slow'],
}, async () => {
  const sent = answerCalls(answers);
  const { user } = openOffice('/view-payments');
  await remove(user);
  await screen.findByText('Payment 31 is void.');
  expect(sent.find(({ call }) => call === DELETE)?.body).toEqual({ reason: 'Recorded twice', do_not_charge: [] });
  await waitFor(() => expect(sent.filter(({ call }) => call.startsWith(LIST))).toHaveLength(2));
});

test('a refused voiding shows the message of the server', { tags: ['slow'] }, async () => {
  answerCalls({ ...answers, [DELETE]: () => refuse('payment_not_found') });
  const { user } = openOffice('/view-payments');
  await remove(user);
  await screen.findByText('Failed to delete payment. Payment not found.');
});

test('a voiding whose answer is lost is not called failed, and the next try has the same key', {
  tags: ['slow'],
}, async () => {
  let lost = true;
  const sent = answerCalls({
    ...answers,
    [DELETE]: () => {
      if (!lost) return Response.json(removedAnswer());
      lost = false;
      throw new TypeError('Failed to fetch');
    },
  });
  const { user } = openOffice('/view-payments');
  await remove(user);
  await screen.findByText(/^The server did not respond, so this may or may not/);
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Void payment' }));
  await screen.findByText('Payment 31 is void.');
  const [first, second] = sent
    .filter(({ call }) => call === DELETE)
    .map(({ headers }) => headers.get('idempotency-key'));
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).toBe(first);
});

test('days, method, receiver and amount filter the list and its sum, and are in the URL', {
  tags: ['slow'],
}, async () => {
  const cheque = testPayment({
    payment_id: 60,
    amount_paid: 100_000,
    corrected_amount: 100_000,
    payment_method: 'Cheque',
    cheque_number: '00-4512',
    recorded_by: 'saman@example.com',
    received_by: 'Saman',
  });
  answerCalls({ [`${LIST}?year=2026`]: () => Response.json(listOf([onion, cheque])) });
  const { user, address } = openOffice('/view-payments?from=2026-11-18&to=2026-11-18');
  await screen.findByText('100,250.50');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Method' }), 'Cheque');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Received by' }), 'Saman');
  await user.type(screen.getByRole('searchbox', { name: 'Amount' }), '100,000');
  await waitFor(() =>
    expect(address()).toBe(
      '/view-payments?from=2026-11-18&to=2026-11-18&method=Cheque&by=saman%40example.com&amount=100%2C000',
    ),
  );
  await waitFor(() => expect(screen.queryByText('Hill Country Onions')).toBeNull());
  expect(screen.getAllByText('100,000.00')).toHaveLength(2);
  screen.getByText('Cheque 00-4512');
});

test('a search for an unreadable amount is reported, and hides no payments', { tags: ['slow'] }, async () => {
  answerCalls(answers);
  const { user } = openOffice('/view-payments');
  await screen.findByText('Hill Country Onions');
  await user.type(screen.getByRole('searchbox', { name: 'Amount' }), '1e5');
  await screen.findByText(/^"1e5" could not be read/);
  screen.getByText('Hill Country Onions');
});

test('the list is labelled as by day of payment, and links to the income by month of invoice and back', {
  tags: ['slow'],
}, async () => {
  answerCalls({ [`${LIST}?year=2026&month=11`]: list });
  openOffice('/view-payments?year=2026&month=11');
  await screen.findByText(/^These payments are listed by payment date/);
  const link = screen.getByRole('link', { name: 'Income by month of invoice' });
  expect(link.getAttribute('href')).toBe('/admin-dashboard?year=2026&month=11');
});

test.each(['18 Nov 2026', '2026-11-18', '100,000', '100000.00', '00-4512', '60'])(
  '%j finds a cheque',
  {
    tags: ['slow'],
  },
  async (search) => {
    const facts = { amount_paid: 100_000, payment_method: 'Cheque', cheque_number: '00-4512' } as const;
    const other = testPayment({ payment_id: 18, payment_date: instantOf(Date.parse('2026-11-03T05:30:00.000Z')) });
    const rows = [testPayment({ payment_id: 60, ...facts }), other];
    answerCalls({ [`${LIST}?year=${YEAR}`]: () => Response.json(listOf(rows)) });
    openOffice(`/view-payments?search=${encodeURIComponent(search)}`);
    await screen.findByText('60');
    expect(screen.getByRole('button', { name: 'Export to Excel' }).title).toBe('Download 1 row as Payments.xlsx');
  },
);

test('a voiding that fails without a message shows only that it failed', { tags: ['slow'] }, async () => {
  answerCalls({ ...answers, [DELETE]: () => new Response('', { status: 500 }) });
  const { user } = openOffice('/view-payments');
  await remove(user);
  await screen.findByText('Failed to delete payment.');
});

test('a manager sees payments and receipts, and no buttons to change them', { tags: ['slow'] }, async () => {
  signInAs('manager');
  answerCalls(answers);
  openOffice('/view-payments');
  await screen.findByRole('link', { name: 'Receipt payment 31' });
  expect(screen.queryByRole('button', { name: /^(Void|Fix)/ })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Make a payment' })).toBeNull();
});

test('the switch adds void payments, marked and not counted, and is in the URL', { tags: ['slow'] }, async () => {
  const voided = { ...testPayment({ payment_id: 50, amount_paid: 999, corrected_amount: 999 }), ...testVoidMark };
  const sent = answerCalls({
    ...answers,
    [`${LIST}?year=${YEAR}&voided=true`]: () => Response.json(listOf([voided, onion])),
  });
  const { user, address } = openOffice('/view-payments');
  await screen.findByText('Hill Country Onions');
  expect(screen.queryByText('VOID')).toBeNull();
  await user.click(screen.getByRole('switch', { name: 'Show voided payments' }));
  await screen.findByText('VOID');
  expect(address()).toBe('/view-payments?voided=true');
  expect(sent.at(-1)?.call).toBe(`${LIST}?year=${YEAR}&voided=true`);
  expect(cellsOf('VOID')[6]).toBe('VOID999.00');
  expect(cellsOf('VOID')[9]).toBe('Paid by another shopVoided on 20 Nov 2026 by saman@example.com');
  expect(screen.getAllByText('250.50')).toHaveLength(2);
});
