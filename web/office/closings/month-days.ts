import { addMonths, type Day, firstDayOf, type Month, monthOf } from '#billing/calendar.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';

export function dayAfter(month: Month): Day {
  return addMonths(firstDayOf(month), 1);
}

/** Returns the last month that is over. */
export function lastMonthOver(): Month {
  return monthOf(addMonths(firstDayOf(monthOf(browserToday())), -1));
}
