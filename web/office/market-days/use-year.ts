import { addDays, addMonths, type Day, day } from '#billing/calendar.ts';
import { useAddress } from '#web/ui/address/use-address.ts';
import { yearsAround } from '#web/ui/address/use-period.ts';
import { browserToday, browserYear } from '#web/ui/format/browser-clock.ts';

const YEARS_AHEAD = 3;
const YEARS_BACK = 10;

export const UPCOMING = 'upcoming';

export interface CalendarPeriod {
  period: string;
  year: string;
  from: Day;
  to: Day;
  choose: (period: string) => void;
}

export function useCalendarPeriod(): CalendarPeriod {
  const { get, change } = useAddress();
  const asked = get('year');
  const choose = (chosen: string) => change({ year: chosen === UPCOMING ? undefined : chosen, page: undefined });
  if (/^(19[0-9]{2}|2[0-9]{3})$/.test(asked)) {
    return { period: asked, year: asked, from: day(`${asked}-01-01`), to: day(`${asked}-12-31`), choose };
  }
  const today = browserToday();
  return { period: UPCOMING, year: browserYear(), from: today, to: addDays(addMonths(today, 12), -1), choose };
}

export function calendarYearChoices(shown: string): string[] {
  const years = yearsAround({ back: YEARS_BACK, ahead: YEARS_AHEAD });
  return years.includes(shown) ? years : [...years, shown].toSorted().toReversed();
}
