import { z } from 'zod';
import { auditAnchor } from './audit.ts';
import { call } from './call.ts';
import { languages } from './languages.ts';
import { inputMessage } from './messages/input-message.ts';
import { dayText, instant, month, rupeesOut } from './scalars.ts';

/** The three monthly reports (specification 2, section 2), named by the last part of their path. */
export const reportNames = ['report', 'report2', 'report3'] as const;
export type ReportName = (typeof reportNames)[number];
export const reportTitles: Record<ReportName, string> = {
  report: 'Rent payment summary',
  report2: 'Remaining dues',
  report3: 'Shop payment summary',
};

const asked = z.object({
  year: z.string({ error: inputMessage('input.year') }).regex(/^(19|20)\d{2}$/, inputMessage('input.year')),
  month: z
    .string({ error: inputMessage('input.month-number') })
    .regex(/^(0?[1-9]|1[0-2])$/, inputMessage('input.month-number')),
  format: z.enum(['pdf', 'xlsx']).default('pdf'),
  /** A download token from POST /api/report/ticket, valid for one download within 60 seconds. */
  ticket: z.string().max(100).optional(),
  /**
   * The language of the report; by default that of Accept-Language. A link needs this parameter, because the browser
   * sends its own language in that header.
   */
  language: z.enum(languages).optional(),
});

function report(name: ReportName) {
  return call({
    method: 'GET',
    path: `/api/${name}/monthly-income`,
    permission: 'reports.read',
    scope: 'reports',
    summary: `Get the ${reportTitles[name].toLowerCase()} of a month as PDF or spreadsheet.`,
    query: asked,
    answer: z.string(),
    file: ['pdf', 'xlsx'],
    acceptsDownloadToken: true,
    refusals: [],
  });
}

const billedCharges = z.object({
  rent: rupeesOut,
  operation_fee: rupeesOut,
  vat: rupeesOut,
  other: rupeesOut,
  fine: rupeesOut,
  total: rupeesOut,
});

const rentRollSums = z.object({
  /**
   * The rent according to the terms of that month. The totals of rent and operation fee include each shop once, with
   * the terms of its last tenancy.
   */
  rent: rupeesOut,
  operation_fee: rupeesOut,
  billed: billedCharges,
  /** The amount paid towards the month's invoice. */
  paid: rupeesOut,
  due: rupeesOut,
  /** The amount due for all months of the tenancy. */
  due_in_all: rupeesOut,
  deposit_held: rupeesOut,
  rent_not_earned: rupeesOut,
});

const rentRollRow = rentRollSums.extend({
  shop_id: z.string(),
  shop_name: z.string(),
  is_vacant: z.boolean(),
  tenancy_id: z.int().nullable(),
  tenant_name: z.string().nullable(),
  started_on: dayText.nullable(),
  ended_on: dayText.nullable(),
  agreement_number: z.string(),
  rent: rupeesOut.nullable(),
  operation_fee: rupeesOut.nullable(),
  vat_rate: z.number().nullable(),
  invoice_id: z.string().nullable(),
});
export type RentRollRow = z.output<typeof rentRollRow>;

const rentRoll = z.object({
  month,
  /** Amounts are as of this instant, even for a past month. */
  as_of: instant,
  anchor: auditAnchor.nullable(),
  rows: z.array(rentRollRow),
  totals: rentRollSums,
  shops: z.object({
    count: z.int(),
    let: z.int(),
    vacant: z.int(),
    /** A percentage, like `vacancy_of_rent`. */
    vacancy_of_shops: z.number(),
    vacancy_of_rent: z.number(),
  }),
});
export type RentRollAnswer = z.output<typeof rentRoll>;

export const rentRollTitle = 'Rent roll';
export const yearReportTitle = 'Yearly income';

export const reports = {
  rentPayments: report('report'),
  remainingDues: report('report2'),
  shopPayments: report('report3'),
  rentRoll: call({
    method: 'GET',
    path: '/api/reports/rent-roll',
    permission: 'reports.read',
    scope: 'reports',
    summary:
      'Get the rent roll of a month: shops, tenancies, terms, amounts billed, paid and due, deposits and vacancy.',
    query: z.object({ month }),
    answer: rentRoll,
    refusals: [],
  }),
  rentRollFile: call({
    method: 'GET',
    path: '/api/reports/rent-roll/file',
    permission: 'reports.read',
    scope: 'reports',
    summary: 'Get the rent roll of a month as PDF or spreadsheet.',
    query: asked.omit({ year: true }).extend({ month }),
    answer: z.string(),
    file: ['pdf', 'xlsx'],
    acceptsDownloadToken: true,
    refusals: [],
  }),
  yearFile: call({
    method: 'GET',
    path: '/api/reports/year/file',
    permission: 'reports.read',
    scope: 'reports',
    summary: 'Get the income of the twelve months of a year as PDF or spreadsheet.',
    query: asked.omit({ month: true }),
    answer: z.string(),
    file: ['pdf', 'xlsx'],
    acceptsDownloadToken: true,
    refusals: [],
  }),
  ticket: call({
    method: 'POST',
    path: '/api/report/ticket',
    permission: 'reports.read',
    writes: 'unkeyed',
    summary: 'Create a token with which one report can be downloaded by a link within 60 seconds.',
    answer: z.object({ message: z.string(), ticket: z.string(), expires_in_seconds: z.int() }),
    refusals: [],
  }),
};
