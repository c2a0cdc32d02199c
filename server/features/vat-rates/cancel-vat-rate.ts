import { toPercent } from '#billing/money.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { applyDueRates } from './apply-due-rates.ts';
import { deleteScheduledRate } from './queries.ts';

export async function cancelVatRate(tx: Writer, context: ActionContext, id: number): Promise<void> {
  await applyDueRates(tx, context);
  const cancelled = await deleteScheduledRate(tx, id);
  if (!cancelled) throw new Refusal('vat_rate_not_found');
  await writeAudit(tx, context, {
    type: 'VAT Rate Changed',
    description: apiMessage('vat-rates.audit.cancelled', {
      rate: toPercent(cancelled.basis_points),
      date: cancelled.valid_from,
    }),
    oldValue: `${toPercent(cancelled.basis_points)}%`,
  });
}
