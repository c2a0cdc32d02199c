import { dayOf } from '#billing/calendar.ts';
import { cents, writeDecimal } from '#billing/money.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { lockDataVersion } from '../../db/data-version.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { lockHeldCents } from '../cash/held-cash.ts';
import { lockCashSession } from '../cash/queries.ts';
import { findSessionOfHandover, lockHandover, updateHandover } from './handover-queries.ts';

interface Undoing {
  id: number;
  reason: string;
  isOwner: boolean;
}

/**
 * Undoes a hand-over or a float that was recorded wrongly, so that the keeper holds the cash again, or does not hold the
 * float.
 */
export async function undoHandover(tx: Writer, context: ActionContext, given: Undoing): Promise<void> {
  const { id, reason, isOwner } = given;
  const sessionId = await findSessionOfHandover(tx, id);
  const session = sessionId === null ? undefined : await lockCashSession(tx, sessionId);
  // Openings of shifts and hand-overs, which take from what a keeper holds, wait for each other.
  await lockDataVersion(tx);
  const handover = await lockHandover(tx, id);
  if (!handover) throw new Refusal('handover_not_found');
  if (handover.undone_at !== null) throw new Refusal('handover_undone');
  if (handover.banked_on !== null) throw new Refusal('handover_banked');
  if (session && session.closed_at !== null) throw new Refusal('handover_counted');
  const isReceiver = handover.received_by_id === (context.accountId ?? null);
  const isRecent = session !== undefined || dayOf(handover.received_at) === dayOf(context.now);
  const isFloat = handover.given_cents > 0;
  if (!isOwner && !(isReceiver && isRecent))
    throw new Refusal('handover_of_other', isFloat ? { message: apiMessage('gate.cash.float_of_other') } : {});
  if (handover.given_cents > (isFloat ? await lockHeldCents(tx, handover.account_id) : 0))
    throw new Refusal('float_used');
  await updateHandover(tx, id, { undone_at: context.now, undone_by: context.actor, undo_reason: reason });
  await writeAudit(tx, context, {
    type: 'Gate Hand-over Undone',
    description: apiMessage(isFloat ? 'gate.audit.float_undone' : 'gate.audit.handover_undone', {
      id: String(id),
      email: handover.keeper,
    }),
    oldValue: writeDecimal(isFloat ? handover.given_cents : handover.received_cents),
    newValue: writeDecimal(cents(0)),
    reason,
  });
}
