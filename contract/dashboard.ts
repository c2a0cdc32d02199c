import { z } from 'zod';
import { call } from './call.ts';
import { cashDesk, chequeSums, countedMoney, uncountedCash } from './cash.ts';
import { promisedCheques } from './cheques.ts';
import { unconfirmedMoney } from './electronic.ts';
import { gateIncome } from './gate.ts';
import { gateCashHeld } from './gate-cash.ts';
import { inputMessage } from './messages/input-message.ts';
import { dayText, instant, month, rupeesOut } from './scalars.ts';
import { reminderLevels } from './words.ts';

/** The number of invoices of a month by status. */
const invoiceCounts = z.object({
  total_invoices: z.int(),
  paid_count: z.int(),
  unpaid_count: z.int(),
  partial_count: z.int(),
  arrest_count: z.int(),
});

/**
 * Charges by the month of their invoice, and what has been paid towards them so far. A sum is 0, never null, when there
 * are no charges.
 */
const sums = {
  invoiceCounts,
  rentSums: z.object({ total_rent_amount: rupeesOut, total_rent_paid: rupeesOut }),
  vatSums: z.object({ total_vat_amount: rupeesOut, total_vat_paid: rupeesOut }),
  fineSums: z.object({ total_fine_amount: rupeesOut, total_fine_paid: rupeesOut }),
  operationFeeSums: z.object({ total_operation_amount: rupeesOut, total_operation_paid: rupeesOut }),
  otherChargeSums: z.object({ total_other_amount: rupeesOut, total_other_paid: rupeesOut }),
};

const standing = {
  shopBalanceSum: z.object({ total_shop_balance: rupeesOut }),
  tenantCount: z.int(),
  shopCount: z.int(),
};

const monthSummary = z.object({ ...sums, ...standing });
const yearSummary = z.object({
  year: z.int(),
  monthlySummaries: z.array(z.object({ month: z.int(), ...sums })),
  ...standing,
});
export type MonthSums = z.output<z.ZodObject<typeof sums>>;
export type MonthSummary = z.output<typeof monthSummary>;
export type YearSummary = z.output<typeof yearSummary>;

/** A tenant's debt, split by days overdue. */
const debtor = z.object({
  shop_id: z.string(),
  shop_name: z.string(),
  tenancy_id: z.int(),
  tenant_name: z.string(),
  /** True when the tenant has left the shop. */
  former: z.boolean(),
  not_due: rupeesOut,
  days_1_30: rupeesOut,
  days_31_60: rupeesOut,
  days_61_90: rupeesOut,
  days_over_90: rupeesOut,
  /** The debt that a balance below 0 represents, as an amount above 0. */
  debt: rupeesOut,
  total_owed: rupeesOut,
  oldest_month: month.nullable(),
  /** Cheques that were received and count later. */
  promised_cheques: promisedCheques,
  /** The amount past its due day, less these cheques, as a reminder states it. */
  overdue: rupeesOut,
  /** The level of the last reminder. */
  reminder_level: z.enum(reminderLevels).nullable(),
  reminded_on: dayText.nullable(),
  /**
   * The last promise to pay. It is broken when its day has passed and less than `promised_amount` has been paid since
   * it was made.
   */
  promised_on: dayText.nullable(),
  promised_amount: rupeesOut.nullable(),
  promise_broken: z.boolean(),
});
export type Debtor = z.output<typeof debtor>;

const auditChange = z.object({
  audit_id: z.int(),
  event_type: z.string(),
  event_description: z.string(),
  shop_id: z.string().nullable(),
  old_value: z.string().nullable(),
  new_value: z.string().nullable(),
  edit_reason: z.string().nullable(),
  event_date: instant,
  user_actioned: z.string(),
});

const differences = z.object({ count: z.int(), missing: rupeesOut, surplus: rupeesOut });

const year = z.string().regex(/^\d{4}$/, inputMessage('input.year'));
const monthNumber = z.string().regex(/^(0?[0-9]|1[0-2])?$/, inputMessage('input.month-number'));

/** The steps of setting up a new market, in the order in which the setup list shows them. */
export const setupSteps = [
  'visitors',
  'contact',
  'bank',
  'catalogue',
  'shops',
  'tenants',
  'rent-rules',
  'vat',
  'ticket-prices',
  'mail',
  'person',
  'copy',
  'cash-count',
  'prices',
  'invoice',
  'payment',
  'ticket',
] as const;
export type SetupStep = (typeof setupSteps)[number];
/**
 * Steps that a person marks as done. The data cannot show whether they are done, because the initial value may be the
 * right one.
 */
export const confirmedSteps = ['visitors', 'rent-rules', 'vat', 'copy', 'cash-count'] as const satisfies SetupStep[];
export type ConfirmedStep = (typeof confirmedSteps)[number];

