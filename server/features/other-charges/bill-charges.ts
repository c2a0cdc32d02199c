import type { Month } from '#billing/calendar.ts';
import { type MonthShare, shareOf } from '#billing/month-share.ts';
import type { Reader } from '../../db/connect.ts';
import type { InvoiceLine } from '../ledger/read-lines.ts';
import { quantityOf } from './present.ts';
import { listChargesToBill } from './queries.ts';

export interface ChargesToBill {
  lines: InvoiceLine[];
  once: number[];
}

/**
 * Returns the charges for the bill of a month in the order in which they were recorded. `share` is the part of the
 * month that is billed; it lowers only recurring charges.
 */
export async function billCharges(
  db: Reader,
  { tenancyId, month, share }: { tenancyId: number; month: Month; share: MonthShare },
): Promise<ChargesToBill> {
  const rows = await listChargesToBill(db, tenancyId, month);
  return {
    lines: rows.map((row, at) => ({
      line: at + 1,
      cents: row.basis === 'recurring' ? shareOf(row.cents, share) : row.cents,
      name: row.name,
      nameSi: row.name_si,
      nameTa: row.name_ta,
      quantity: quantityOf(row),
      unit: row.unit,
      isVatable: row.is_vatable === 1,
    })),
    once: rows.filter(({ basis }) => basis !== 'recurring').map(({ id }) => id),
  };
}
