import { z } from 'zod';
import { call } from './call.ts';
import { chequeIn, chequeOut, countsFromOut } from './cheques.ts';
import { languages } from './languages.ts';
import { inputMessage } from './messages/input-message.ts';
import { dryRunQuery, guarded, moneyEffect, paidCharge, tenancyEffect, waivedFines } from './money-effects.ts';
import {
  dayOrInstantIn,
  dayText,
  idInBody,
  idInPath,
  instant,
  invoiceIdIn,
  invoiceOrReferenceIn,
  month,
  optionalLine,
  orNone,
  paidIn,
  reasonIn,
  repeatedMark,
  rupeesIn,
  rupeesOut,
  shopIdIn,
  tenancyIn,
  timestamps,
} from './scalars.ts';
import { tenantPageOut } from './tenant-page-link.ts';
import { paymentMethods } from './words.ts';

/**
 * A payment, or a correction of a payment, which is a separate row with the difference. `corrects_payment_id`
 * distinguishes them, never the method. The sum of all rows is the amount paid.
 */
export const payment = z.object({
  payment_id: z.int(),
  shop_id: z.string(),
  tenancy_id: z.int(),
  tenant_name: z.string(),
  invoice_id: z.string().nullable(),
  amount_paid: rupeesOut,
  /** The amount with its corrections; for a correction the same as `amount_paid`. */
  corrected_amount: rupeesOut,
  corrects_payment_id: z.int().nullable(),
  replaces_payment_id: z.int().nullable(),
  payment_date: instant,
  payment_method: z.enum(paymentMethods),
  ...chequeOut,
  ...countsFromOut,
  note: z.string(),
  recorded_by: z.string(),
  /** The name of the account that recorded the payment. If no account recorded it, this is `recorded_by`. */
  received_by: z.string(),
  ...timestamps,
});
export type Payment = z.output<typeof payment>;

export const voidedPayment = payment.extend({
  voided_at: instant,
  voided_by: z.string(),
  void_reason: z.string(),
  replaced_by_payment_id: z.int().nullable(),
});
export type VoidedPayment = z.output<typeof voidedPayment>;

const voidMark = z.object({
  voided_at: instant.nullable(),
  voided_by: z.string().nullable(),
  void_reason: z.string().nullable(),
  replaced_by_payment_id: z.int().nullable(),
});

/** The person to whose cash day a payment belongs. Only lists of the payments received on a day contain this field. */
const ofCashDay = z.object({
  email: z.string(),
  name: z.string(),
  /** True when the payment was voided after that cash day or session ended. The sums of the day still include it. */
  is_voided_later: z.boolean(),
});

const listedPayment = payment.extend({
  shop_name: z.string(),
  ...voidMark.partial().shape,
  cash_day: ofCashDay.optional(),
});
export type ListedPayment = z.output<typeof listedPayment>;

const paymentIn = z.object({
  amountPaid: paidIn,
  paymentDate: dayOrInstantIn,
  paymentMethod: z.enum(paymentMethods).default('Cash'),
  ...chequeIn,
  note: optionalLine(200).optional(),
  ...tenancyIn,
  ...waivedFines,
});

/**
 * A payment that was recorded up to ten minutes before an equal one: of the same tenancy, amount, method, cheque number
 * and day.
 */
const equalPayment = z.object({ payment_id: z.int(), recorded_at: instant, received_by: z.string() });
export type EqualPayment = z.output<typeof equalPayment>;

/** A payment as `by-shop` and `by-invoice` take it. */
const newPaymentIn = paymentIn.extend({
  /**
   * The id of the equal payment that the preview contained, or null if it contained none. If there is another one by
   * now, the payment is refused. Without this field, equal payments are recorded.
   */
  equal_payment_id: idInBody.nullish(),
});

const chequeRefusals = ['cheque_by_other_method', 'cheque_too_late'] as const;

const message = z.string();
const success = z.literal(true);

/** A fine that is not owed because the payment is dated before the day on which it was recorded. */
const savedFine = z.object({ invoice_id: z.string(), month_year: month, saved_amount: rupeesOut });
export type SavedFineEffect = z.output<typeof savedFine>;

const paidAnswer = z.object({
  success,
  message,
  payment,
  balance_amount: rupeesOut,
  ...moneyEffect,
  /** The fines that the earlier day of the payment waives; missing if there are none. */
  saved_fines: z.array(savedFine).optional(),
});

const newPaymentAnswer = paidAnswer.extend({
  ...repeatedMark,
  /** The newest equal payment. Only a preview (`dry_run=true`) contains it. */
  equal_payment: equalPayment.optional(),
});

const onePayment = z.object({ id: idInPath });

