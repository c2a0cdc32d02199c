import { dayOf, type Month, monthOf } from '#billing/calendar.ts';
import { toPercent } from '#billing/money.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { describeRentRules } from './present.ts';
import { deleteRentRules, findRentRules } from './queries.ts';

export async function cancelRentRules(tx: Writer, context: ActionContext, month: Month): Promise<void> {
  const cancelled = month > monthOf(dayOf(context.now)) ? await deleteRentRules(tx, month) : undefined;
  if (!cancelled) throw new Refusal('rent_rules_not_found');
  const { rent_due_day: rentDueDay, fine_basis_points: fineBasisPoints } = cancelled;
  await writeAudit(tx, context, {
    type: 'Rent Rules Changed',
    description: apiMessage('rent-rules.audit.cancelled', {
      month: { month },
      day: rentDueDay,
      rate: toPercent(fineBasisPoints),
    }),
    oldValue: describeRentRules({ rentDueDay, fineBasisPoints }),
    newValue: describeRentRules(await findRentRules(tx, month)),
  });
}
