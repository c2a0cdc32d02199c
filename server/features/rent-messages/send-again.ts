import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { lockRentMessage, queueAgain } from './queries.ts';

/** Queues a message again that failed, was left out or may not have arrived. */
export async function sendAgain(tx: Writer, context: ActionContext, id: number): Promise<void> {
  const row = await lockRentMessage(tx, id);
  if (!row) throw new Refusal('rent_message_not_found');
  const isFailed = row.recipient !== '' && (row.state === 'failed' || row.state === 'unknown');
  if (!isFailed) throw new Refusal('rent_message_not_failed');
  const { now } = context;
  await queueAgain(tx, id, { attempts: 0, at: now, changedAt: now });
  await writeAudit(tx, context, {
    type: 'Rent Message Sent Again',
    description: apiMessage('rent-messages.audit.again', { id: String(id) }),
  });
}
