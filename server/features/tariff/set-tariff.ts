import { addMonths, type Day, dayOf } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { type VehicleType, vehicleTypes } from '#contract/tickets.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { badInput } from '../../http/core/read-request.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { describePrices } from './present.ts';
import { deleteTariffsOf, findTariffOn, insertTariff, lockTariffs, TARIFF_COLUMNS, type TariffRow } from './queries.ts';

const FURTHEST_MONTHS = 60;

export interface TariffInput {
  prices: Record<VehicleType, Cents>;
  valid_from?: Day | undefined;
}

export async function setTariff(
  tx: Writer,
  context: ActionContext,
  { prices, valid_from: day }: TariffInput,
): Promise<{ row: TariffRow; isNew: boolean }> {
  const today = dayOf(context.now);
  const valid_from = day ?? today;
  refuseDay(valid_from, today);
  await lockTariffs(tx);
  const before = await findTariffOn(tx, valid_from);
  if (before && vehicleTypes.every((type) => before[TARIFF_COLUMNS[type]] === prices[type]))
    return { row: before, isNew: false };
  // Today's earlier prices stay: tickets were issued at them.
  if (valid_from > today) await deleteTariffsOf(tx, valid_from);
  const row = await insertTariff(tx, {
    ...{ valid_from, set_by: context.actor, set_at: context.now },
    ...{ lorry_cents: prices.Lorry, van_cents: prices.Van, three_wheeler_cents: prices['Three-Wheeler'] },
    ...{ motorbike_cents: prices.Motorbike, car_cents: prices.Car },
  });
  await writeAudit(tx, context, {
    type: 'Tariff Changed',
    description: apiMessage('tariff.audit.set', { date: valid_from }),
    ...(before && { oldValue: describePrices(before) }),
    newValue: describePrices(row),
  });
  return { row, isNew: true };
}

function refuseDay(validFrom: Day, today: Day): void {
  const last = addMonths(today, FURTHEST_MONTHS);
  if (validFrom >= today && validFrom <= last) return;
  throw badInput([{ field: 'valid_from', message: apiMessage('tariff.set.day_range', { first: today, last }) }]);
}
