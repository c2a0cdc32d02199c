import type { VatRate } from '#contract/vat-rates.ts';
import type { VatRateRow } from './queries.ts';

/** Basis points as a percentage: 1750 is 17.5. */
export function percent(basisPoints: number): number {
  return basisPoints / 100;
}

export function presentVatRate(row: VatRateRow): VatRate {
  return {
    id: row.id,
    vat_rate: percent(row.basis_points),
    valid_from: row.valid_from,
    set_by: row.set_by,
    set_at: row.set_at,
    applied_at: row.applied_at,
  };
}
