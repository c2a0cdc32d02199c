import { addMonths, dayOf, firstDayOf, type Month, monthOf } from '#billing/calendar.ts';
import { toPercent } from '#billing/money.ts';
import type { RentRules } from '#billing/rent-rules.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { lockDataVersion } from '../../db/data-version.ts';
import { badInput } from '../../http/core/read-request.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { describeRentRules } from './present.ts';
import { findRentRules, putRentRules } from './queries.ts';

const FURTHEST_MONTHS = 60;

/** Returns false when the rules already apply in this month. */
export async function setRentRules(
  tx: Writer,
  context: ActionContext,
  { month, rules }: { month: Month; rules: RentRules },
): Promise<boolean> {
  const thisMonth = monthOf(dayOf(context.now));
  refuseMonth(month, thisMonth);
  await lockDataVersion(tx);
  const before = await findRentRules(tx, month);
  const [oldValue, newValue] = [before, rules].map(describeRentRules) as [string, string];
  if (month === thisMonth && oldValue === newValue) return false;
  const { rentDueDay, fineBasisPoints } = rules;
  await putRentRules(tx, {
    from_month: month,
    rent_due_day: rentDueDay,
    fine_basis_points: fineBasisPoints,
    set_by: context.actor,
    set_at: context.now,
  });
  await writeAudit(tx, context, {
    type: 'Rent Rules Changed',
    description: apiMessage('rent-rules.audit.set', {
      month: { month },
      day: rentDueDay,
      rate: toPercent(fineBasisPoints),
    }),
    oldValue,
    newValue,
  });
  return true;
}

function refuseMonth(month: Month, first: Month): void {
  const last = monthOf(addMonths(firstDayOf(first), FURTHEST_MONTHS));
  if (month >= first && month <= last) return;
  const range = { first: { month: first }, last: { month: last } };
  throw badInput([{ field: 'from_month', message: apiMessage('rent-rules.set.month_range', range) }]);
}
