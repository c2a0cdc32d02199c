import { addMonths, type Day, dayOf } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { VehicleType } from '#contract/tariff.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { badInput } from '../../http/core/read-request.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { describePrices } from './present.ts';
import { deleteTariffs, findTariffOn, insertTariff, lockTariffs, type TariffRow } from './queries.ts';
import { listVehicleTypes } from './vehicle-type-queries.ts';

const FURTHEST_MONTHS = 60;

export interface TariffInput {
  /** By the English name of the vehicle type. */
  prices: Readonly<Record<string, Cents>>;
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
  const wanted = readPrices(await listVehicleTypes(tx), prices);
  const stored = await lockTariffs(tx);
  const before = await findTariffOn(tx, valid_from);
  if (before && hasPrices(before, wanted)) return { row: before, isNew: false };
  // Today's earlier prices stay: tickets were issued at them.
  const replaced = valid_from > today ? stored.filter((tariff) => tariff.valid_from === valid_from) : [];
  await deleteTariffs(
    tx,
    replaced.map(({ id }) => id),
  );
  const row = await insertTariff(tx, { valid_from, set_by: context.actor, set_at: context.now }, wanted);
  await writeAudit(tx, context, {
    type: 'Tariff Changed',
    description: apiMessage('tariff.audit.set', { date: valid_from }),
    ...(before && { oldValue: describePrices(before) }),
    newValue: describePrices(row),
  });
  return { row, isNew: true };
}

type TypePrice = { vehicle_type_id: number; cents: Cents };

/** Of every type that is offered, and of others that are named. */
function readPrices(types: readonly VehicleType[], prices: TariffInput['prices']): TypePrice[] {
  const offered = types.filter(({ is_offered }) => is_offered).map(({ name }) => name);
  const given = new Map(Object.entries(prices));
  const known = new Set(types.map(({ name }) => name));
  const missing = offered.filter((name) => !given.has(name));
  const unknown = [...given.keys()].filter((name) => !known.has(name));
  const faults = [
    ...missing.map((name) => ({ field: `prices.${name}`, message: apiMessage('input.required') })),
    ...unknown.map((name) => ({
      field: `prices.${name}`,
      message: apiMessage('tariff.set.unknown_type', { choices: offered.join(', ') }),
    })),
  ];
  if (faults.length > 0) throw badInput(faults);
  return types.flatMap(({ vehicle_type_id, name }) => {
    const cents = given.get(name);
    return cents === undefined ? [] : [{ vehicle_type_id, cents }];
  });
}

function hasPrices({ prices }: TariffRow, wanted: readonly TypePrice[]): boolean {
  const stored = new Map(prices.map(({ vehicle_type_id, cents }) => [vehicle_type_id, cents]));
  return (
    stored.size === wanted.length && wanted.every(({ vehicle_type_id, cents }) => stored.get(vehicle_type_id) === cents)
  );
}

function refuseDay(validFrom: Day, today: Day): void {
  const last = addMonths(today, FURTHEST_MONTHS);
  if (validFrom >= today && validFrom <= last) return;
  throw badInput([{ field: 'valid_from', message: apiMessage('tariff.set.day_range', { first: today, last }) }]);
}
