import type { Month } from '#billing/calendar.ts';
import { toPercent } from '#billing/money.ts';
import type { RentRulesOfMonth } from '#contract/rent-rules.ts';
import type { VatRate } from '#contract/vat-rates.ts';
import type { RentRulesRow, VatRateRow } from './queries.ts';

export function presentVatRate(row: VatRateRow): VatRate {
  return {
    id: row.id,
    vat_rate: toPercent(row.basis_points),
    valid_from: row.valid_from,
    set_by: row.set_by,
    set_at: row.set_at,
    applied_at: row.applied_at,
  };
}

export function presentRentRules(rows: readonly RentRulesRow[], thisMonth: Month): RentRulesOfMonth[] {
  const current = rows.find(({ from_month }) => from_month <= thisMonth)?.from_month;
  return rows.map(({ fine_basis_points, first_month_by_days, cheques_on_their_day, ...row }) => ({
    ...row,
    fine_rate: toPercent(fine_basis_points),
    first_month_by_days: first_month_by_days === 1,
    cheques_on_their_day: cheques_on_their_day === 1,
    state: row.from_month > thisMonth ? 'scheduled' : row.from_month === current ? 'current' : 'replaced',
  }));
}
