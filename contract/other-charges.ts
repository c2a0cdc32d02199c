import { z } from 'zod';
import { call } from './call.ts';
import { inputMessage } from './messages/input-message.ts';
import { guarded } from './money-effects.ts';
import {
  amountIn,
  idInBody,
  idInPath,
  instant,
  lineText,
  month,
  optionalLine,
  paidIn,
  reasonIn,
  repeatedMark,
  rupeesOut,
  timestamps,
} from './scalars.ts';
import { chargeBases } from './words.ts';

/** A line of an invoice as it was when the invoice was issued. */
export const otherCharge = z.object({
  line: z.int(),
  name: z.string(),
  name_si: z.string(),
  name_ta: z.string(),
  quantity: z.number(),
  unit: z.string(),
  is_vatable: z.boolean(),
  amount: rupeesOut,
});

const chargeKind = z.object({
  kind_id: z.int(),
  name: z.string(),
  name_si: z.string(),
  name_ta: z.string(),
  is_vatable: z.boolean(),
  basis: z.enum(chargeBases),
  unit: z.string(),
  /** The price of a metered unit in rupees; 0 for charges without a meter. */
  rate: rupeesOut,
  is_archived: z.boolean(),
  ...timestamps,
});
export type OtherChargeKind = z.output<typeof chargeKind>;

const kindFields = z.object({
  name: lineText(60),
  name_si: optionalLine(60).default(''),
  name_ta: optionalLine(60).default(''),
  is_vatable: z.boolean(),
  unit: optionalLine(10).default(''),
  rate: amountIn.optional(),
});

const UNITS_TEXT = /^0*(\d{1,9})(?:\.(\d{1,3}))?$/;

/**
 * Reads a quantity of units and returns it in thousandths; undefined unless the text has at most 9 digits before the
 * decimal point and 3 after it.
 */
export function parseUnits(text: string): number | undefined {
  const [, units, fraction = ''] = UNITS_TEXT.exec(text) ?? [];
  return units === undefined ? undefined : Number(`${units}${fraction.padEnd(3, '0')}`);
}

const readingIn = z
  .union([z.number(), z.string()], { error: inputMessage('input.other-charges.reading') })
  .transform((given, context) => {
    const thousandths = parseUnits(String(given));
    if (thousandths !== undefined) return thousandths;
    context.issues.push({ code: 'custom', input: given, message: inputMessage('input.other-charges.reading') });
    return z.NEVER;
  })
  .meta({ description: 'Units: a number, or text such as 1204.5; at most 9 digits and 3 decimals' });

const tenancyCharge = z.object({
  charge_id: z.int(),
  tenancy_id: z.int(),
  kind_id: z.int(),
  name: z.string(),
  name_si: z.string(),
  name_ta: z.string(),
  basis: z.enum(chargeBases),
  is_vatable: z.boolean(),
  amount: rupeesOut,
  /** The month whose bill contains the charge; for a recurring charge, the first month. */
  month_year: month,
  /** The last month of a recurring charge; null without an end. */
  last_month: month.nullable(),
  unit: z.string(),
  previous_reading: z.number().nullable(),
  reading: z.number().nullable(),
  quantity: z.number(),
  note: z.string(),
  recorded_at: instant,
  recorded_by: z.string(),
});
export type TenancyCharge = z.output<typeof tenancyCharge>;

const lastReading = z.object({ kind_id: z.int(), reading: z.number() });

const message = z.string();
const one = z.object({ id: idInPath });
const shared = { kind_id: idInBody, note: optionalLine(200).default('') };
const recorded = z.object({ message, charge: tenancyCharge });
const tenancyRefusals = ['tenancy_not_found', 'charge_kind_not_found', 'tenancy_ended'] as const;

