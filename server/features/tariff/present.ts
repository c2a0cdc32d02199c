import type { Selectable } from 'kysely';
import { type Cents, toRupees, writeDecimal } from '#billing/money.ts';
import type { Tariff, VehicleType } from '#contract/tariff.ts';
import type { Tables } from '../../db/tables/tables.ts';
import type { TariffRow, TypePrice } from './queries.ts';

export function presentTariff({ id, valid_from, prices, set_by, set_at }: TariffRow): Tariff {
  return {
    id,
    valid_from,
    prices: Object.fromEntries(prices.map(({ name, cents }) => [name, toRupees(cents)])),
    passes: Object.fromEntries(
      prices.map(({ name, day_cents, month_cents }) => [name, { day: rupees(day_cents), month: rupees(month_cents) }]),
    ),
    set_by,
    set_at,
  };
}

export function describePrices({ prices }: TariffRow): string {
  return prices.map(describeType).join(', ');
}

function describeType({ name, cents, day_cents, month_cents }: TypePrice): string {
  const passes = Object.entries({ day: day_cents, month: month_cents }).flatMap(([term, price]) =>
    price === null ? [] : [` (${term} ${writeDecimal(price)})`],
  );
  return `${name} ${writeDecimal(cents)}${passes.join('')}`;
}

function rupees(amount: Cents | null): number | null {
  return amount === null ? null : toRupees(amount);
}

export function presentVehicleType(row: Selectable<Tables['vehicle_types']>): VehicleType {
  return {
    vehicle_type_id: row.id,
    name: row.name,
    name_si: row.name_si,
    name_ta: row.name_ta,
    vehicle_kind: row.vehicle_kind,
    is_offered: row.is_offered === 1,
    former_names: JSON.parse(row.former_names) as string[],
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
