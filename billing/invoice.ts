/**
 * The charges and dates of an invoice (docs/rules.md, Charges of an invoice).
 *
 * Worked example with the 15th as due day: an invoice for October generated on 1 October is due on the 15th. One
 * generated on 7 November takes effect on 7 November and is due on the 21st.
 */
import {
  addDays,
  addMonths,
  type Day,
  dayInMonth,
  dayOf,
  firstDayOf,
  type Instant,
  type Month,
  startOfDay,
} from './calendar.ts';
import type { InvoiceEntry } from './ledger-entries.ts';
import { type Cents, percentOf, sumCents } from './money.ts';

/** An invoice generated late is due this many days after its generation. */
const GRACE_DAYS = 14;

export interface BilledAmounts {
  rentCents: Cents;
  operationFeeCents: Cents;
  otherCharges?: readonly { cents: Cents; isVatable: boolean }[];
}

/**
 * Computes VAT on rent, fee and the VATable other charges together, rounded once: 18% of 8,000.00 and 2,000.25 is
 * 1,800.05.
 */
export function billOf(amounts: BilledAmounts, vatRateBasisPoints: number) {
  const { rentCents, operationFeeCents } = amounts;
  return { rentCents, operationFeeCents, vatCents: percentOf(vatableOf(amounts), vatRateBasisPoints) };
}

/** Returns the sum on which VAT is computed. */
export function vatableOf({ rentCents, operationFeeCents, otherCharges = [] }: BilledAmounts): Cents {
  const vatable = otherCharges.filter(({ isVatable }) => isVatable);
  return sumCents([rentCents, operationFeeCents, ...vatable.map(({ cents: amount }) => amount)]);
}

/**
 * Returns the first instant of a month in Colombo, which the API also returns as `createdAt` of the month's invoice.
 */
export function startOfMonth(month: Month): Instant {
  return startOfDay(dayInMonth(month, 1));
}

/**
 * Returns the instant at which an invoice takes effect: the start of its month, or the time of its generation if that
 * is later.
 */
export function invoiceEffectiveAt(month: Month, generatedAt: Instant): Instant {
  const start = startOfMonth(month);
  return start > generatedAt ? start : generatedAt;
}

/** Returns the day to which a bill belongs: that of its generation, but always one of its month. */
export function dayOfBill(month: Month, generatedOn: Day): Day {
  const first = firstDayOf(month);
  const last = addDays(addMonths(first, 1), -1);
  if (generatedOn < first) return first;
  return generatedOn < last ? generatedOn : last;
}

/**
 * Returns the due day of an invoice: the due day of its month. An invoice generated after the 1st is due no earlier
 * than 14 days after its generation.
 */
export function dueDayOf({
  month,
  generatedAt,
  rentDueDay,
}: Pick<InvoiceEntry, 'month' | 'generatedAt' | 'rentDueDay'>): Day {
  const generatedOn = dayOf(generatedAt);
  const ofMonth = dayInMonth(month, rentDueDay);
  const ofGrace = addDays(generatedOn, GRACE_DAYS);
  return generatedOn > firstDayOf(month) && ofGrace > ofMonth ? ofGrace : ofMonth;
}

/**
 * Returns the number of an invoice: INV-{shop_id}-{YYYYMM}, with `-2` for the second tenancy that is billed for the
 * month.
 */
export function invoiceNumber(shopId: string, month: Month, place = 1): string {
  return `INV-${shopId}-${month.replace('-', '')}${place > 1 ? `-${place}` : ''}`;
}
