import { MAX_CENTS } from '#billing/money.ts';
import { meteredAmount, type Thousandths, toUnits } from '#billing/other-charges.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { badInput } from '../../http/core/read-request.ts';
import { countGiven } from '../approvals/tally.ts';
import { listReadings, type TenancyChargeRow } from './queries.ts';
import { auditCharge, type ChargeInput, insertCharge, loadPlace } from './record-charge.ts';

/**
 * The meter belongs to the shop, so a new tenant continues from the last reading of the previous tenant. Units that
 * nobody is charged, because the previous reading is named above the last one, are given up.
 */
export async function recordReading(
  tx: Writer,
  context: ActionContext,
  {
    reading,
    previousReading,
    ...input
  }: ChargeInput & { reading: Thousandths; previousReading?: Thousandths | undefined },
): Promise<TenancyChargeRow> {
  const place = await loadPlace(tx, context, { ...input, basis: 'meter' });
  const { tenancy, kind } = place;
  const readings = await listReadings(tx, tenancy.shop_id);
  const last = readings.findLast(({ charge_kind_id }) => charge_kind_id === kind.id)?.current_reading;
  const previous = previousReading ?? last ?? undefined;
  if (previous === undefined) {
    throw badInput([{ field: 'previous_reading', message: apiMessage('other-charges.reading.no_previous') }]);
  }
  if (reading < previous) {
    const values = { reading: String(toUnits(reading)), previous: String(toUnits(previous)) };
    throw badInput([{ field: 'reading', message: apiMessage('other-charges.reading.below', values) }]);
  }
  const units = reading - previous;
  if (meteredAmount(units, kind.rate_cents) > MAX_CENTS) {
    const values = { units: String(toUnits(units)) };
    throw badInput([{ field: 'reading', message: apiMessage('other-charges.reading.too_much', values) }]);
  }
  const columns = {
    cents: meteredAmount(units, kind.rate_cents),
    previous_reading: previous,
    current_reading: reading,
  };
  const skipped = Math.max(0, previous - (last ?? previous));
  await countGiven(tx, context, {
    cents: meteredAmount(skipped, kind.rate_cents),
    shopId: tenancy.written_shop_id,
    tenant: tenancy.name,
  });
  const charge = await insertCharge(tx, context, { place, note: input.note, columns });
  await auditCharge(tx, context, { place, charge, event: 'Meter Read', key: 'other-charges.audit.reading' });
  return charge;
}
