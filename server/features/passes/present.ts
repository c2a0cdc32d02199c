import { toRupees } from '#billing/money.ts';
import type { Pass } from '#contract/passes.ts';
import { presentDeviceNumber } from '../tickets/present.ts';
import { presentVehicleNumber } from '../tickets/vehicle/present.ts';
import type { listPasses } from './queries.ts';

type PassRow = Awaited<ReturnType<typeof listPasses>>[number];

export function presentPass(row: PassRow): Pass[] {
  const { pass_term: term, pass_until: valid_until } = row;
  if (term === null || valid_until === null) return [];
  return [
    {
      number: presentVehicleNumber(row),
      device_number: row.device_number === null ? null : presentDeviceNumber(row.device_number),
      vehicleNumber: row.vehicle_number,
      vehicleType: row.vehicle_type,
      term,
      price: toRupees(row.cents),
      issued_at: row.issued_at,
      byWhom: row.issued_by,
      valid_until,
      entries: row.entries ?? 0,
      last_entry: row.last_entry,
    },
  ];
}
