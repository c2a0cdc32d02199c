import type { CalendarDay, ClosedDay, MarketDay } from '#contract/market-days.ts';
import type { MarketDayRow } from './queries.ts';

export function presentMarketDay(row: MarketDayRow): MarketDay {
  return { ...presentCalendarDay(row), createdAt: row.created_at, updatedAt: row.updated_at };
}

export function presentCalendarDay({ date, kind, reason, reason_si, reason_ta }: MarketDayRow): CalendarDay {
  return { date, kind, reason, reason_si, reason_ta };
}

/** Returns the weekdays of a stored text: `135` is Monday, Wednesday and Friday. */
export function presentWeek(openWeekdays: string): number[] {
  return [...openWeekdays].map(Number);
}

export function presentClosedDay({ kind, reason, reason_si, reason_ta }: MarketDayRow): ClosedDay {
  return kind === 'open' ? null : { kind, reason, reason_si, reason_ta };
}
