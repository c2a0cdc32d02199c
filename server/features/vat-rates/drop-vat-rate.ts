import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { applyDueRates } from './apply-due-rates.ts';
import { percent } from './present.ts';
import { deleteRateToCome } from './queries.ts';

/** Takes back a rate whose day is still to come. Refuses any other. */
export async function cancelVatRate(tx: Writer, context: ActionContext, id: number): Promise<void> {
  await applyDueRates(tx, context);
  const dropped = await deleteRateToCome(tx, id);
  if (!dropped) throw new Refusal('vat_rate_not_found');
  await writeAudit(tx, context, {
    type: 'VAT Rate Changed',
    description: `VAT rate of ${percent(dropped.basis_points)} % from ${dropped.valid_from} on taken back`,
    oldValue: `${percent(dropped.basis_points)} %`,
  });
}
