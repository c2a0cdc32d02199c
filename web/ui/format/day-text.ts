import { type Day, isDay } from '#billing/calendar.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The day a person typed, the day before the month as they are spoken here; null when it is none. */
export function readDay(text: string): Day | null {
  const parts = text
    .trim()
    .toLowerCase()
    .split(/[\s/.,-]+/);
  const [first = '', second = '', third = ''] = parts;
  const [year, date] = first.length === 4 ? [first, third] : [third, first];
  const named = MONTHS.indexOf(second.slice(0, 3)) + 1;
  const month = named > 0 ? String(named) : second;
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return parts.length === 3 && isDay(day) ? day : null;
}
