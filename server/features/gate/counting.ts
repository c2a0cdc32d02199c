import { type Day, dayOf } from '#billing/calendar.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { countGiven } from '../approvals/tally.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { refuseLaterDay } from '../cash/first-day.ts';
import { findCountingStart, insertCountingStart, sumUncounted } from './income-queries.ts';

/**
 * Sets the day from which tickets without a shift are to be counted. Throws the refusal `invalid_input` for a later day
 * than today.
 */
export async function setCountingDay(tx: Writer, context: ActionContext, from: Day | null): Promise<void> {
  const before = await findCountingStart(tx);
  if (from === before) return;
  refuseLaterDay(from, dayOf(context.now));
  await countSkipped(tx, context, { before, from });
  await insertCountingStart(tx, context, from);
  await writeAudit(tx, context, {
    type: 'Counting Day Set',
    description: apiMessage('gate.audit.counting_set'),
    ...(before !== null && { oldValue: before }),
    ...(from !== null && { newValue: from }),
  });
}

/**
 * Nobody has counted the cash of tickets that count as counted from now on, whoever issued them: it counts towards the
 * limit.
 */
async function countSkipped(
  tx: Writer,
  context: ActionContext,
  { before, from }: { before: Day | null; from: Day | null },
): Promise<void> {
  if (from === null) return;
  const cents = await sumUncounted(tx, { from: before, before: from });
  await countGiven(tx, context, { cents, shopId: '', tenant: '' });
}
