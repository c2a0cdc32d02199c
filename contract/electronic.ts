import { z } from 'zod';
import { call } from './call.ts';
import { guarded } from './money-effects.ts';
import { dayText, orNone, rupeesOut, screenLine } from './scalars.ts';
import { electronicMethods } from './words.ts';

export const confirmations = ['to_confirm', 'confirmed'] as const;
export type Confirmation = (typeof confirmations)[number];

const counted = { count: z.int(), amount: rupeesOut };

/** The electronic payments that are to be confirmed: all of them, and those that each person recorded. */
export const unconfirmedMoney = z.object({
  ...counted,
  people: z.array(
    z.object({
      email: z.string(),
      name: z.string(),
      ...counted,
      /** The day on which the oldest of these payments was recorded. */
      oldest: dayText,
    }),
  ),
});
export type UnconfirmedMoney = z.output<typeof unconfirmedMoney>;

/** An electronic payment or deposit that was not found missing. */
const electronicPayment = z.object({
  /** The number of the payment; of a deposit the number of its entry, which has no receipt. */
  payment_id: z.int(),
  is_deposit: z.boolean(),
  shop_id: z.string(),
  tenancy_id: z.int(),
  tenant_name: z.string(),
  method: z.enum(electronicMethods),
  /** The amount of the payment, including its corrections. */
  amount: rupeesOut,
  paid_on: dayText,
  received_on: dayText,
  received_by: z.string(),
  /** The day on which the bank received the money; null while this is to be confirmed. */
  confirmed_on: dayText.nullable(),
  confirmed_by: z.string().nullable(),
});
export type ElectronicPayment = z.output<typeof electronicPayment>;

/** The number of days before the day of a payment on which the bank may have received its money. */
export const DAYS_BEFORE_PAYMENT = 31;

/** The maximum number of electronic payments in a list, and in one request that confirms them. */
export const MOST_ELECTRONIC = 500;

const message = z.string();
/** Electronic payments that were recorded before this day count as confirmed. Null: none of them. */
const settings = z.object({ from: dayText.nullable() });

export const electronic = {
  list: call({
    method: 'GET',
    path: '/api/cash/electronic',
    permission: 'books.read',
    summary:
      `List electronic payments: the ${MOST_ELECTRONIC} that have longest been to be confirmed, or the ` +
      `${MOST_ELECTRONIC} that were confirmed last, of one person or of everybody. to_confirm counts all of them. ` +
      'Cashiers see only their own.',
    query: z.object({ state: z.enum(confirmations).default('to_confirm'), by: orNone(screenLine(254)) }),
    answer: z.object({ payments: z.array(electronicPayment), to_confirm: unconfirmedMoney }),
    refusals: [],
  }),
  confirm: call({
    method: 'POST',
    path: '/api/cash/electronic/confirmed',
    permission: 'books.write',
    writes: 'once',
    summary:
      'Record the day on which the bank received the money of electronic payments; without a day they are to be ' +
      'confirmed again. All or none are recorded. No balance changes. Payments that the caller recorded count towards ' +
      'the approval limit.',
    body: z.object({
      payment_ids: z.array(z.int().positive()).min(1).max(MOST_ELECTRONIC),
      confirmed_on: dayText.nullable(),
    }),
    moneyDays: ['confirmed_on'],
    answer: z.object({ message, payments: z.array(electronicPayment), to_confirm: unconfirmedMoney }),
    refusals: ['payment_not_found', 'not_electronic', 'day_closed', ...guarded],
  }),
  getSettings: call({
    method: 'GET',
    path: '/api/settings/confirmation',
    permission: 'books.read',
    summary: 'Get the day from which electronic payments are to be confirmed.',
    answer: settings,
    refusals: [],
  }),
  setSettings: call({
    method: 'PUT',
    path: '/api/settings/confirmation',
    permission: 'books.write',
    writes: 'versioned',
    summary:
      'Set the day from which electronic payments are to be confirmed, at the latest today. Earlier own payments count towards the approval limit.',
    body: settings,
    answer: z.object({ message, settings: settings }),
    refusals: [...guarded],
  }),
};
