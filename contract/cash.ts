import { z } from 'zod';
import { call } from './call.ts';
import { chequeOut } from './cheques.ts';
import { dayText, instant, orNone, rupeesOut, screenLine } from './scalars.ts';
import { movementKinds, paymentMethods } from './words.ts';

/**
 * Money that was received or paid back. A correction has the method of its payment, and a void one takes an earlier
 * movement back.
 */
const movement = z.object({
  entry_id: z.int(),
  /** The payment that is paid, corrected or void; null for other money of a tenancy. */
  payment_id: z.int().nullable(),
  kind: z.enum(movementKinds),
  shop_id: z.string(),
  tenancy_id: z.int(),
  tenant_name: z.string(),
  method: z.enum(paymentMethods),
  ...chequeOut,
  /** Above 0 received, below 0 paid back. */
  amount: rupeesOut,
  /** True when it was void before the day was over. Such a movement is in no sum. */
  is_void: z.boolean(),
  at: instant,
  /** The day of the payment, which may be earlier than the day on which it was recorded. */
  paid_on: dayText,
  person: z.string(),
  note: z.string(),
});
export type Movement = z.output<typeof movement>;

const sums = {
  count: z.int(),
  /** Payments and corrections that are not void: what All payments shows for that day and person. */
  payments: rupeesOut,
  /** Payments of earlier days that were voided, below 0. */
  voids: rupeesOut,
  /** Deposits received, less deposits and credit paid back. */
  other: rupeesOut,
  total: rupeesOut,
};

const methodSums = z.object({ method: z.enum(paymentMethods), ...sums });

const daySums = z.object({ ...sums, cash: rupeesOut, methods: z.array(methodSums) });
export type DaySums = z.output<typeof daySums>;

const cashDay = z.object({
  date: dayText,
  /** The person whose day it is; null for everybody. */
  person: z.object({ email: z.string(), name: z.string() }).nullable(),
  movements: z.array(movement),
  sums: daySums,
  /** The sums of everybody whose day the caller may see. */
  people: z.array(z.object({ email: z.string(), name: z.string(), sums: daySums })),
});
export type CashDay = z.output<typeof cashDay>;

export const EVERYBODY = 'all';

const oneDay = z.object({
  date: orNone(dayText),
  by: orNone(screenLine(254)).meta({ description: `An email, or ${EVERYBODY}; by default the caller's` }),
});

export const cash = {
  day: call({
    method: 'GET',
    path: '/api/cash/day',
    permission: 'books.read',
    summary:
      'Get what a person received and paid back on a day, by default the caller today, with sums by method. Cashiers see ' +
      'only their own days.',
    query: oneDay,
    answer: cashDay,
    refusals: [],
  }),
  daySheet: call({
    method: 'GET',
    path: '/api/cash/day/sheet',
    permission: 'books.read',
    summary: 'Get the sheet of a day as a PDF: sums by method, movements and cheques, with lines for signatures.',
    query: oneDay,
    answer: z.string(),
    file: ['pdf'],
    refusals: [],
  }),
};
