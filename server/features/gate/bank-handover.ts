import { type Day, dayOf } from '#billing/calendar.ts';
import { writeDecimal } from '#billing/money.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { badInput } from '../../http/core/read-request.ts';
import { countGiven } from '../approvals/tally.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { lockHandover, updateHandover } from './handover-queries.ts';

export async function bankHandover(
  tx: Writer,
  context: ActionContext,
  { id, day, isWitnessed }: { id: number; day: Day; isWitnessed?: boolean },
): Promise<void> {
  const handover = await lockHandover(tx, id);
  if (!handover) throw new Refusal('handover_not_found');
  if (handover.undone_at !== null) throw new Refusal('handover_undone');
  if (handover.banked_on !== null) throw new Refusal('handover_banked');
  if (handover.given_cents > 0)
    throw new Refusal('handover_not_found', { message: apiMessage('gate.cash.float_not_banked') });
  if (handover.session_id !== null) throw new Refusal('handover_in_drawer');
  const first = dayOf(handover.received_at);
  const last = dayOf(context.now);
  if (day < first || day > last) {
    const range = { first: { day: first }, last: { day: last } };
    throw badInput([{ field: 'banked_on', message: apiMessage('gate.cash.day_range', range) }]);
  }
  // Nobody else has seen the cash that its keeper or receiver says is in the bank.
  const isOwn = [handover.account_id, handover.received_by_id].includes(context.accountId ?? null);
  if (isOwn && !isWitnessed) await countGiven(tx, context, { cents: handover.received_cents, shopId: '', tenant: '' });
  await updateHandover(tx, id, {
    banked_on: day,
    banked_by: context.actor,
    banked_by_id: context.accountId ?? null,
  });
  await writeAudit(tx, context, {
    type: 'Cash Banked',
    description: apiMessage('gate.audit.cash_banked', { id: String(id), email: handover.received_by, day: { day } }),
    newValue: writeDecimal(handover.received_cents),
  });
}

/** Records that gate cash is to be banked again, because it was matched to the wrong line of a bank account. */
export async function reopenHandover(
  tx: Writer,
  context: ActionContext,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  const handover = await lockHandover(tx, id);
  if (!handover || handover.banked_on === null) return;
  await updateHandover(tx, id, { banked_on: null, banked_by: null, banked_by_id: null });
  await writeAudit(tx, context, {
    type: 'Cash Banked',
    description: apiMessage('gate.audit.cash_to_bank', { id: String(id), email: handover.received_by }),
    oldValue: writeDecimal(handover.received_cents),
    reason,
  });
}
