import { toPercent } from '#billing/money.ts';
import { message } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { applyDueRates } from './apply-due-rates.ts';
import { deleteRateToCome } from './queries.ts';

export async function cancelVatRate(tx: Writer, context: ActionContext, id: number): Promise<void> {
  await applyDueRates(tx, context);
  const dropped = await deleteRateToCome(tx, id);
  if (!dropped) throw new Refusal('vat_rate_not_found');
  await writeAudit(tx, context, {
    type: 'VAT Rate Changed',
    description: message('vat-rates.audit.cancelled', {
      rate: toPercent(dropped.basis_points),
      date: dropped.valid_from,
    }),
    oldValue: `${toPercent(dropped.basis_points)}%`,
  });
}
