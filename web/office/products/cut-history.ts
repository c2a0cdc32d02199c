import { type Day, fromDayNumber } from '#billing/calendar.ts';
import { cents, toRupees } from '#billing/money.ts';

/** A price series: days since 1970-01-01, and whole cents. */
export interface Series {
  days: readonly number[];
  min_cents: readonly number[];
  max_cents: readonly number[];
}

export interface DayPrice {
  day: Day;
  min: number;
  max: number;
}

export interface Point {
  x: number;
  /** The price in rupees; null on a day without a price. */
  y: number | null;
}

export function rowsOf({ days, min_cents, max_cents }: Series): DayPrice[] {
  return days
    .map((number, at) => ({
      day: fromDayNumber(number),
      min: rupeesAt(min_cents, at),
      max: rupeesAt(max_cents, at),
    }))
    .reverse();
}

/** Returns a point for every day from the first to the last. */
export function lineOf(days: readonly number[], prices: readonly number[]): Point[] {
  const known = new Map(days.map((number, at) => [number, rupeesAt(prices, at)]));
  const first = days.at(0);
  const last = days.at(-1);
  if (first === undefined || last === undefined) return [];
  return Array.from({ length: last - first + 1 }, (_, at) => ({ x: first + at, y: known.get(first + at) ?? null }));
}

export function since(series: Series, firstDay: number): Series {
  const from = series.days.findIndex((number) => number >= firstDay);
  const cut = (figures: readonly number[]) => (from === -1 ? [] : figures.slice(from));
  return { days: cut(series.days), min_cents: cut(series.min_cents), max_cents: cut(series.max_cents) };
}

/** Returns true for a point without neighbours, which needs a dot because it has no line. */
export function isSinglePoint(line: readonly Point[], at: number): boolean {
  return (line[at - 1]?.y ?? null) === null && (line[at + 1]?.y ?? null) === null;
}

function rupeesAt(column: readonly number[], at: number): number {
  return toRupees(cents(column[at] ?? 0));
}
