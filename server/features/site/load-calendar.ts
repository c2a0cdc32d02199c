import { addDays, addMonths, firstDayOf, monthOf } from '#billing/calendar.ts';
import type { CalendarPageData } from '#contract/site.ts';
import { today } from '../../clock.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { presentCalendarDay } from '../market-days/present.ts';
import { listDays } from '../market-days/queries.ts';

const MONTHS = [0, 1, 2];
const MONTHS_LISTED = 12;

export async function loadCalendar({
  clock,
  database,
}: Pick<AppContext, 'clock' | 'database'>): Promise<CalendarPageData> {
  const now = today(clock);
  const first = firstDayOf(monthOf(now));
  const until = addDays(addMonths(first, MONTHS_LISTED), -1);
  const days = await listDays(database.reader, first, until);
  return {
    today: now,
    months: MONTHS.map((months) => addMonths(first, months)),
    until,
    days: days.map(presentCalendarDay),
  };
}
