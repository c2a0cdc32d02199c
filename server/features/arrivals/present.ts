import type { Day, Instant } from '#billing/calendar.ts';
import { type ArrivalDay, type arrivedTypes, FEWEST_ARRIVALS } from '#contract/arrivals.ts';
import { vehicleTypes } from '#contract/tickets.ts';
import { mergeSmall, sumCounts } from './merge-small.ts';
import type { ArrivalRow } from './queries.ts';

export function presentArrivals(rows: readonly ArrivalRow[]): ArrivalDay[] {
  return [...Map.groupBy(rows, ({ day }) => day)].flatMap(([date, ofDay]) => presentArrivalDay(date, ofDay) ?? []);
}

function presentArrivalDay(date: Day, rows: readonly ArrivalRow[]): ArrivalDay | undefined {
  const total = countOf(rows);
  if (total < FEWEST_ARRIVALS) return undefined;
  const types = vehicleTypes.map((key) => ({ key, count: countOf(rows.filter((row) => row.vehicle_type === key)) }));
  const { own, rest } = mergeSmall(types);
  const together = new Set(rest.map(({ key }) => key));
  const groups = [
    ...own.map(({ key }) => ({ type: key, of: rows.filter((row) => row.vehicle_type === key) })),
    { type: 'other' as const, of: rows.filter((row) => together.has(row.vehicle_type)) },
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

function presentHours(vehicle_type: (typeof arrivedTypes)[number], rows: readonly ArrivalRow[]): ArrivalDay['counts'] {
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

export function lorriesOf({ counts }: ArrivalDay): number | undefined {
  const lorries = counts.filter(({ vehicle_type }) => vehicle_type === 'Lorry');
  return lorries.length === 0 ? undefined : lorries.reduce((sum, { count }) => sum + count, 0);
}