export const dashboard = {
  summary: call({
    method: 'GET',
    path: '/api/summery/summary',
    permission: 'dashboard.read',
    summary: 'Get invoice counts and totals for a month, or for each month of a year when no month is given.',
    query: z.object({ year, month: monthNumber.optional() }),
    answer: z.union([monthSummary, yearSummary]),
    refusals: [],
  }),
  setup: call({
    method: 'GET',
    path: '/api/setup',
    permission: 'settings.read',
    summary: 'List the steps of setting up the market, each with its state as the data shows it, and what is set.',
    answer: z.object({
      is_put_away: z.boolean(),
      is_new: z.boolean().meta({ description: 'True while there is no shop' }),
      steps: z.array(
        z.object({
          step: z.enum(setupSteps),
          is_done: z.boolean(),
          is_confirmed: z.boolean().meta({ description: 'A person said that the first values are right' }),
          detail: z.string().nullable().meta({ description: 'What is set' }),
        }),
      ),
    }),
    refusals: [],
  }),
  setSetup: call({
    method: 'POST',
    path: '/api/setup',
    permission: 'books.write',
    writes: 'once',
    summary: 'Put the setup list away or back, and say which first values are right.',
    body: z.object({ is_put_away: z.boolean(), confirmed: z.array(z.enum(confirmedSteps)).max(setupSteps.length) }),
    answer: z.object({ message: z.string() }),
    refusals: [],
  }),
  arrears: call({
    method: 'GET',
    path: '/api/summery/arrears',
    permission: 'dashboard.read',
    summary: 'List tenancies with amounts due, also former ones, largest first, by number of days overdue.',
    answer: z.object({ today: dayText, debtors: z.array(debtor) }),
    refusals: [],
  }),
  today: call({
    method: 'GET',
    path: '/api/summery/today',
    permission: 'dashboard.read',
    summary:
      'Get what is to be done today, and the money received on each day of this month, of the last one and of this month a year ago.',
    answer: z.object({
      today: dayText,
      month_year: month,
      price_count: z.int(),
      latest_list: dayText.nullable(),
      /** The cash sessions that are open; null while cash sessions are off. */
      open_sessions: z.int().nullable(),
      /** Cheques that are not paid into the bank. */
      cheques_in_hand: countedMoney,
      /** Electronic payments that nobody has confirmed. */
      to_confirm: countedMoney,
      /** What tenants claim to have paid and nobody has decided on. */
      claims: countedMoney,
      /** The bills of this month, and how many of them were printed or emailed. */
      bills: z.object({ count: z.int(), sent: z.int() }),
      /** Payments and corrections by the day on which they count, from the first day of the month on. */
      received: z.object({
        this_month: z.array(rupeesOut),
        last_month: z.array(rupeesOut),
        last_year: z.array(rupeesOut),
      }),
    }),
    refusals: [],
  }),
  morning: call({
    method: 'GET',
    path: '/api/summery/morning',
    permission: 'dashboard.read',
    summary:
      'Get the manager dashboard: expected and collected income of this month, latest corrections and deletions, voids by person, accounts changed by others, tenancies that were not billed, changed settings, and the state of the price list.',
    answer: z.object({
      today: dayText,
      month_year: month,
      /** Rent, operation fee, VAT and fines of this month's invoices. */
      expected: rupeesOut,
      /** Payments of this month, corrections included. */
      collected: rupeesOut,
      owed_in_all: rupeesOut,
      debtor_count: z.int(),
      prices_published: z.boolean(),
      price_count: z.int(),
      latest_list: dayText.nullable(),
      /** Null while cash sessions are off. */
      cash_desk: cashDesk.nullable(),
      /** By person, the largest sums first. */
      uncounted_cash: z.array(uncountedCash),
      cheques: chequeSums,
      to_confirm: unconfirmedMoney,
      gate: gateIncome,
      gate_cash: gateCashHeld,
      /**
       * What was missing and what was too much in floats, counts of drawers and shifts, and hand-overs of the last 30 days, by
       * person, those with the most missing first. A surplus does not make up for cash that is missing.
       */
      cash_differences: z.array(
        z.object({
          email: z.string(),
          name: z.string(),
          ...differences.shape,
          /** The last difference of these days and this year; null if there is none. */
          last_at: instant.nullable(),
          /** Since 1 January. `counts` are all floats, counts and hand-overs, `count` those that differed. */
          year: z.object({ ...differences.shape, counts: z.int() }),
          /** Ticket numbers of the last 30 days that have not arrived and were not noted. */
          missing_numbers: z.int(),
        }),
      ),
      /** Money that no record explains; 0 unless something is wrong. */
      nowhere: rupeesOut,
      changes: z.array(auditChange),
      /** Voids and other changes of the last 30 days by person, the largest amounts first. */
      voids: z.array(
        z.object({
          person: z.string(),
          tickets: z.int(),
          /** The prices of the voided tickets together. */
          ticket_sum: rupeesOut,
          /** How many of these tickets have no reason; an earlier gate screen does not send one. */
          without_reason: z.int(),
          /** The part of the person's own tickets that the person voided, in percent; null if the person issued none. */
          own_share: z.number().nullable(),
          /** The same of all other people who issued tickets together; null if nobody did. */
          others_share: z.number().nullable(),
          payments: z.int(),
          corrections: z.int(),
          /** What all entries of the kinds in `changes` together changed, each as an amount above 0. */
          amount: rupeesOut,
        }),
      ),
      /** Changes of settings that money depends on in the last 30 days, of each event type the newest 20, newest first. */
      settings_changes: z.array(auditChange),
      /**
       * Current tenancies without an invoice for a month of the last three that the office has billed to somebody, those
       * with the most months first.
       */
      unbilled: z.array(
        z.object({ tenancy_id: z.int(), shop_id: z.string(), tenant_name: z.string(), months: z.array(month) }),
      ),
      /**
       * Accounts that others made, changed or reset in the last 30 days, or whose owners have not chosen a password
       * since, which `is_open` says. Newest first.
       */
      account_changes: z.array(
        z.object({
          account: z.string(),
          /** Null if the account of that person was deleted. */
          changed_by: z.string().nullable(),
          changed_at: instant,
          is_open: z.boolean(),
        }),
      ),
    }),
    refusals: [],
  }),
};
