import { dayOf } from '#billing/calendar.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { percent } from './present.ts';
import { lockDueRates, lockRatesOfShops, markApplied, setRateOfShops, type VatRateRow } from './queries.ts';

/**
 * Makes each VAT rate whose day has come the rate of every shop, in the order of their days. Whatever reads or edits the rates
 * of shops to write begins with this, so that no minute of that day has the old rate; a later edit of one shop overrides
 * it. It locks the shops, so it comes before any lock on one of them.
 */
export async function applyDueRates(tx: Writer, context: ActionContext): Promise<void> {
  for (const rate of await lockDueRates(tx, dayOf(context.now))) await applyRate(tx, context, rate);
}

/** Makes a rate that of every shop; gives how many shops had another. Issued invoices keep theirs (books.md). */
export async function applyRate(
  tx: Writer,
  context: ActionContext,
  rate: VatRateRow,
): Promise<{ rate: VatRateRow; changed: number }> {
  const before = await lockRatesOfShops(tx);
  const changed = await setRateOfShops(tx, rate.basis_points, context.now);
  const applied = await markApplied(tx, rate.id, context.now);
  const text = percent(rate.basis_points);
  await writeAudit(
    tx,
    { ...context, actor: rate.set_by },
    {
      type: 'VAT Rate Changed',
      description: `VAT rate of every shop is ${text} % from ${rate.valid_from} on (shops changed: ${changed})`,
      oldValue: before.map((points) => `${percent(points)} %`).join(', '),
      newValue: `${text} %`,
    },
  );
  return { rate: applied, changed };
}
