import { addDays, type Day, firstDayOf, monthInYear, weekdayOf } from '#billing/calendar.ts';
import type { Language } from '#contract/languages.ts';
import type { ClosedDay } from '#contract/market-days.ts';
import { message } from '#contract/messages/message.ts';
import type { OpenDay } from '#contract/open-data.ts';
import type { Reader } from '../../db/connect.ts';
import { listClosedDays } from '../market-days/find-closed-days.ts';
import { countByDay } from './queries.ts';

export async function listOpenDays(db: Reader, year: number, today: Day): Promise<OpenDay[]> {
  const first = firstDayOf(monthInYear(year, 1));
  const newYearsEve = addDays(firstDayOf(monthInYear(year + 1, 1)), -1);
  const last = newYearsEve < today ? newYearsEve : today;
  const [counts, closings] = await Promise.all([countByDay(db, year), listClosedDays(db, first, last)]);
  const prices = new Map(counts.map((one) => [one.date, Number(one.prices)]));
  const closed = new Map(closings.map((one) => [one.date, one.closed]));
  const days: OpenDay[] = [];
  for (let date = first; date <= last; date = addDays(date, 1))
    days.push(describeOpenDay(date, prices.get(date) ?? 0, closed.get(date)));
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
