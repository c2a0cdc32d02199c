import type { Selectable } from 'kysely';
import { toRupees, writeDecimal } from '#billing/money.ts';
import type { Tariff, VehicleType } from '#contract/tariff.ts';
import type { Tables } from '../../db/tables/tables.ts';
import type { TariffRow } from './queries.ts';

export function presentTariff({ id, valid_from, prices, set_by, set_at }: TariffRow): Tariff {
  return {
    id,
    valid_from,
    prices: Object.fromEntries(prices.map(({ name, cents }) => [name, toRupees(cents)])),
    set_by,
    set_at,
  };
}

export function describePrices({ prices }: TariffRow): string {
  return prices.map(({ name, cents }) => `${name} ${writeDecimal(cents)}`).join(', ');
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
