import type { DatePickerProps } from '@mantine/dates';
import { day, monthOf, weekdayOf } from '#billing/calendar.ts';
import { t } from '#web/i18n/t.ts';
import type { MonthNumber } from '../format/dates.ts';

type WeekdayNumber = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** Texts of our own, because the library's for Sinhala and Tamil have other names and another order. */
export const calendarTexts = {
  getDayAriaLabel: (date) => t('shared.date.day', { ...longParts(date), day: String(Number(date.slice(8))) }),
  monthLabelFormat: (date) => t('shared.date.month', longParts(date)),
  monthsListFormat: (date) => t(`shared.monthShort.${monthNumber(date)}`),
  weekdayFormat: (date) => t(`ui.weekdayShort.${weekdayOf(day(date)) as WeekdayNumber}`),
} satisfies Partial<DatePickerProps>;

function longParts(date: string): { year: string; month: string } {
  return { year: date.slice(0, 4), month: t(`ui.month.${monthNumber(date)}`) };
}

function monthNumber(date: string): MonthNumber {
  return monthOf(day(date)).slice(5) as MonthNumber;
}
