import type { Month } from '#billing/calendar.ts';
import { writeDecimal } from '#billing/money.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { lockTenancy } from '../tenants/queries.ts';
import { listBilledMonths } from '../terms/queries.ts';
import {
  deleteTenancyCharge,
  endTenancyCharge,
  findTenancyCharge,
  listReadings,
  type TenancyChargeRow,
} from './queries.ts';

/** A recurring charge that was billed before ends with the last billed month, which is returned. */
export async function removeCharge(
  tx: Writer,
  context: ActionContext,
  { id, reason }: { id: number; reason: string },
): Promise<Month | undefined> {
  const found = await findTenancyCharge(tx, id);
  const tenancy = found && (await lockTenancy(tx, found.tenancy_id));
  const charge = tenancy && (await findTenancyCharge(tx, id));
  if (!charge) throw new Refusal('other_charge_not_found');
  if (charge.invoice_id !== null) throw new Refusal('other_charge_billed');
  const readings = await listReadings(tx, tenancy.shop_id);
  if (readings.some((later) => continues(later, charge))) throw new Refusal('newer_reading');
  const billed = charge.basis === 'recurring' ? await lastBilledMonth(tx, charge) : undefined;
  if (billed === undefined) await deleteTenancyCharge(tx, id);
  else await endTenancyCharge(tx, id, billed);
  await writeAudit(tx, context, {
    type: 'Other Charge Removed',
    description: apiMessage('other-charges.audit.removed', {
      name: charge.name,
      tenant: tenancy.name,
      month: { month: charge.from_month },
    }),
    subject: { shopId: tenancy.written_shop_id, tenancyId: tenancy.id },
    oldValue: writeDecimal(charge.cents),
    reason,
  });
  return billed;
}

function continues(later: Awaited<ReturnType<typeof listReadings>>[number], charge: TenancyChargeRow): boolean {
  const isOfMeter = charge.current_reading !== null && later.charge_kind_id === charge.charge_kind_id;
  return isOfMeter && later.id > charge.id && later.previous_reading === charge.current_reading;
}

async function lastBilledMonth(tx: Writer, { tenancy_id, from_month, until_month }: TenancyChargeRow) {
  const months = await listBilledMonths(tx, tenancy_id, from_month);
  return months
    .filter((month) => until_month === null || month <= until_month)
    .reduce((latest: Month | undefined, month) => (latest && latest > month ? latest : month), undefined);
}
