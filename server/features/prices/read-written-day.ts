import { type Day, isDay } from '#billing/calendar.ts';
import { foldText } from '#contract/fold-text.ts';
import { monthNames } from '#contract/month-names.ts';

/** `order`: the figures fit only day before month, only month before day, or both. */
export interface WrittenDay {
  date?: Day;
  order?: 'day-first' | 'month-first' | 'either';
}

const MIDNIGHT = /[ t]0?0:00(:00)?(\.0+)?z?$/;
const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/;
const NAMED = /^(\d{1,2})[-/. ]([^\d\s./-]{2,})\.?,?[-/. ](\d{4}|\d{2})$/;

/** A year of two digits needs a month by its name. */
export function readWrittenDay(text: string): WrittenDay {
  const folded = foldText(text).replace(MIDNIGHT, '');
  const yearFirst = YEAR_FIRST.exec(folded);
  if (yearFirst) return found(yearFirst[1], yearFirst[3], yearFirst[4]);
  const named = NAMED.exec(folded);
  if (named) return found(named[3]?.padStart(4, '20'), readMonthName(named[2] ?? ''), named[1]);
  const [, first, , second, year] = YEAR_LAST.exec(folded) ?? [];
  const { date } = found(year, second, first);
  const isMonthFirst = found(year, first, second).date !== undefined;
  if (date === undefined) return isMonthFirst ? { order: 'month-first' } : {};
  if (first === second) return { date };
  return { date, order: isMonthFirst ? 'either' : 'day-first' };
}

function found(year = '', month = '', date = ''): WrittenDay {
  const text = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isDay(text) ? { date: text } : {};
}

function readMonthName(name: string): string | undefined {
  for (const names of Object.values(monthNames)) {
    const fitting = names.flatMap((full, at) => (foldText(full).startsWith(name) ? [at + 1] : []));
    if (fitting.length === 1) return String(fitting[0]);
  }
  return undefined;
}