export const receipt = z.object({
  ...tenantPageOut,
  payment_id: z.int(),
  centre: z.object({ name: z.string(), address: z.string(), phone: z.string() }),
  shop_id: z.string(),
  shop_name: z.string(),
  location: z.string(),
  tenancy_id: z.int(),
  tenant_name: z.string().nullable(),
  language: z.enum(languages),
  amount: rupeesOut,
  amount_in_words: z.string(),
  corrections: z.array(z.object({ amount: rupeesOut, reason: z.string(), date: instant })),
  payment_date: instant,
  payment_method: z.enum(paymentMethods),
  ...chequeOut,
  ...countsFromOut,
  note: z.string(),
  invoice_id: z.string().nullable(),
  settled: z.array(paidCharge),
  filled_debt: rupeesOut,
  kept_as_credit: rupeesOut,
  /** The amount of a cheque whose day has not come; missing if the payment counts. */
  not_counted: rupeesOut.optional(),
  balance_amount: rupeesOut,
  still_owed: rupeesOut,
  recorded_by: z.string(),
  received_by: z.string(),
  recorded_at: instant,
  times_printed: z.int(),
  ...voidMark.shape,
  /** The name of the account that voided the payment. */
  voided_by_name: z.string().nullable(),
  replaces_payment_id: z.int().nullable(),
  audit_code: z.string().nullable(),
  /** The number under which the previous system recorded the payment. */
  previous_number: z.string().optional(),
});
export type Receipt = z.output<typeof receipt>;

