/**
 * The bill of a shop for a month: VAT on rent and operation fee together, the fee, the rent (books.md, Charges).
 *
 * Worked example: rent Rs. 8,000.00, fee Rs. 2,000.25, VAT 18 %: VAT is Rs. 1,800.05, the bill Rs. 11,800.30. Generated on
 * 1 October it is due on the 15th; generated for October on 7 November it stands from 7 November and is due on the 21st.
 */
import { addDays, type Day, dayInMonth, dayOf, type Instant, type Month, startOfDay } from './calendar.ts';
import type { InvoiceEntry } from './ledger-entries.ts';
import { type Cents, percentOf, sumCents } from './money.ts';

/** Rent is due on this day of its month; the day itself is in time. */
const RENT_DUE_DAY = 15;
/** Nobody is late for a bill until this many days after it was made. */
const GRACE_DAYS = 14;

/** The parts of an invoice, in the order in which money fills them. */
export type ChargeKind = 'VAT' | 'OperationFee' | 'Rent' | 'Fine';

/** What an invoice asks for, from the shop's rates at the moment of generation. */
export function billOf(rentCents: Cents, operationFeeCents: Cents, vatRateBasisPoints: number) {
  const vatCents = percentOf(sumCents([rentCents, operationFeeCents]), vatRateBasisPoints);
  return { rentCents, operationFeeCents, vatCents };
}

/** The first instant of a month in Colombo: `createdAt` of its invoice on the wire. */
export function startOfMonth(month: Month): Instant {
  return startOfDay(dayInMonth(month, 1));
}

/** When an invoice counts: from the start of its month, but not before it was really made. */
export function invoiceEffectiveAt(month: Month, generatedAt: Instant): Instant {
  const start = startOfMonth(month);
  return start > generatedAt ? start : generatedAt;
}

/** The last day on which the rent of an invoice is in time: the 15th, or 14 days after it was made if that is later. */
export function dueDayOf({ month, generatedAt }: Pick<InvoiceEntry, 'month' | 'generatedAt'>): Day {
  const ofMonth = dayInMonth(month, RENT_DUE_DAY);
  const ofGrace = addDays(dayOf(generatedAt), GRACE_DAYS);
  return ofMonth > ofGrace ? ofMonth : ofGrace;
}

/** The id of a shop's invoice of a month: INV-{shop_id}-{YYYYMM}. */
export function invoiceNumber(shopId: string, month: Month): string {
  return `INV-${shopId}-${month.replace('-', '')}`;
}
