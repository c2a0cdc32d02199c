import { dayOf } from '#billing/calendar.ts';
import { toPercent } from '#billing/money.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';
import {
  insertVatTerms,
  lockDueRates,
  lockRatesOfShops,
  markApplied,
  setRateOfShops,
  type VatRateRow,
} from './queries.ts';

/**
 * Applies the rates that are due. If there is one, it locks all shops. An action that uses or edits the rates of shops
 * must therefore call it before it locks a shop.
 */
export async function applyDueRates(tx: Writer, context: ActionContext): Promise<void> {
  for (const rate of await lockDueRates(tx, dayOf(context.now))) await applyRate(tx, context, rate);
}

/** Sets a rate for all shops. Issued invoices keep their rate. */
export async function applyRate(
  tx: Writer,
  context: ActionContext,
  rate: VatRateRow,
): Promise<{ rate: VatRateRow; changed: number }> {
  const before = await lockRatesOfShops(tx);
  await insertVatTerms(tx, context, rate);
  const changed = await setRateOfShops(tx, rate.basis_points, context.now);
  const applied = await markApplied(tx, rate.id, context.now);
  await writeAudit(
    tx,
    { ...context, actor: rate.set_by },
    {
      type: 'VAT Rate Changed',
      description: apiMessage('vat-rates.audit.applied', {
        rate: toPercent(rate.basis_points),
        date: rate.valid_from,
        count: changed,
      }),
      oldValue: before.map((points) => `${toPercent(points)}%`).join(', '),
      newValue: `${toPercent(rate.basis_points)}%`,
    },
  );
  return { rate: applied, changed };
}
