import { type Day, weekdayOf } from '#billing/calendar.ts';
import { monthName, weekdayName } from '#contract/days.ts';
import type { CalendarDay } from '#contract/market-days.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { ProductName } from '../product-name.tsx';

export function isUsuallyOpen(date: Day, openWeekdays: readonly number[]): boolean {
  return openWeekdays.includes(weekdayOf(date));
}

/** Returns a day such as `Tuesday, 24 November`. */
function formatCalendarDay(date: Day, { t }: Translator): string {
  return t('calendar.day', {
    weekday: weekdayName(date, t),
    day: String(Number(date.slice(8))),
    month: monthName(date, t),
  });
}

interface DayLineProps {
  day: CalendarDay;
  translator: Translator;
}

export function DayLine({ day: { date, kind, reason, reason_si, reason_ta }, translator }: DayLineProps) {
  const title = translator.t(kind === 'open' ? 'calendar.openOn' : 'calendar.closedOn', {
    day: formatCalendarDay(date, translator),
  });
  return (
    <>
      <time dateTime={date}>{title}</time>{' '}
      <ProductName product={{ name: reason, name_si: reason_si, name_ta: reason_ta }} language={translator.language} />
    </>
  );
}
