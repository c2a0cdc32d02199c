import { type Day, day, monthOf } from '#billing/calendar.ts';
import { t } from '#web/i18n/t.ts';
import { useAddress } from '#web/ui/address/use-address.ts';
import { dayOrNone, rangeFault } from '#web/ui/form/day-range.tsx';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';

export interface TicketPeriod {
  from: Day;
  to: Day;
  /** A range applies only when it is complete. */
  date: Day | null;
  start: Day | null;
  end: Day | null;
  fault: string | undefined;
  chooseDate: (date: Day | null) => void;
  chooseRange: (start: Day | null, end: Day | null) => void;
}

/** A date, a range, this month (`range=month`), otherwise today. */
export function useTicketPeriod(): TicketPeriod {
  const { get, change } = useAddress();
  const now = browserToday();
  const isThisMonth = get('range') === 'month';
  const date = dayOrNone(get('date'));
  const start = isThisMonth ? day(`${monthOf(now)}-01`) : dayOrNone(get('from'));
  const end = isThisMonth ? now : dayOrNone(get('to'));
  const fault = faultOf(start, end);
  const isRange = start !== null && end !== null && fault === undefined;
  return {
    from: isRange ? start : (date ?? now),
    to: isRange ? end : (date ?? now),
    date,
    start,
    end,
    fault,
    chooseDate: (chosen) => change({ ...NO_DAYS, date: chosen ?? undefined }),
    chooseRange: (first, last) => change({ ...NO_DAYS, from: first ?? undefined, to: last ?? undefined }),
  };
}

/** Clears the other kind of filter. */
const NO_DAYS = { date: undefined, from: undefined, to: undefined, range: undefined, page: undefined };

export function describeTicketPeriod({ from, to }: Pick<TicketPeriod, 'from' | 'to'>): string {
  if (from !== to) return t('tickets.period.range', { from: formatOfficeDay(from), to: formatOfficeDay(to) });
  const text = formatOfficeDay(from);
  return from === browserToday() ? t('tickets.period.today', { day: text }) : text;
}

function faultOf(start: Day | null, end: Day | null): string | undefined {
  if ((start === null) !== (end === null)) return t('tickets.period.needsBoth');
  return rangeFault(start, end);
}
