import { toRupees, writeDecimal } from '#billing/money.ts';
import type { Tariff } from '#contract/tariff.ts';
import { vehicleTypes } from '#contract/tickets.ts';
import { TARIFF_COLUMNS, type TariffRow } from './queries.ts';

export function presentTariff(row: TariffRow): Tariff {
  return {
    id: row.id,
    valid_from: row.valid_from,
    prices: {
      Lorry: toRupees(row.lorry_cents),
      Van: toRupees(row.van_cents),
      'Three-Wheeler': toRupees(row.three_wheeler_cents),
      Motorbike: toRupees(row.motorbike_cents),
      Car: toRupees(row.car_cents),
    },
    set_by: row.set_by,
    set_at: row.set_at,
  };
}

export function describePrices(row: TariffRow): string {
  return vehicleTypes.map((type) => `${type} ${writeDecimal(row[TARIFF_COLUMNS[type]])}`).join(', ');
}
