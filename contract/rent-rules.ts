import { z } from 'zod';
import { call } from './call.ts';
import { guarded } from './money-effects.ts';
import { dayOfMonthIn, instant, month, percentIn } from './scalars.ts';

const message = z.string();

/** Rules that apply to a month and all later months, until new ones are set (docs/rules.md, Due day and fine rate). */
const rentRulesOfMonth = z.object({
  from_month: month,
  rent_due_day: z.int().meta({ description: 'Day of the month' }),
  fine_rate: z.number().meta({ description: 'Percent of the unpaid rent' }),
  /** Whether the first month of a tenancy is billed by days instead of whole. */
  first_month_by_days: z.boolean(),
  /** Whether a post-dated cheque counts from its own day instead of its receipt. */
  cheques_on_their_day: z.boolean(),
  set_by: z.string(),
  set_at: instant,
  state: z.enum(['scheduled', 'current', 'replaced']),
});
export type RentRulesOfMonth = z.output<typeof rentRulesOfMonth>;

export const rentRules = {
  set: call({
    method: 'PUT',
    path: '/api/settings/update-rent-rules',
    permission: 'books.write',
    writes: 'versioned',
    summary:
      'Set the due day and the fine rate of the rent of a month, by default this one, and those after it, and whether ' +
      'the first month of a tenancy is billed by days, and whether post-dated cheques count from their own day. Issued ' +
      'invoices and recorded payments do not change.',
    body: z.object({
      rent_due_day: dayOfMonthIn,
      fine_rate: percentIn,
      /** Without this field, the first month of a tenancy is billed as the rules of before say. */
      first_month_by_days: z.boolean().optional(),
      /** Without this field, post-dated cheques count as the rules of before say. */
      cheques_on_their_day: z.boolean().optional(),
      /**
       * The first month in which the rules apply: this month or a later one. Rules that were set for the same month are
       * replaced.
       */
      from_month: month.optional(),
    }),
    versionFields: ['rules'],
    answer: z.object({ message }),
    refusals: [...guarded],
  }),
  list: call({
    method: 'GET',
    path: '/api/settings/rent-rules',
    permission: 'books.read',
    summary:
      'List due days and fine rates, the newest month first. In months before them rent is due on the 15th and the ' +
      'fine is 30%.',
    answer: z.array(rentRulesOfMonth),
    refusals: [],
  }),
  cancel: call({
    method: 'DELETE',
    path: '/api/settings/rent-rules/:month',
    permission: 'books.write',
    writes: 'once',
    summary: 'Cancel the due day and the fine rate of a future month.',
    params: z.object({ month }),
    answer: z.object({ message }),
    refusals: ['rent_rules_not_found', ...guarded],
  }),
};
