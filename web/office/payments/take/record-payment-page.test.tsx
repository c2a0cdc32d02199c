import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { addDays } from '#billing/calendar.ts';
import { offeredIn } from '#web/testing/fast-user.ts';
import { answerCalls, findEnabledButton, openOffice, refuse, signInAs } from '#web/testing/office.tsx';
import { paidAnswer } from '#web/testing/payments.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { type PaymentValues, validatePayment, validateReference } from './use-payment-form.ts';

describe('record payment page', () => {
  const BY_SHOP = 'POST /api/payments/by-shop/A12';
  const BY_INVOICE = 'POST /api/payments/by-invoice/INV-A12-202610';
  const answers = {
    [BY_SHOP]: () => Response.json(paidAnswer()),
    [`${BY_SHOP}?dry_run=true`]: () => Response.json(paidAnswer()),
    [BY_INVOICE]: () => Response.json(paidAnswer({ invoice_id: 'INV-A12-202610' })),
    [`${BY_INVOICE}?dry_run=true`]: () => Response.json(paidAnswer({ invoice_id: 'INV-A12-202610' })),
  };

  beforeEach(() => signInAs('admin'));

  const reference = () => screen.findByRole('textbox', { name: /^Reference ID/ });
  const amount = () => screen.getByRole('textbox', { name: /^Amount paid/ });
  const date = () => screen.getByLabelText(/^Payment date/);
  const record = () => screen.getByRole('button', { name: 'Record payment' });

  async function fillIn(user: UserEvent, referenceId: string, day: string = browserToday()) {
    await user.type(await reference(), referenceId);
    await user.type(amount(), '10000');
    await user.type(date(), day);
  }

  async function chooseInvoice(user: UserEvent) {
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Type' }), 'Invoice');
  }

  test('the form starts with cash and a shop, and offers every method', async () => {
    answerCalls(answers);
    openOffice('/record-payment');
    expect(await screen.findByRole('combobox', { name: 'Type' })).toHaveProperty('value', 'shop');
    const method = screen.getByRole('combobox', { name: /^Payment method/ });
    expect(method).toHaveProperty('value', 'Cash');
    const names = offeredIn(method);
    expect(names).toEqual(['Cash', 'Bank Transfer', 'Cheque', 'Card', 'Online']);
  });

  test('Enter moves from field to field', async () => {
    answerCalls(answers);
    const { user } = openOffice('/record-payment');
    await user.type(await reference(), 'A12{Enter}');
    expect(document.activeElement).toBe(amount());
  });

  test('a payment of a shop is recorded by its ID, once for two quick presses', { tags: ['slow'] }, async () => {
    const sent = answerCalls(answers);
    const { user } = openOffice('/record-payment');
    await fillIn(user, ' A12 ');
    await user.dblClick(record());
    await screen.findByText('Confirm payment of LKR 10,000.00 via Cash?');
    await user.dblClick(await findEnabledButton('Confirm payment'));
    await screen.findByText('Payment processed successfully!');
    const posts = sent.filter(({ call }) => call === BY_SHOP);
    expect(posts.map(({ body }) => body)).toEqual([
      {
        amountPaid: 10_000,
        paymentMethod: 'Cash',
        paymentDate: browserToday(),
        do_not_charge: [],
        equal_payment_id: null,
      },
    ]);
    expect(posts[0]?.headers.get('idempotency-key')).toBeTruthy();
    expect(await reference()).toHaveProperty('value', '');
    screen.getByRole('link', { name: 'Receipt 31' });
  });

  test('a payment of an invoice names it, and shows what it covers', { tags: ['slow'] }, async () => {
    const sent = answerCalls(answers);
    const { user } = openOffice('/record-payment');
    await chooseInvoice(user);
    await fillIn(user, 'INV-A12-202610');
    await screen.findByRole('row', { name: 'VAT for Oct 2026 1,980.00' });
    expect(sent.map(({ call }) => call)).toEqual([`${BY_INVOICE}?dry_run=true`]);
    await user.click(record());
    await user.click(await findEnabledButton('Confirm payment'));
    await waitFor(() => expect(sent.some(({ call }) => call === BY_INVOICE)).toBe(true));
  });

  test('another type clears the reference, which one button puts back; amount and date remain', {
    tags: ['slow'],
  }, async () => {
    answerCalls(answers);
    const { user } = openOffice('/record-payment');
    await fillIn(user, 'A12');
    await chooseInvoice(user);
    const values = async () => [await reference(), amount(), date()].map((field) => (field as HTMLInputElement).value);
    expect(await values()).toEqual(['', '10,000', formatOfficeDay(browserToday())]);
    screen.getByText('The reference “A12” was cleared, because the type changed.');
    await user.click(screen.getByRole('button', { name: 'Put back' }));
    expect(screen.queryByRole('button', { name: 'Put back' })).toBeNull();
    expect(await values()).toEqual(['A12', '10,000', formatOfficeDay(browserToday())]);
  });

  test('all fields are required, and the message disappears after four seconds', { tags: ['slow'] }, async () => {
    answerCalls(answers);
    const { user } = openOffice('/record-payment');
    await reference();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    await user.click(record());
    const sentence = 'All fields are required. Please complete the form.';
    await screen.findByText(sentence);
    expect(document.activeElement).toBe(await reference());
    await act(() => vi.advanceTimersByTimeAsync(3000));
    expect(screen.queryByText(sentence)).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(screen.queryByText(sentence)).toBeNull();
  });

  test('a future date is refused', { tags: ['slow'] }, async () => {
    const sent = answerCalls(answers);
    const { user } = openOffice('/record-payment');
    await fillIn(user, 'A12', addDays(browserToday(), 1));
    await user.click(record());
    await screen.findByText('Payment date cannot be in the future.');
    expect(sent.some(({ call }) => call === BY_SHOP)).toBe(false);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('the payment reference of a bill is recorded for its invoice, whatever the type', {
    tags: ['slow'],
  }, async () => {
    const call = 'POST /api/payments/by-invoice/A12-202610-63';
    const sent = answerCalls({ ...answers, [`${call}?dry_run=true`]: () => Response.json(paidAnswer()) });
    const { user } = openOffice('/record-payment');
    await fillIn(user, 'A12-202610-63');
    await user.click(record());
    await screen.findByText(/^This payment is for invoice A12-202610-63\./);
    expect(sent.map((one) => one.call)).toContain(`${call}?dry_run=true`);
  });

  test('a reference that cannot be an invoice is reported under its field', { tags: ['slow'] }, async () => {
    answerCalls(answers);
    const { user } = openOffice('/record-payment');
    await chooseInvoice(user);
    await fillIn(user, 'A12');
    await user.click(record());
    await screen.findByText(
      'Enter an invoice ID such as INV-A12-202611, or a payment reference such as A12-202611-60.',
    );
  });

  test("an unknown shop is reported in the dialog with the server's message, and cannot be confirmed", {
    tags: ['slow'],
  }, async () => {
    answerCalls({ ...answers, [`${BY_SHOP}?dry_run=true`]: () => refuse('shop_not_found') });
    const { user } = openOffice('/record-payment');
    await fillIn(user, 'A12');
    await user.click(record());
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText('Shop not found.');
    expect(screen.getByRole('button', { name: 'Confirm payment' }).getAttribute('aria-disabled')).toBe('true');
  });

  test('a failure without a message from the server says that the payment failed', { tags: ['slow'] }, async () => {
    answerCalls({ ...answers, [BY_SHOP]: () => new Response('', { status: 500 }) });
    const { user } = openOffice('/record-payment');
    await fillIn(user, 'A12');
    await user.click(record());
    await user.click(await findEnabledButton('Confirm payment'));
    await screen.findByText('Payment failed.');
  });
});

test.each([
  ['shop', 'A12', true],
  ['shop', 'A 12', false],
  ['invoice', 'INV-A12-202611', true],
  ['invoice', 'inv-B-7-202611', true],
  ['invoice', 'A12-202610-63', true],
  ['invoice', 'a12 202610 63', true],
  ['invoice', 'A12', false],
  ['invoice', '', false],
] as const)('%s reference %j is possible: %s', (type, reference, isValid) => {
  expect(validateReference({ type, reference }) === undefined).toBe(isValid);
});

const PAID: PaymentValues = {
  referenceId: 'A12',
  type: 'shop',
  amountPaid: 500,
  paymentMethod: 'Cash',
  chequeNumber: '',
  chequeBank: '',
  chequeDate: null,
  note: '',
  do_not_charge: [],
  paymentDate: null,
};

test.each(['make', 'record', 'summary'] as const)(
  'a payment of today is possible, one of tomorrow not: %s',
  (screen) => {
    const faultsOn = (days: number) =>
      validatePayment(
        screen,
        { ...PAID, paymentDate: addDays(browserToday(), days) },
        { type: 'shop', reference: 'A12' },
      );
    expect(faultsOn(0)).toEqual({});
    expect(faultsOn(1)).toHaveProperty('paymentDate');
  },
);
