import { type Day, weekdayOf } from '#billing/calendar.ts';
import { type ClosedDay, marketDays } from '#contract/market-days.ts';
import { currentLanguage, t } from '#web/i18n/t.ts';
import { api } from '../api.ts';

export async function loadClosedDay(date: Day, signal?: AbortSignal): Promise<ClosedDay> {
  const query = { from: date, to: date };
  const { days, open_weekdays } = await api(marketDays.calendar, { query }, { ...(signal && { signal }) });
  const [entry] = days;
  if (entry) return entry.kind === 'open' ? null : { ...entry, kind: entry.kind };
  return open_weekdays.includes(weekdayOf(date)) ? null : { kind: 'weekday' };
}

export function describeClosed(closed: NonNullable<ClosedDay>): string {
  if (closed.kind === 'weekday') return t('prices.closed.weekday');
  const language = currentLanguage();
  const own = language === 'en' ? '' : closed[`reason_${language}`];
  return t('prices.closed.reason', { kind: t(`market-days.kind.${closed.kind}`), reason: own || closed.reason });
}