export const payments = {
  list: call({
    method: 'GET',
    path: '/api/payments/payments',
    permission: 'books.read',
    summary:
      'List payments and corrections, newest first: all, or those of a year and month (1 to 12; 0 for all months). ' +
      'A month without a year means that month of every year. voided=true adds the void ones, which count nowhere. ' +
      'received=DAY lists instead what was recorded on that day, void ones included, whatever the date of the payment.',
    query: z.object({
      year: z
        .string()
        .regex(/^(\d{4})?$/, inputMessage('input.year'))
        .optional(),
      month: z
        .string()
        .regex(/^(0?[0-9]|1[0-2])?$/, inputMessage('input.month-number'))
        .optional(),
      voided: z.enum(['true', 'false']).optional(),
      received: orNone(dayText),
    }),
    answer: z.object({ success, payments: z.array(listedPayment) }),
    refusals: [],
  }),
  byShop: call({
    method: 'POST',
    path: '/api/payments/by-shop/:shopId',
    permission: 'payments.take',
    writes: 'appended',
    summary: 'Record a payment of a shop, by default of its current tenancy. It pays the oldest charges first.',
    params: z.object({ shopId: shopIdIn }),
    query: dryRunQuery,
    body: newPaymentIn,
    moneyDays: ['paymentDate'],
    emptyBody: 'input.payments.shop-empty',
    answer: newPaymentAnswer,
    refusals: [
      'shop_not_found',
      'tenancy_not_found',
      'shop_has_no_tenant',
      'payment_in_future',
      'payment_day_too_early',
      'day_closed',
      'equal_payment_exists',
      'cash_session_needed',
      ...chequeRefusals,
      ...guarded,
    ],
  }),
  byInvoice: call({
    method: 'POST',
    path: '/api/payments/by-invoice/:reference',
    permission: 'payments.take',
    writes: 'appended',
    summary:
      'Record a payment with an invoice, or its payment reference, as reference. It still pays the oldest charges of its ' +
      'tenancy first.',
    params: z.object({ reference: invoiceOrReferenceIn }),
    query: dryRunQuery,
    body: newPaymentIn,
    moneyDays: ['paymentDate'],
    emptyBody: 'input.payments.invoice-empty',
    answer: newPaymentAnswer,
    refusals: [
      'invoice_not_found',
      'payment_in_future',
      'payment_day_too_early',
      'day_closed',
      'equal_payment_exists',
      'cash_session_needed',
      ...chequeRefusals,
      ...guarded,
    ],
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/systemsetting/payment/:id',
    permission: 'payments.take',
    writes: 'once',
    summary:
      'Void a payment or its newest correction. It stays on record. ' +
      'Without a reason, which clients of the specification do not send, an empty one is stored.',
    params: onePayment,
    query: dryRunQuery,
    body: z.object({ reason: optionalLine(200).optional(), ...waivedFines }),
    answer: z.object({ message, balance_amount: rupeesOut, ...moneyEffect }),
    refusals: ['payment_not_found', 'payment_of_other_day', 'cash_session_needed', 'newer_correction', ...guarded],
  }),
  replace: call({
    method: 'POST',
    path: '/api/payments/:id/replace',
    permission: 'payments.take',
    writes: 'once',
    summary:
      'Void a payment and record its corrected amount again: for another shop or tenancy, by another method or cheque, ' +
      'or on another day. What is not sent stays as it was; of another shop the tenancy is chosen as for a new payment.',
    params: onePayment,
    query: dryRunQuery,
    body: z.object({
      shop_id: shopIdIn.optional(),
      ...tenancyIn,
      paymentMethod: z.enum(paymentMethods).optional(),
      ...chequeIn,
      paymentDate: dayOrInstantIn.optional(),
      reason: reasonIn,
      ...waivedFines,
    }),
    moneyDays: ['paymentDate'],
    /** `balance_amount` and the effect are those of the tenancy to which the payment belongs now. */
    answer: paidAnswer.extend({
      voided_payment_id: z.int(),
      tenancy: tenancyEffect,
      left: tenancyEffect.nullable(),
    }),
    refusals: [
      'payment_not_found',
      'payment_of_other_day',
      'cash_session_needed',
      'payment_unchanged',
      'payment_is_zero',
      'payment_in_future',
      'payment_day_too_early',
      'day_closed',
      ...chequeRefusals,
      'shop_not_found',
      'tenancy_not_found',
      'shop_has_no_tenant',
      ...guarded,
    ],
  }),
  returnCheque: call({
    method: 'POST',
    path: '/api/payments/:id/cheque-returned',
    permission: 'books.write',
    writes: 'once',
    summary: 'Void a payment or deposit by cheque, with its corrections, because the bank returned the cheque.',
    params: onePayment,
    query: dryRunQuery,
    body: z.object({
      reason: reasonIn,
      /** The day on which the bank returned the cheque, by default today; not before it was received, paid in or paid. */
      returned_on: dayText.optional(),
      ...waivedFines,
    }),
    answer: z.object({ success, message, balance_amount: rupeesOut, ...moneyEffect }),
    refusals: ['payment_not_found', 'not_a_cheque', 'deposit_refunded', ...guarded],
  }),
  notFound: call({
    method: 'POST',
    path: '/api/payments/:id/not-found',
    permission: 'books.write',
    writes: 'once',
    summary: 'Void an electronic payment or deposit, with its corrections, because the bank did not receive its money.',
    params: onePayment,
    query: dryRunQuery,
    body: z.object({ reason: reasonIn, ...waivedFines }),
    answer: z.object({ success, message, balance_amount: rupeesOut, ...moneyEffect }),
    refusals: ['payment_not_found', 'not_electronic', 'payment_confirmed', 'deposit_refunded', ...guarded],
  }),
  receipt: call({
    method: 'GET',
    path: '/api/payments/:id/receipt',
    permission: 'books.read',
    summary: 'Get the receipt of a payment.',
    params: onePayment,
    answer: receipt,
    refusals: ['payment_not_found'],
  }),
  receiptPdf: call({
    method: 'GET',
    path: '/api/payments/:id/receipt/pdf',
    permission: 'books.read',
    summary: 'Get the receipt of a payment as PDF.',
    params: onePayment,
    answer: z.string(),
    file: ['pdf'],
    refusals: ['payment_not_found'],
  }),
  printReceipt: call({
    method: 'POST',
    path: '/api/payments/:id/receipt/print',
    permission: 'payments.take',
    writes: 'once',
    summary: 'Mark a receipt as printed. Later prints are marked COPY.',
    params: onePayment,
    answer: z.object({ message, times_printed: z.int() }),
    refusals: ['payment_not_found'],
  }),
  ofDay: call({
    method: 'GET',
    path: '/api/paymentscorrection/payments-by-date',
    permission: 'books.read',
    summary: 'List the payments of a shop on a day, with their corrected amounts.',
    query: z.object({ shop_id: shopIdIn, payment_date: dayOrInstantIn }),
    answer: z.object({ success, data: z.array(payment) }),
    refusals: ['shop_not_found'],
  }),
  correct: call({
    method: 'POST',
    path: '/api/paymentscorrection/correct-payment',
    permission: 'payments.take',
    writes: 'once',
    summary: 'Correct a recorded payment. Cashiers correct only payments that they recorded today.',
    query: dryRunQuery,
    emptyBody: 'input.payments.correction-empty',
    body: z.object({
      shop_id: shopIdIn,
      actual_amount: rupeesIn.refine((amount) => amount >= 0, inputMessage('input.not-negative')),
      admin_put_amount: rupeesIn.refine((amount) => amount >= 0, inputMessage('input.not-negative')),
      edit_reason: optionalLine(200).default(''),
      payment_date: dayOrInstantIn,
      invoice_id: orNone(invoiceIdIn).nullable(),
      payment_id: idInBody.nullish(),
      ...waivedFines,
    }),
    answer: paidAnswer,
    refusals: [
      'shop_not_found',
      'payment_not_found',
      'invoice_not_found',
      'several_payments',
      'recorded_amount_changed',
      'payment_of_other_day',
      'cash_session_needed',
      'no_difference',
      ...guarded,
    ],
  }),
};
