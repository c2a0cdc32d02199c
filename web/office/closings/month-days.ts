import { addMonths, type Day, firstDayOf, type Month } from '#billing/calendar.ts';

export function dayAfter(month: Month): Day {
  return addMonths(firstDayOf(month), 1);
}
