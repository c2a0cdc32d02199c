import { cents, writeDecimal } from '#billing/money.ts';
import type { BankedPart } from '#contract/cash.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { lockCashSession, updateCashSession } from './queries.ts';

/** Records that cash of a session is to be banked again, because it was matched to the wrong line of a bank account. */
export async function reopenBanking(
  tx: Writer,
  context: ActionContext,
  { id, part, reason }: { id: number; part: BankedPart; reason: string },
): Promise<void> {
  const session = await lockCashSession(tx, id);
  if (!session) return;
  const kept = session.kept_cents ?? cents(0);
  const amount = part === 'kept' ? kept : cents((session.counted_cents ?? 0) - kept);
  await updateCashSession(
    tx,
    id,
    part === 'kept' ? { kept_banked_on: null, kept_banked_by: null } : { banked_on: null, banked_by: null },
  );
  await writeAudit(tx, context, {
    type: 'Cash Banked',
    description: apiMessage(part === 'kept' ? 'cash.audit.kept_to_bank' : 'cash.audit.to_bank', {
      id: String(id),
      email: session.opened_by,
    }),
    oldValue: writeDecimal(amount),
    reason,
  });
}
