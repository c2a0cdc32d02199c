import { toPercent } from '#billing/money.ts';
import type { VatRate } from '#contract/vat-rates.ts';
import type { VatRateRow } from './queries.ts';

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
