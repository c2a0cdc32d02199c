import type { Day, Instant } from '#billing/calendar.ts';
import { type ArrivalDay, FEWEST_ARRIVALS, OTHER_TYPES } from '#contract/arrivals.ts';
import type { VehicleType } from '#contract/tariff.ts';
import { findVehicleType, inTypeOrder } from '#contract/vehicle-type-names.ts';
import { mergeSmall, sumCounts } from './merge-small.ts';
import type { ArrivalRow } from './queries.ts';

/**
 * Returns the arrivals to publish. Small counts are merged in the order in which the types were added, never in the
 * office's order: comparing two answers in different orders could reveal a small count.
 */
export function presentArrivals(rows: readonly ArrivalRow[], types: readonly VehicleType[]): ArrivalDay[] {
  const byAge = types.toSorted((one, other) => one.vehicle_type_id - other.vehicle_type_id);
  const days = Map.groupBy(rows, ({ day }) => day);
  return [...days].flatMap(([date, ofDay]) => presentArrivalDay(date, ofDay, byAge) ?? []);
}

function presentArrivalDay(
  date: Day,
  rows: readonly ArrivalRow[],
  types: readonly VehicleType[],
): ArrivalDay | undefined {
  const total = countOf(rows);
  if (total < FEWEST_ARRIVALS) return undefined;
  const counted = [...Map.groupBy(rows, ({ vehicle_type }) => vehicle_type)].map(([key, of]) => ({
    key,
    count: countOf(of),
  }));
  const { own, rest } = mergeSmall(inTypeOrder(types, counted, ({ key }) => key));
  const together = new Set(rest.map(({ key }) => key));
  const groups = [
    ...own.map(({ key }) => ({ type: key, of: rows.filter((row) => row.vehicle_type === key) })),
    { type: OTHER_TYPES, of: rows.filter((row) => together.has(row.vehicle_type)) },
  ];
  return {
    date,
    total,
    changed_at: rows.reduce<Instant | null>(
      (last, { changed_at: at }) => (at !== null && at > (last ?? '') ? at : last),
      null,
    ),
    counts: groups.flatMap(({ type, of }) => presentHours(type, of)),
  };
}

function presentHours(vehicle_type: string, rows: readonly ArrivalRow[]): ArrivalDay['counts'] {
  const hours = [...Map.groupBy(rows, ({ hour }) => hour)].map(([key, of]) => ({ key, count: countOf(of) }));
  const { own, rest } = mergeSmall(hours);
  const counts: ArrivalDay['counts'] = own.map(({ key, count }) => ({ vehicle_type, hour: key, count }));
  return rest.length === 0 ? counts : [...counts, { vehicle_type, hour: null, count: sumCounts(rest) }];
}

function countOf(rows: readonly ArrivalRow[]): number {
  return rows.reduce((sum, { tickets }) => sum + tickets, 0);
}

export function presentArrivalsCsv(days: readonly ArrivalDay[]): string | undefined {
  if (days.length === 0) return undefined;
  const lines = days.flatMap(({ date, counts }) =>
    counts.map(({ vehicle_type, hour, count }) => `${date},${vehicle_type},${hour ?? ''},${count}`),
  );
  return ['date,vehicle_type,hour,count', ...lines, ''].join('\r\n');
}

/** Returns the number of lorries; undefined for a day with too few to publish. */
export function lorriesOf({ counts }: ArrivalDay, types: readonly VehicleType[]): number | undefined {
  const lorries = counts.filter(({ vehicle_type }) => findVehicleType(types, vehicle_type)?.vehicle_kind === 'lorry');
  return lorries.length === 0 ? undefined : lorries.reduce((sum, { count }) => sum + count, 0);
}
