import { type Day, weekdayOf } from '#billing/calendar.ts';
import { type ClosedDay, marketDays } from '#contract/market-days.ts';
import { t } from '#web/i18n/t.ts';
import { api } from '../api.ts';
import { localReason } from '../market-days/map-day.ts';

export async function loadClosedDay(date: Day, signal?: AbortSignal): Promise<ClosedDay> {
  const query = { from: date, to: date };
  const { days, open_weekdays } = await api(marketDays.calendar, { query }, { ...(signal && { signal }) });
  const [entry] = days;
  if (entry) return entry.kind === 'open' ? null : { ...entry, kind: entry.kind };
  return open_weekdays.includes(weekdayOf(date)) ? null : { kind: 'weekday' };
}

export function describeClosed(closed: NonNullable<ClosedDay>): string {
  if (closed.kind === 'weekday') return t('prices.closed.weekday');
  return t('prices.closed.reason', { kind: t(`market-days.kind.${closed.kind}`), reason: localReason(closed) });
}
