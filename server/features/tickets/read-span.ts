import type { Day } from '#billing/calendar.ts';
import { badInput } from '../../http/core/endpoint.ts';

/** Both days are included. */
export interface DayRange {
  from: Day;
  to: Day;
}

interface Asked {
  date?: Day | undefined;
  startDate?: Day | undefined;
  endDate?: Day | undefined;
}

/**
 * Returns the requested days; undefined for all. Throws a refusal for half a period (specification 2, section 5), one
 * that ends before it starts, and a day together with a period.
 */
export function readDayRange({ date, startDate, endDate }: Asked): DayRange | undefined {
  const refuse = (field: keyof Asked, message: string) => badInput([{ field, message }]);
  if (date && (startDate || endDate)) throw refuse('date', 'Ask for a day or for a date range, not for both.');
  if (startDate && !endDate) throw refuse('endDate', 'A date range needs both dates.');
  if (endDate && !startDate) throw refuse('startDate', 'A date range needs both dates.');
  if (startDate && endDate && endDate < startDate)
    throw refuse('endDate', 'The end of a date range cannot be before its start.');
  if (date) return { from: date, to: date };
  return startDate && endDate ? { from: startDate, to: endDate } : undefined;
}
