/**
 * The charges and dates of an invoice (docs/rules.md, Charges of an invoice).
 *
 * Worked example: an invoice for October generated on 1 October is due on the 15th. One generated on 7 November takes
 * effect on 7 November and is due on the 21st.
 */
import { addDays, type Day, dayInMonth, dayOf, type Instant, type Month, startOfDay } from './calendar.ts';
import type { InvoiceEntry } from './ledger-entries.ts';
import { type Cents, percentOf, sumCents } from './money.ts';

/** The due day itself is in time. */
const RENT_DUE_DAY = 15;
/** An invoice generated late is due this many days after its generation. */
const GRACE_DAYS = 14;

/** The charges of an invoice, in the order in which they are paid. */
export type ChargeKind = 'VAT' | 'OperationFee' | 'Rent' | 'Fine';

/**
 * Returns the charges of an invoice. VAT is on rent and fee together, rounded once: 18% of 8,000.00 and 2,000.25 is
 * 1,800.05.
 */
export function billOf(rentCents: Cents, operationFeeCents: Cents, vatRateBasisPoints: number) {
  const vatCents = percentOf(sumCents([rentCents, operationFeeCents]), vatRateBasisPoints);
  return { rentCents, operationFeeCents, vatCents };
}

/** Returns the first instant of a month in Colombo: `createdAt` of its invoice in the API. */
export function startOfMonth(month: Month): Instant {
  return startOfDay(dayInMonth(month, 1));
}

/** Returns when an invoice takes effect: at the start of its month, or at its generation if that is later. */
export function invoiceEffectiveAt(month: Month, generatedAt: Instant): Instant {
  const start = startOfMonth(month);
  return start > generatedAt ? start : generatedAt;
}

/** Returns the last day on which rent is in time: the 15th, or 14 days after generation if that is later. */
export function dueDayOf({ month, generatedAt }: Pick<InvoiceEntry, 'month' | 'generatedAt'>): Day {
  const ofMonth = dayInMonth(month, RENT_DUE_DAY);
  const ofGrace = addDays(dayOf(generatedAt), GRACE_DAYS);
  return ofMonth > ofGrace ? ofMonth : ofGrace;
}

/** Returns the id of a shop's invoice: INV-{shop_id}-{YYYYMM}. */
export function invoiceNumber(shopId: string, month: Month): string {
  return `INV-${shopId}-${month.replace('-', '')}`;
}
