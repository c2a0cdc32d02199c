import { addMonths, type Day } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { VehicleType } from '#contract/tariff.ts';
import type { PassTerm } from '#contract/words.ts';
import { badInput } from '../../http/core/read-request.ts';
import type { DatedSetting } from '../dated-settings/dated-setting.ts';
import { describePrices } from './present.ts';
import { deleteTariffs, findTariffOn, insertTariff, lockTariffs, type TariffRow, type TypePrice } from './queries.ts';
import { listVehicleTypes } from './vehicle-type-queries.ts';

const FURTHEST_MONTHS = 60;

/** Prices by the English name of the vehicle type. Without `passes`, those of passes remain as before. */
export interface TariffPrices {
  prices: Readonly<Record<string, Cents>>;
  passes?: Readonly<Record<string, Partial<Record<PassTerm, Cents | null | undefined>>>> | undefined;
}

export const tariffSetting: DatedSetting<Day, TariffPrices, TariffRow> = {
  event: 'Tariff Changed',
  notFound: 'tariff_not_found',
  earliest: (today) => today,
  latest: (earliest) => addMonths(earliest, FURTHEST_MONTHS),
  outOfRange: (first, last) => ({ field: 'valid_from', message: apiMessage('tariff.set.day_range', { first, last }) }),
  async lock(tx) {
    await lockTariffs(tx);
  },
  async has(tx, { value, from }) {
    const before = await findTariffOn(tx, from);
    const wanted = readPrices(await listVehicleTypes(tx), value, before);
    return before !== undefined && hasPrices(before, wanted);
  },
  async put(tx, { actor, now }, { value, from, today }) {
    const wanted = readPrices(await listVehicleTypes(tx), value, await findTariffOn(tx, from));
    // Prices that were set earlier for today are not deleted, because tickets were issued at them.
    const replaced = from > today ? (await lockTariffs(tx)).filter(({ valid_from }) => valid_from === from) : [];
    await deleteTariffs(
      tx,
      replaced.map(({ id }) => id),
    );
    return insertTariff(tx, { valid_from: from, set_by: actor, set_at: now }, wanted);
  },
  async removeFuture(tx, key, today) {
    const removed = (await lockTariffs(tx)).find(({ id, valid_from }) => id === Number(key) && valid_from > today);
    if (removed) await deleteTariffs(tx, [removed.id]);
    return removed;
  },
  describeSet: ({ valid_from }) => apiMessage('tariff.audit.set', { date: valid_from }),
  describeCancelled: ({ valid_from }) => apiMessage('tariff.audit.cancelled', { date: valid_from }),
  textOf: describePrices,
  async textBefore(tx, from) {
    const before = await findTariffOn(tx, from);
    return before && describePrices(before);
  },
};

type WantedPrice = Omit<TypePrice, 'name'>;

/** Returns the prices in the request. It must contain every type that is offered, and may contain other types. */
function readPrices(
  types: readonly VehicleType[],
  { prices, passes }: TariffPrices,
  before: TariffRow | undefined,
): WantedPrice[] {
  const offered = types.filter(({ is_offered }) => is_offered).map(({ name }) => name);
  const given = new Map(Object.entries(prices));
  const known = new Set(types.map(({ name }) => name));
  const missing = offered.filter((name) => !given.has(name));
  const unknown = [...given.keys()].filter((name) => !known.has(name));
  const unknownPasses = Object.keys(passes ?? {}).filter((name) => !given.has(name));
  const faults = [
    ...missing.map((name) => ({ field: `prices.${name}`, message: apiMessage('input.required') })),
    ...[...unknown.map((name) => `prices.${name}`), ...unknownPasses.map((name) => `passes.${name}`)].map((field) => ({
      field,
      message: apiMessage('tariff.set.unknown_type', { choices: offered.join(', ') }),
    })),
  ];
  if (faults.length > 0) throw badInput(faults);
  const passPrices = (name: string) => {
    const earlier = before?.prices.find((price) => price.name === name);
    if (!passes) return { day_cents: earlier?.day_cents ?? null, month_cents: earlier?.month_cents ?? null };
    return { day_cents: passes[name]?.day ?? null, month_cents: passes[name]?.month ?? null };
  };
  return types.flatMap(({ vehicle_type_id, name }) => {
    const cents = given.get(name);
    return cents === undefined ? [] : [{ vehicle_type_id, cents, ...passPrices(name) }];
  });
}

function hasPrices({ prices }: TariffRow, wanted: readonly WantedPrice[]): boolean {
  const stored = new Map(prices.map((price) => [price.vehicle_type_id, price]));
  const isStored = (price: WantedPrice) => {
    const before = stored.get(price.vehicle_type_id);
    return (
      before?.cents === price.cents && before.day_cents === price.day_cents && before.month_cents === price.month_cents
    );
  };
  return stored.size === wanted.length && wanted.every(isStored);
}
