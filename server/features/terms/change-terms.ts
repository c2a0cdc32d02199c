import { addMonths, dayOf, firstDayOf, type Month, monthOf } from '#billing/calendar.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { findCurrentTenancyId, insertTerms, listBilledMonths, type TermAmounts } from './queries.ts';

/**
 * Changes the terms of the current tenancy. By default they change from the first unbilled month that is not before the
 * current one. Issued invoices keep their terms (docs/rules.md, Charges of an invoice).
 */
export async function changeTerms(
  tx: Writer,
  context: ActionContext,
  { shop, amounts, from, reason }: { shop: { id: number }; amounts: TermAmounts; from?: Month; reason: string },
): Promise<void> {
  const tenancyId = await findCurrentTenancyId(tx, shop.id);
  if (tenancyId === undefined) return;
  const month = from ?? (await firstUnbilledMonth(tx, tenancyId, monthOf(dayOf(context.now))));
  await insertTerms(tx, context, { tenancyId, validFrom: firstDayOf(month), amounts, reason });
}

async function firstUnbilledMonth(db: Reader, tenancyId: number, from: Month): Promise<Month> {
  const billed = new Set(await listBilledMonths(db, tenancyId, from));
  let month = from;
  while (billed.has(month)) month = monthOf(addMonths(firstDayOf(month), 1));
  return month;
}
