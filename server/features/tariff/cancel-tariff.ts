import { dayOf } from '#billing/calendar.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { describePrices } from './present.ts';
import { deleteTariffs, lockTariffs } from './queries.ts';

export async function cancelTariff(tx: Writer, context: ActionContext, id: number): Promise<void> {
  const today = dayOf(context.now);
  const cancelled = (await lockTariffs(tx)).find((row) => row.id === id && row.valid_from > today);
  if (!cancelled) throw new Refusal('tariff_not_found');
  await deleteTariffs(tx, [id]);
  await writeAudit(tx, context, {
    type: 'Tariff Changed',
    description: apiMessage('tariff.audit.cancelled', { date: cancelled.valid_from }),
    oldValue: describePrices(cancelled),
  });
}
