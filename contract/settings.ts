import { z } from 'zod';
import { bulkActionNames, runIdIn } from './bulk-actions.ts';
import { call } from './call.ts';
import { dayText, idInPath, instant, percentIn } from './scalars.ts';

const message = z.string();

/** One VAT rate for every shop, from a day on (specification 2, section 5). */
const vatRate = z.object({
  id: z.int(),
  vat_rate: z.number().meta({ description: 'Percent' }),
  valid_from: dayText,
  set_by: z.string(),
  set_at: instant,
  /** When it became the rate of every shop; null while its day is still to come. */
  applied_at: instant.nullable(),
});
export type VatRate = z.output<typeof vatRate>;

const INVALID_RATE = 'Please enter a valid VAT rate greater than 0.';

/** As percentIn, but above 0, and with the specification's one sentence for whatever is none (2, section 5). */
const vatRateIn = z
  .unknown()
  .transform((given, context) => {
    const read = percentIn.safeParse(given);
    if (read.success && read.data > 0) return read.data;
    context.issues.push({ code: 'custom', input: given, message: INVALID_RATE });
    return z.NEVER;
  })
  .meta({ description: 'Percent above 0, at most 100: a number, or text such as 17.5; at most 2 decimals' });

/** One run of an action over the whole market, as it goes and how it ended. */
const run = z.object({
  id: z.string(),
  action: z.enum(bulkActionNames),
  /** The month or day that a scheduled run is for; null for one by hand. */
  period: z.string().nullable(),
  /** E-mail of who started it, or `schedule`. */
  started_by: z.string(),
  started_at: instant,
  ended_at: instant.nullable(),
  /** Shops done of all. */
  done: z.int(),
  total: z.int(),
  /** Interrupted: it has said nothing for some time, for its server was stopped. What it had done stands; run it again. */
  outcome: z.enum(['running', 'done', 'failed', 'interrupted']),
  /** How it ended, in a sentence. */
  summary: z.string(),
});
export type Run = z.output<typeof run>;

const dayOfMonth = z
  .int('Enter a day of the month.')
  .min(1, 'Enter a day from 1 to 28.')
  .max(28, 'Enter a day from 1 to 28, which every month has.');
const copyDays = 'Enter from 1 to 365 days.';

/** What the server does by itself: nothing that touches money, until somebody turns it on. */
const schedule = z.object({
  generate_invoices: z.boolean(),
  generate_day: dayOfMonth,
  apply_fines: z.boolean(),
  fines_day: dayOfMonth,
  daily_backup: z.boolean(),
  /** How long a daily copy is kept. */
  backup_days: z.int(copyDays).min(1, copyDays).max(365, copyDays),
});
export type Schedule = z.output<typeof schedule>;

/** Runs that are listed. */
export const NEWEST_RUNS = 50;

export const settings = {
  updateVatRate: call({
    method: 'PUT',
    path: '/api/settings/update-vat-rate',
    permission: 'books.write',
    summary:
      'Set one VAT rate for every shop from a day on, by default the first of this month; issued invoices keep theirs.',
    body: z.object({
      newVatRate: vatRateIn,
      /** Not before this month. A rate that is to come on that day already is replaced. */
      valid_from: dayText.optional(),
    }),
    answer: z.object({ message, rate: vatRate, shops_changed: z.int() }),
    refusals: [],
  }),
  vatRates: call({
    method: 'GET',
    path: '/api/settings/vat-rates',
    permission: 'books.read',
    summary: 'Every VAT rate for all shops: those to come, then the one that holds and those that it replaced.',
    answer: z.array(vatRate),
    refusals: [],
  }),
  dropVatRate: call({
    method: 'DELETE',
    path: '/api/settings/vat-rates/:id',
    permission: 'books.write',
    summary: 'Take back a rate whose day is still to come.',
    params: z.object({ id: idInPath }),
    answer: z.object({ message }),
    refusals: ['vat_rate_not_found'],
  }),
  runs: call({
    method: 'GET',
    path: '/api/settings/runs',
    permission: 'books.read',
    summary: `The newest ${NEWEST_RUNS} runs of the actions over the whole market, by hand and by schedule.`,
    answer: z.array(run),
    refusals: [],
  }),
  run: call({
    method: 'GET',
    path: '/api/settings/runs/:id',
    permission: 'books.read',
    summary: 'How far a run is.',
    params: z.object({ id: runIdIn }),
    answer: run,
    refusals: ['run_not_found'],
  }),
  schedule: call({
    method: 'GET',
    path: '/api/settings/schedule',
    permission: 'books.read',
    summary: 'What the server does by itself.',
    answer: schedule,
    refusals: [],
  }),
  setSchedule: call({
    method: 'PUT',
    path: '/api/settings/schedule',
    permission: 'books.write',
    summary: 'Say what the server shall do by itself.',
    body: schedule,
    answer: z.object({ message, schedule }),
    refusals: [],
  }),
};
