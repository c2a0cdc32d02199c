import { z } from 'zod';
import { call } from './call.ts';
import { countedMoney } from './cash.ts';
import { dayText, idInPath, instant, month, reasonIn, rupeesOut } from './scalars.ts';
import { monthParts, monthStates, paymentMethods } from './words.ts';

/** The maximum number of closings in the list. The newest are listed. */
export const MOST_CLOSINGS = 200;
/** The maximum number of entries of closed months in the list of a later month. */
export const MOST_CHANGES = 500;

/** Whether the month of an entry is that of its recording or that of the closed day to which it belongs. */
const closedChangeOf = ['recorded', 'day'] as const;

/** A part of a month: what there is, and what of it is not done at the end of the month or since. */
const part = z.object({
  part: z.enum(monthParts),
  count: z.int(),
  amount: rupeesOut.nullable(),
  open: z.int(),
  open_amount: rupeesOut.nullable(),
});
export type MonthPartFigures = z.output<typeof part>;

const rest = part.pick({ part: true, open: true });

const closing = z.object({
  closing_id: z.int(),
  /** The last closed month. All months since the closing before belong to it. */
  month,
  first_day: dayText.nullable().meta({ description: 'Null for the first closing, which has no first day' }),
  last_day: dayText,
  closed_at: instant,
  closed_by: z.string(),
  /** What was not done when it was closed. */
  rests: z.array(rest.extend({ open_amount: rupeesOut.nullable() })),
  entries: z.int().meta({ description: 'Entries of the journal that it holds' }),
  reopened_at: instant.nullable(),
  reopened_by: z.string().nullable(),
  reason: z.string().nullable(),
});
export type MonthClosing = z.output<typeof closing>;

const message = z.string();
const oneMonth = z.object({ month });
const closingAnswer = z.object({ message, closing });

export const closings = {
  month: call({
    method: 'GET',
    path: '/api/months/:month',
    permission: 'reports.read',
    summary:
      'Get a month: bills generated, printed, sent and seen, money collected by method, what is confirmed, overdue, in ' +
      'hand, at the bank and declared, each with what is not done.',
    params: oneMonth,
    answer: z.object({
      month,
      state: z.enum(monthStates),
      /** The closing that holds the month. */
      closing: closing.nullable(),
      first_open_day: dayText.nullable().meta({ description: 'Null while no month is closed' }),
      parts: z.array(part),
      collected: z.array(countedMoney.extend({ method: z.enum(paymentMethods) })),
      bank_accounts: z.array(
        z.object({
          account_id: z.int(),
          name: z.string(),
          open_lines: z.int(),
          unexplained: rupeesOut.nullable().meta({ description: 'Null if the bank states no balance' }),
        }),
      ),
    }),
    refusals: [],
  }),
  changes: call({
    method: 'GET',
    path: '/api/months/:month/changes',
    permission: 'reports.read',
    summary:
      'List the entries of the journal of a month that belong to days of months closed before, at most ' +
      `${MOST_CHANGES}: what was recorded or changed since. With of=day, the entries of later months that belong to days of ` +
      'this one.',
    params: oneMonth,
    query: z.object({ of: z.enum(closedChangeOf).default('recorded') }),
    answer: z.array(z.object({ id: z.string(), day: dayText, of_day: dayText, text: z.string(), amount: rupeesOut })),
    refusals: ['journal_differs'],
  }),
  list: call({
    method: 'GET',
    path: '/api/closings',
    permission: 'reports.read',
    summary: `List the closings of months, the newest ${MOST_CLOSINGS} first, with those that were reopened.`,
    answer: z.array(closing),
    refusals: [],
  }),
  close: call({
    method: 'POST',
    path: '/api/months/:month/close',
    permission: 'books.write',
    writes: 'once',
    summary:
      'Close a month that is over, and all open months before it: the entries of the journal of its days never change ' +
      'again. `rests` has the number of each part that is not done (`open`), as the month shows it.',
    params: oneMonth,
    body: z.object({ rests: z.partialRecord(z.enum(monthParts), z.int().positive()) }),
    answer: closingAnswer,
    refusals: ['month_not_over', 'month_closed', 'month_rests_differ', 'journal_differs'],
  }),
  reopen: call({
    method: 'POST',
    path: '/api/closings/:id/reopen',
    permission: 'settings.write',
    writes: 'once',
    summary: 'Reopen the months of the last closing, with a reason.',
    params: z.object({ id: idInPath }),
    body: z.object({ reason: reasonIn }),
    answer: closingAnswer,
    refusals: ['closing_not_found', 'closing_not_last'],
  }),
};
