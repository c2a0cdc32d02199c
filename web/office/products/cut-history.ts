import { type Day, fromDayNumber } from '#billing/calendar.ts';

/** A product's history as the server sends it for charts: days since 1970 and whole cents. */
export interface Series {
  days: readonly number[];
  min_cents: readonly number[];
  max_cents: readonly number[];
}

/** The prices of one day, in rupees. */
export interface DayPrice {
  day: Day;
  min: number;
  max: number;
}

export interface Point {
  x: number;
  /** Rupees; null on a day without a price, where the line breaks. */
  y: number | null;
}

/** The history as rows, newest first. */
export function rowsOf({ days, min_cents, max_cents }: Series): DayPrice[] {
  return days
    .map((number, at) => ({
      day: fromDayNumber(number),
      min: (min_cents[at] ?? 0) / 100,
      max: (max_cents[at] ?? 0) / 100,
    }))
    .reverse();
}

/** One line of the chart: a point for every day from the first to the last, empty where the market had no price. */
export function lineOf(days: readonly number[], cents: readonly number[]): Point[] {
  const known = new Map(days.map((number, at) => [number, (cents[at] ?? 0) / 100]));
  const [first, last] = [days.at(0), days.at(-1)];
  if (first === undefined || last === undefined) return [];
  return Array.from({ length: last - first + 1 }, (_, at) => ({ x: first + at, y: known.get(first + at) ?? null }));
}

/** The part of a history from that day on. */
export function since(series: Series, firstDay: number): Series {
  const from = series.days.findIndex((number) => number >= firstDay);
  const cut = (figures: readonly number[]) => (from === -1 ? [] : figures.slice(from));
  return { days: cut(series.days), min_cents: cut(series.min_cents), max_cents: cut(series.max_cents) };
}

/** True for a point that no line touches, because both its neighbours are missing: it must be drawn as a dot. */
export function isAlone(line: readonly Point[], at: number): boolean {
  return (line[at - 1]?.y ?? null) === null && (line[at + 1]?.y ?? null) === null;
}
