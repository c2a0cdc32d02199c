import { type Day, dayNumber } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';

/** As many days as the bank may need: five working days. */
const DAYS_APART = 7;

interface Money {
  tenancy_id: number;
  cents: Cents;
  day: Day;
}

/** A payment of another month is not what the tenant claims to have paid, also if the amounts are equal. */
export function mayAnswer(claim: Money, payment: Money): boolean {
  const isSameMoney = claim.tenancy_id === payment.tenancy_id && claim.cents === payment.cents;
  return isSameMoney && daysApart(claim, payment) <= DAYS_APART;
}

export function daysApart(claim: Pick<Money, 'day'>, payment: Pick<Money, 'day'>): number {
  return Math.abs(dayNumber(claim.day) - dayNumber(payment.day));
}
