import { addMonths, dayOf, firstDayOf, type Month, monthOf } from '#billing/calendar.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader } from '../../db/connect.ts';
import { badInput } from '../../http/core/read-request.ts';
import { type InvoiceRow, listLedgerInvoices } from '../ledger/queries.ts';
import type { TenancyRow } from '../tenants/queries.ts';

const MONTHS_AHEAD = 12;

/**
 * Returns the requested month, by default the first unbilled month from now on. Refuses a month that is billed, outside
 * the tenancy, or more than 12 months ahead.
 */
export async function chooseMonth(
  db: Reader,
  context: ActionContext,
  { tenancy, month }: { tenancy: TenancyRow; month?: Month | undefined },
): Promise<Month> {
  const invoices = await listLedgerInvoices(db, tenancy);
  const next = nextMonth(tenancy, invoices, context);
  if (month === undefined) {
    if (next === undefined) throw new Refusal('tenancy_ended');
    return next;
  }
  const first = monthOf(tenancy.started_on);
  const last = lastMonth(tenancy, context);
  if (month < first || month > last) refuse('other-charges.month_range', { first, last });
  const billed = invoices.find((invoice) => invoice.month === month);
  if (billed) refuse('other-charges.month_billed', { month: { month }, number: billed.number });
  return month;
}

function refuse(
  key: 'other-charges.month_range' | 'other-charges.month_billed',
  values: Parameters<typeof apiMessage>[1],
): never {
  throw badInput([{ field: 'month_year', message: apiMessage(key, values) }]);
}

/** Returns the month that is billed next; undefined when every month of a former tenancy is billed. */
export function nextMonth(
  tenancy: TenancyRow,
  invoices: readonly Pick<InvoiceRow, 'month'>[],
  { now }: Pick<ActionContext, 'now'>,
): Month | undefined {
  const first = monthOf(tenancy.started_on);
  const last = lastMonth(tenancy, { now });
  const today = monthOf(dayOf(now));
  const billed = new Set(invoices.map(({ month }) => month));
  let month = today < first ? first : today > last ? last : today;
  while (billed.has(month)) month = monthOf(addMonths(firstDayOf(month), 1));
  return tenancy.ended_on !== null && month > last ? undefined : month;
}

function lastMonth({ ended_on }: TenancyRow, { now }: Pick<ActionContext, 'now'>): Month {
  return monthOf(ended_on ?? addMonths(firstDayOf(monthOf(dayOf(now))), MONTHS_AHEAD));
}
