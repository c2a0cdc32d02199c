import { type Day, weekdayOf } from '#billing/calendar.ts';
import type { DayFault } from '#contract/day-text.ts';
import { weekdayNames } from '#contract/month-names.ts';
import { currentLanguage, t } from '#web/i18n/t.ts';
import { browserToday } from '../format/browser-clock.ts';
import { formatOfficeDay, type MonthNumber } from '../format/dates.ts';

/** `Thursday, 26 November 2026`, so that a wrong reading is seen. */
export function dayInWords(day: Day): string {
  const month = t(`ui.month.${day.slice(5, 7) as MonthNumber}`);
  const date = t('shared.date.day', { year: day.slice(0, 4), month, day: String(Number(day.slice(8))) });
  return t('ui.day.inWords', { weekday: weekdayName(day), day: date });
}

export function dayFaultText(fault: DayFault, text: string): string {
  switch (fault.kind) {
    case 'unread':
      return t('ui.day.unread', { text: text.trim() });
    case 'noDay': {
      const month = t(`ui.month.${String(fault.month).padStart(2, '0') as MonthNumber}`);
      return t('ui.day.noDay', { day: String(fault.day), month, year: String(fault.year) });
    }
    case 'noMonth':
      return t('ui.day.noMonth', { month: String(fault.month) });
    case 'otherWeekday':
      return t('ui.day.otherWeekday', { day: formatOfficeDay(fault.day), weekday: weekdayName(fault.day) });
    case 'tooLate':
      if (fault.latest === browserToday()) return t('ui.day.afterToday', { day: formatOfficeDay(fault.day) });
      return t('ui.day.tooLate', { day: formatOfficeDay(fault.latest) });
    case 'tooEarly':
      return t('ui.day.tooEarly', { day: formatOfficeDay(fault.earliest) });
  }
}

function weekdayName(day: Day): string {
  return weekdayNames[currentLanguage()][weekdayOf(day)] ?? '';
}
