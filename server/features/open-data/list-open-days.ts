import { addDays, type Day, firstDayOf, monthInYear, weekdayOf } from '#billing/calendar.ts';
import type { Language } from '#contract/languages.ts';
import type { ClosedDay } from '#contract/market-days.ts';
import { message } from '#contract/messages/message.ts';
import type { OpenDay } from '#contract/open-data.ts';
import type { Reader } from '../../db/connect.ts';
import { listClosedDays } from '../market-days/find-closed-days.ts';
import type { PriceBook } from '../prices/price-book.ts';

export function daysOfYear(year: number): { first: Day; last: Day } {
  return { first: firstDayOf(monthInYear(year, 1)), last: addDays(firstDayOf(monthInYear(year + 1, 1)), -1) };
}

interface AskedYear {
  db: Reader;
  book: PriceBook;
  year: number;
  today: Day;
}

export async function listOpenDays({ db, book, year, today }: AskedYear): Promise<OpenDay[]> {
  const { first, last: newYearsEve } = daysOfYear(year);
  const last = newYearsEve < today ? newYearsEve : today;
  const closings = await listClosedDays(db, first, last);
  const closed = new Map(closings.map((one) => [one.date, one.closed]));
  const days: OpenDay[] = [];
  for (let date = first; date <= last; date = addDays(date, 1))
    days.push(describeOpenDay(date, book.countOn(date), closed.get(date)));
  return days;
}

const NO_REASON = { reason: null, reason_si: null, reason_ta: null };

function describeOpenDay(date: Day, prices: number, closed: ClosedDay | undefined): OpenDay {
  if (prices > 0) return { date, state: 'list', prices, ...NO_REASON };
  return closed
    ? { date, state: 'closed', prices, ...reasonOf(date, closed) }
    : { date, state: 'none', prices, ...NO_REASON };
}

function reasonOf(date: Day, closed: NonNullable<ClosedDay>) {
  if (closed.kind !== 'weekday')
    return { reason: closed.reason, reason_si: closed.reason_si, reason_ta: closed.reason_ta };
  const inLanguage = (language: Language) => {
    const weekday = message('market-days.weekday', { number: weekdayOf(date) }, language);
    return message('open-data.closed.weekday', { weekday }, language);
  };
  return { reason: inLanguage('en'), reason_si: inLanguage('si'), reason_ta: inLanguage('ta') };
}
