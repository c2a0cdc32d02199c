import { addMonths, dayNumber, fromDayNumber } from '#billing/calendar.ts';

export interface DayTicks {
  unit: 'day' | 'month' | 'year';
  days: number[];
}

const DAY_STEPS = [1, 2, 3, 7, 14];
const MONTH_STEPS = [1, 2, 3, 6];
const YEAR_STEPS = [1, 2, 5, 10, 20];

export function dayTicks(from: number, to: number, most: number): DayTicks {
  const first = Math.ceil(from);
  const last = Math.floor(to);
  for (const step of DAY_STEPS) {
    if ((last - first) / step < most) return { unit: 'day', days: steps(first, last, step) };
  }
  for (const step of [...MONTH_STEPS, ...YEAR_STEPS.map((years) => years * 12)]) {
    const days = monthStarts(first, last, step);
    if (days.length <= most) return { unit: step < 12 ? 'month' : 'year', days };
  }
  return { unit: 'year', days: [] };
}

function steps(first: number, last: number, step: number): number[] {
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => first + index * step);
}

function monthStarts(first: number, last: number, step: number): number[] {
  const days: number[] = [];
  const start = fromDayNumber(first);
  const monthIndex = Number(start.slice(5, 7)) - 1;
  const yearIndex = Number(start.slice(0, 4));
  const monthsSinceMark = (yearIndex * 12 + monthIndex) % step;
  let mark = addMonths(fromDayNumber(dayNumber(start) - Number(start.slice(8)) + 1), -monthsSinceMark);
  while (dayNumber(mark) <= last) {
    if (dayNumber(mark) >= first) days.push(dayNumber(mark));
    mark = addMonths(mark, step);
  }
  return days;
}
