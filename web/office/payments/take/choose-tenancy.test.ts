import { expect, test } from 'vitest';
import { day } from '#billing/calendar.ts';
import { summaryAnswer, testTenancy } from '#web/testing/payments.ts';
import { findPayer } from './choose-tenancy.ts';

const tenancy = {
  ...testTenancy(),
  tenancy_id: 4,
  tenant_name: 'Nimal Perera',
  started_on: day('2025-01-01'),
  ended_on: null,
  balance_amount: 0,
  amount_due: 0,
};
const former = (tenancy_id: number, amount_due: number) => ({
  ...tenancy,
  tenancy_id,
  amount_due,
  ended_on: day('2026-06-30'),
});
const payerOf = (...Tenancies: (typeof tenancy | ReturnType<typeof former>)[]) =>
  findPayer(summaryAnswer({ Tenancies }).shop)?.tenancyId;

test('a payment is of the current tenant, although a former one owes', () => {
  expect(payerOf(tenancy, former(3, 500))).toBe(4);
});

test('in a vacant shop it is of the latest tenant who owes, else of the latest', () => {
  expect(payerOf(former(6, 0), former(5, 20), former(3, 500))).toBe(5);
  expect(payerOf(former(6, 0), former(5, 0))).toBe(6);
});

test('a shop that was never let has no payer', () => {
  expect(payerOf()).toBeUndefined();
});
