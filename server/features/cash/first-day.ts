import type { Day } from '#billing/calendar.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { badInput } from '../../http/core/read-request.ts';

/** Throws the refusal `invalid_input` for a first day after today, before which everything would count as seen. */
export function refuseLaterDay(from: Day | null, today: Day): void {
  if (from !== null && from > today)
    throw badInput([{ field: 'from', message: apiMessage('cash.first_day.too_late', { last: { day: today } }) }]);
}
