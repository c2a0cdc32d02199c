import { dayOf } from '#billing/calendar.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { describePrices } from './present.ts';
import { deleteFutureTariff } from './queries.ts';

export async function cancelTariff(tx: Writer, context: ActionContext, id: number): Promise<void> {
  const cancelled = await deleteFutureTariff(tx, id, dayOf(context.now));
  if (!cancelled) throw new Refusal('tariff_not_found');
  await writeAudit(tx, context, {
    type: 'Tariff Changed',
    description: apiMessage('tariff.audit.cancelled', { date: cancelled.valid_from }),
    oldValue: describePrices(cancelled),
  });
}
