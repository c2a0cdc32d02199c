import { type Day, day, isDay, monthOf } from '#billing/calendar.ts';
import { useAddress } from '#web/ui/address/use-address.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';

/** The days whose tickets are shown, both included, and how the filters stand. */
export interface TicketPeriod {
  from: Day;
  to: Day;
  /** The fields as they are filled in; a range counts only when both of its ends are there. */
  date: Day | null;
  start: Day | null;
  end: Day | null;
  /** What is wrong with the range. */
  fault: string | undefined;
  chooseDate: (date: Day | null) => void;
  chooseRange: (start: Day | null, end: Day | null) => void;
}

const NEEDS_BOTH = 'A date range needs both dates.';
const TURNED = 'The end of a date range cannot be before its start.';

/** The period that the address asks for: a date, a range, this month (`range=month`), and today when it asks for none. */
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
    ...{ date, start, end, fault },
    chooseDate: (chosen) => change({ ...NO_DAYS, date: chosen ?? undefined }),
    chooseRange: (first, last) => change({ ...NO_DAYS, from: first ?? undefined, to: last ?? undefined }),
  };
}

/** One kind of filter at a time, and the first page of what it brings. */
const NO_DAYS = { date: undefined, from: undefined, to: undefined, range: undefined, page: undefined };

/** The period in words: `Today, 20 Nov 2026`. */
export function describeTicketPeriod({ from, to }: Pick<TicketPeriod, 'from' | 'to'>): string {
  if (from !== to) return `${formatOfficeDay(from)} – ${formatOfficeDay(to)}`;
  return from === browserToday() ? `Today, ${formatOfficeDay(from)}` : formatOfficeDay(from);
}

function faultOf(start: Day | null, end: Day | null): string | undefined {
  if ((start === null) !== (end === null)) return NEEDS_BOTH;
  return start !== null && end !== null && end < start ? TURNED : undefined;
}

function dayOrNone(text: string): Day | null {
  return isDay(text) ? text : null;
}
