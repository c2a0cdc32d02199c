import { z } from 'zod';
import { call } from './call.ts';
import { dayText, instant, yearInPath } from './scalars.ts';

export const FEWEST_ARRIVALS = 5;
/**
 * Cached arrivals expire after 15 minutes, because tickets do not raise the data version. If they did, the cache would
 * be emptied hundreds of times a morning.
 */
export const ARRIVALS_EXPIRE_SECONDS = 15 * 60;
export const MOST_ARRIVAL_DAYS = 366;

/**
 * The name for all vehicle types whose count on a day is too small to be published. No type can have this name, because
 * type names begin with a capital letter.
 */
export const OTHER_TYPES = 'other';

const PRIVACY =
  'No count is of fewer than 5 vehicles, nor can such a count be calculated: vehicle types with fewer on a day are together `other`, and hours with fewer are together the hour `null`, with the last larger ones, so that they are 10 or more if the day has as many. Each vehicle is in one count. A day with fewer than 5 vehicles is left out, like one with none.';

const arrivalDay = z.object({
  date: dayText,
  total: z.int().meta({ description: 'All vehicles of the day: the sum of `counts`' }),
  changed_at: instant.nullable().meta({
    description:
      'When a late ticket of a phone or a cancelled ticket last changed the counts after the day had ended; null if never',
  }),
  counts: z.array(
    z.object({
      vehicle_type: z.string().meta({
        description: 'English name of the type, or `other`: the types of too few vehicles, together',
        examples: ['Lorry', OTHER_TYPES],
      }),
      hour: z
        .int()
        .min(0)
        .max(23)
        .nullable()
        .meta({ description: 'The hour in Colombo: 6 is 06:00 to 06:59. null: the other hours of the type, together' }),
      count: z.int().min(FEWEST_ARRIVALS),
    }),
  ),
});
export type ArrivalDay = z.output<typeof arrivalDay>;

export const arrivals = {
  list: call({
    method: 'GET',
    path: '/api/v1/arrivals',
    permission: 'public',
    summary: `Count the vehicles that got a ticket at the gate, by day, vehicle type and hour, oldest day first: of the last 7 days, or of a period of at most ${MOST_ARRIVAL_DAYS} days. Cancelled tickets are not counted. ${PRIVACY}`,
    query: z.object({ from: dayText.optional(), to: dayText.optional() }),
    answer: z.object({
      as_of: instant.meta({ description: 'When the vehicles were counted: at most 15 minutes ago' }),
      days: z.array(arrivalDay),
    }),
    refusals: [],
    cached: true,
    expiresSeconds: ARRIVALS_EXPIRE_SECONDS,
  }),
  yearCsv: call({
    method: 'GET',
    path: '/api/v1/years/:year/arrivals.csv',
    permission: 'public',
    summary:
      'Get the vehicles of a year as CSV (RFC 4180, UTF-8): date,vehicle_type,hour,count, with the rules of /api/v1/arrivals.',
    params: z.object({ year: yearInPath }),
    answer: z.string().meta({ description: 'A header row, then a row for each count; the hour null is empty' }),
    file: ['csv'],
    refusals: ['year_not_found'],
    cached: true,
    expiresSeconds: ARRIVALS_EXPIRE_SECONDS,
  }),
};
