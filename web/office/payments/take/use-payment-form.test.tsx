import { expect, test } from 'vitest';
import { addDays } from '#billing/calendar.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { type PaymentValues, validatePayment, validateReference } from './use-payment-form.ts';

test.each([
  ['shop', 'A12', true],
  ['shop', 'A 12', false],
  ['invoice', 'INV-A12-202611', true],
  ['invoice', 'inv-B-7-202611', true],
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