export const otherCharges = {
  listKinds: call({
    method: 'GET',
    path: '/api/charge-kinds',
    permission: 'books.read',
    summary: 'List the kinds of other charges, with the archived ones last.',
    answer: z.array(chargeKind),
    refusals: [],
  }),
  addKind: call({
    method: 'POST',
    path: '/api/charge-kinds',
    permission: 'books.write',
    writes: 'once',
    summary: 'Add a kind of other charge. How it is charged never changes.',
    body: kindFields.extend({ basis: z.enum(chargeBases) }),
    answer: z.object({ message, kind: chargeKind }),
    status: 201,
    refusals: ['charge_kind_exists'],
  }),
  changeKind: call({
    method: 'PUT',
    path: '/api/charge-kinds/:id',
    permission: 'books.write',
    writes: 'versioned',
    summary: 'Change a kind of other charge. Readings already recorded keep their amount, and invoices their lines.',
    params: one,
    body: kindFields,
    answer: z.object({ message, kind: chargeKind }),
    refusals: ['charge_kind_not_found', 'charge_kind_exists'],
  }),
  archiveKind: call({
    method: 'PUT',
    path: '/api/charge-kinds/:id/archived',
    permission: 'books.write',
    writes: 'versioned',
    summary: 'Archive a kind of other charge, or bring it back. Charges already set remain.',
    params: one,
    body: z.object({ is_archived: z.boolean() }),
    answer: z.object({ message, kind: chargeKind }),
    refusals: ['charge_kind_not_found'],
  }),
  list: call({
    method: 'GET',
    path: '/api/tenancies/:id/other-charges',
    permission: 'books.read',
    summary: 'List the charges of a tenancy that wait for a bill, its recurring charges, and the last readings.',
    params: one,
    answer: z.object({
      /** The month that is billed next; null when every month of a former tenancy has been billed. */
      next_month: month.nullable(),
      waiting: z.array(tenancyCharge),
      recurring: z.array(tenancyCharge),
      last_readings: z.array(lastReading),
    }),
    refusals: ['tenancy_not_found'],
  }),
  add: call({
    method: 'POST',
    path: '/api/tenancies/:id/other-charges',
    permission: 'books.write',
    writes: 'appended',
    summary: 'Add an amount that is charged once, on the bill for a month, by default the next one.',
    params: one,
    body: z.object({ ...shared, amount: paidIn, month_year: month.optional() }),
    answer: recorded.extend(repeatedMark),
    status: 201,
    refusals: tenancyRefusals,
  }),
  setRecurring: call({
    method: 'POST',
    path: '/api/tenancies/:id/other-charges/recurring',
    permission: 'books.write',
    writes: 'once',
    summary: 'Charge an amount each month from a month on. The earlier amount of the same kind ends before it.',
    params: one,
    body: z.object({ ...shared, amount: paidIn, month_year: month.optional(), last_month: month.nullish() }),
    answer: recorded,
    status: 201,
    refusals: [...tenancyRefusals, ...guarded],
  }),
  recordReading: call({
    method: 'POST',
    path: '/api/tenancies/:id/other-charges/reading',
    permission: 'books.write',
    writes: 'once',
    summary: 'Record the reading of a meter. The units since the previous reading are charged at the rate of the kind.',
    params: one,
    body: z.object({
      ...shared,
      reading: readingIn,
      /**
       * The previous reading; by default the last one of the shop. Required for the first reading and for a new meter.
       * The units from the last reading to a later previous one are given up (docs/rules.md, Approval by a second person).
       */
      previous_reading: readingIn.optional(),
      month_year: month.optional(),
    }),
    answer: recorded,
    status: 201,
    refusals: [...tenancyRefusals, ...guarded],
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/other-charges/:id',
    permission: 'books.write',
    writes: 'once',
    summary: 'Remove a charge that is not billed yet. A recurring one ends with the last billed month.',
    params: one,
    body: z.object({ reason: reasonIn }),
    answer: z.object({ message }),
    refusals: ['other_charge_not_found', 'other_charge_billed', 'newer_reading', ...guarded],
  }),
};
