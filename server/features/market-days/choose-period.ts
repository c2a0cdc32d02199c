import { addDays, addMonths, type Day, day } from '#billing/calendar.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { badInput } from '../../http/core/read-request.ts';

const LONGEST_YEARS = 5;
const FIRST_YEAR = 1900;
const LAST_YEAR = 2999;

export function choosePeriod(
  asked: { from?: Day | undefined; to?: Day | undefined },
  today: Day,
): { from: Day; to: Day } {
  const from = asked.from ?? day(`${asked.to ? Math.max(yearOf(asked.to) - 1, FIRST_YEAR) : yearOf(today)}-01-01`);
  const to = asked.to ?? day(`${Math.min(yearOf(from) + 1, LAST_YEAR)}-12-31`);
  if (to < from) throw badInput([{ field: 'to', message: apiMessage('refusals.period.reversed') }]);
  const last = addDays(addMonths(from, 12 * LONGEST_YEARS), -1);
  const tooLong = apiMessage('market-days.period.too_long', { years: LONGEST_YEARS, date: last });
  if (to > last) throw badInput([{ field: 'to', message: tooLong }]);
  return { from, to };
}

function yearOf(date: Day): number {
  return Number(date.slice(0, 4));
}
