import type { Day } from '#billing/calendar.ts';
import { type ApiMessageKey, apiMessage } from '#contract/messages/message.ts';
import type { DayRange } from '../../db/page-rows.ts';
import { badInput } from '../../http/core/read-request.ts';

interface PeriodQuery {
  date?: Day | undefined;
  startDate?: Day | undefined;
  endDate?: Day | undefined;
}

export function readDayRange({ date, startDate, endDate }: PeriodQuery): DayRange | undefined {
  const refuse = (field: keyof PeriodQuery, key: ApiMessageKey) => badInput([{ field, message: apiMessage(key) }]);
  if (date && (startDate || endDate)) throw refuse('date', 'tickets.period.day_or_range');
  if (startDate && !endDate) throw refuse('endDate', 'tickets.period.half');
  if (endDate && !startDate) throw refuse('startDate', 'tickets.period.half');
  if (startDate && endDate && endDate < startDate) throw refuse('endDate', 'refusals.period.reversed');
  if (date) return { from: date, to: date };
  return startDate && endDate ? { from: startDate, to: endDate } : undefined;
}
