import { z } from 'zod';
import { call } from './call.ts';
import { inputMessage } from './messages/input-message.ts';
import { dayText, lineText, optionalLine, timestamps } from './scalars.ts';
import { closedDayKinds, marketDayKinds } from './words.ts';

export const marketDay = z.object({
  date: dayText,
  kind: z.enum(marketDayKinds),
  reason: z.string(),
  reason_si: z.string(),
  reason_ta: z.string(),
  ...timestamps,
});
export type MarketDay = z.output<typeof marketDay>;
export type CalendarDay = Omit<MarketDay, 'createdAt' | 'updatedAt'>;

export const poyaReason = {
  reason: 'Full-moon (Poya) day',
  reason_si: 'පුර පසළොස්වක පෝය දිනය',
  reason_ta: 'பௌர்ணமி போயா தினம்',
} as const;

export const whyClosed = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(closedDayKinds),
    reason: z.string(),
    reason_si: z.string(),
    reason_ta: z.string(),
  }),
  z.object({ kind: z.literal('weekday') }),
]);

export const closedDay = whyClosed
  .nullable()
  .meta({ description: 'Why the market is closed on that day; null when it has a list, or should be open' });
export type ClosedDay = z.output<typeof closedDay>;

/** Weekdays from 0 (Sunday) to 6. They are sorted, and repeated ones are removed. */
const weekdays = z
  .array(z.int().min(0).max(6), { error: inputMessage('input.market-days.weekdays') })
  .min(1, inputMessage('input.market-days.no-weekday'))
  .max(7)
  .transform((days) => [...new Set(days)].toSorted((one, other) => one - other));

const marketDayFields = z.object({
  kind: z.enum(marketDayKinds),
  reason: lineText(120),
  reason_si: optionalLine(120).optional(),
  reason_ta: optionalLine(120).optional(),
});
export type MarketDayFields = z.output<typeof marketDayFields>;

const message = z.string();
const YEAR_RANGE = inputMessage('input.market-days.year', { min: '1999', max: '2100' });
const byDate = z.object({ date: dayText });

export const marketDays = {
  calendar: call({
    method: 'GET',
    path: '/api/market-days',
    permission: 'public',
    summary: 'Get the market calendar: the open weekdays, and the exceptions in a period.',
    query: z.object({
      from: dayText.optional().meta({ description: 'First day; defaults to 1 January of this year' }),
      to: dayText
        .optional()
        .meta({ description: 'Last day, less than 5 years after the first; defaults to 31 December of next year' }),
    }),
    answer: z.object({ open_weekdays: z.array(z.int()), days: z.array(marketDay) }),
    refusals: [],
    cached: true,
  }),
  save: call({
    method: 'PUT',
    path: '/api/market-days/:date',
    permission: 'prices.write',
    writes: 'versioned',
    summary: 'Mark a day as closed, with a reason, or as open.',
    params: byDate,
    body: marketDayFields.extend({
      despite_prices: z.boolean().optional().meta({ description: 'Close the day although it has a price list' }),
    }),
    answer: z.object({ message, day: marketDay }),
    refusals: ['day_has_prices'],
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/market-days/:date',
    permission: 'prices.write',
    writes: 'unkeyed',
    summary: 'Remove a day from the calendar. The open weekdays apply to it again.',
    params: byDate,
    answer: z.object({ message }),
    refusals: ['market_day_not_found'],
  }),
  setWeek: call({
    method: 'PUT',
    path: '/api/market-days/week',
    permission: 'prices.write',
    writes: 'versioned',
    summary: 'Set the weekdays on which the market is open.',
    body: z.object({ open_weekdays: weekdays }),
    answer: z.object({ message, open_weekdays: z.array(z.int()) }),
    refusals: [],
  }),
  addPoyaDays: call({
    method: 'POST',
    path: '/api/market-days/poya',
    permission: 'prices.write',
    writes: 'unkeyed',
    summary: 'Add the calculated full-moon (Poya) days of a year. Days already in the calendar are not changed.',
    body: z.object({
      year: z.int(YEAR_RANGE).min(1999, YEAR_RANGE).max(2100, YEAR_RANGE),
    }),
    answer: z.object({ message, added: z.array(dayText) }),
    refusals: [],
  }),
};
