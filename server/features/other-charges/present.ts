import { toRupees } from '#billing/money.ts';
import { type Thousandths, toUnits } from '#billing/other-charges.ts';
import type { OtherChargeKind, TenancyCharge } from '#contract/other-charges.ts';
import type { ChargeKindRow, listReadings, TenancyChargeRow } from './queries.ts';

export function presentChargeKind(row: ChargeKindRow): OtherChargeKind {
  return {
    kind_id: row.id,
    name: row.name,
    name_si: row.name_si,
    name_ta: row.name_ta,
    is_vatable: row.is_vatable === 1,
    basis: row.basis,
    unit: row.unit,
    rate: toRupees(row.rate_cents),
    is_archived: row.is_archived === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function presentTenancyCharge(row: TenancyChargeRow): TenancyCharge {
  return {
    charge_id: row.id,
    tenancy_id: row.tenancy_id,
    kind_id: row.charge_kind_id,
    name: row.name,
    name_si: row.name_si,
    name_ta: row.name_ta,
    basis: row.basis,
    is_vatable: row.is_vatable === 1,
    unit: row.unit,
    amount: toRupees(row.cents),
    month_year: row.from_month,
    last_month: row.basis === 'recurring' ? row.until_month : null,
    previous_reading: readingOf(row.previous_reading),
    reading: readingOf(row.current_reading),
    quantity: toUnits(quantityOf(row)),
    note: row.note,
    recorded_at: row.recorded_at,
    recorded_by: row.recorded_by,
  };
}

export function quantityOf({
  previous_reading: previous,
  current_reading: current,
}: Pick<TenancyChargeRow, 'previous_reading' | 'current_reading'>): Thousandths {
  return previous === null || current === null ? 1000 : current - previous;
}

function readingOf(reading: Thousandths | null): number | null {
  return reading === null ? null : toUnits(reading);
}

export function presentLastReadings(rows: Awaited<ReturnType<typeof listReadings>>) {
  const last = new Map(rows.map((row) => [row.charge_kind_id, toUnits(row.current_reading ?? 0)]));
  return [...last].map(([kind_id, reading]) => ({ kind_id, reading }));
}
