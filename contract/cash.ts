import { z } from 'zod';
import { call } from './call.ts';
import { chequeOut } from './cheques.ts';
import { dayText, instant, orNone, rupeesOut, screenLine } from './scalars.ts';
import { movementKinds, paymentMethods } from './words.ts';

/**
 * Money that was received or paid back. A correction has the payment method of the payment that it corrects. A movement
 * that is voided on a later day is reversed by a separate movement.
 */
const movement = z.object({
  entry_id: z.int(),
  /** The payment that this movement records, corrects or voids; null for other movements, such as deposits. */
  payment_id: z.int().nullable(),
  kind: z.enum(movementKinds),
  shop_id: z.string(),
  tenancy_id: z.int(),
  tenant_name: z.string(),
  method: z.enum(paymentMethods),
  ...chequeOut,
  /** An amount received is above 0, an amount paid back below 0. */
  amount: rupeesOut,
  /**
   * True when the movement was voided on the day on which it was recorded. Such a movement is not included in any sum.
   */
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
  /**
   * Payments and corrections that are not void: the total that the "All payments" page shows for that day and person.
   */
  payments: rupeesOut,
  /** The reversals of movements of earlier days that were voided on this day; below 0 for payments. */
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
  /** The person whose movements are listed; null when those of everybody are listed. */
  person: z.object({ email: z.string(), name: z.string() }).nullable(),
  movements: z.array(movement),
  sums: daySums,
  /** The sums of each person whose movements the caller may see. */
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
