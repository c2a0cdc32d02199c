import { z } from 'zod';
import { call } from './call.ts';
import { inputMessage } from './messages/input-message.ts';

/** The three monthly reports (specification 2, section 2), by the last part of their path. */
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
  /** A download token from POST /api/report/ticket: valid once and for 60 seconds. */
  ticket: z.string().max(100).optional(),
});

function report(name: ReportName) {
  return call({
    method: 'GET',
    path: `/api/${name}/monthly-income`,
    permission: 'reports.read',
    summary: `Get the ${reportTitles[name].toLowerCase()} of a month as PDF or spreadsheet.`,
    query: asked,
    answer: z.string(),
    file: ['pdf', 'xlsx'],
    acceptsDownloadToken: true,
    refusals: [],
  });
}

export const reports = {
  rentPayments: report('report'),
  remainingDues: report('report2'),
  shopPayments: report('report3'),
  ticket: call({
    method: 'POST',
    path: '/api/report/ticket',
    permission: 'reports.read',
    summary: 'Create a token with which one report can be downloaded by a link within 60 seconds.',
    answer: z.object({ message: z.string(), ticket: z.string(), expires_in_seconds: z.int() }),
    refusals: [],
  }),
};
