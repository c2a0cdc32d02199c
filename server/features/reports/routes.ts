import type { Month } from '#billing/calendar.ts';
import { type ReportName, reports } from '#contract/reports.ts';
import { makePdf } from '../../documents/make-pdf.ts';
import type { Door } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/core/endpoint.ts';
import { ReadyFile } from '../../http/core/file-response.ts';
import { makeTicket, TICKET_SECONDS } from './create-download-token.ts';
import { drawReport } from './draw-report.ts';
import { gatherFigures, spanOf } from './load-report.ts';
import { fileNameOf, presentReport, type Report } from './present.ts';

/** The three reports of a month, and the tickets with which plain links fetch them. */
export function reportRoutes(door: Door): void {
  report(door, 'report', reports.rentPayments);
  report(door, 'report2', reports.remainingDues);
  report(door, 'report3', reports.shopPayments);
  // Not under an idempotency key: the kept answer would be the ticket itself, which is nowhere to be read.
  endpoint(door, reports.ticket, async ({ act, caller }) => ({
    message: 'This ticket is good for one report.',
    ticket: await door.database.write((tx) => makeTicket(tx, act, caller)),
    expires_in_seconds: TICKET_SECONDS,
  }));
}

type ReportCall = typeof reports.rentPayments;

function report(door: Door, name: ReportName, entry: ReportCall): void {
  endpoint(door, entry, async ({ query, act }) => {
    const month = `${query.year}-${query.month.padStart(2, '0')}` as Month;
    const figures = await door.database.snapshot((db) => gatherFigures(db, spanOf(month)));
    const market = door.config.centre.name.en;
    const made = presentReport({ name, month, market, now: act.at }, figures);
    const file = query.format === 'xlsx' ? await makeSheet(made) : await makePdf(drawReport(made));
    return new ReadyFile(file, query.format, fileNameOf(name, month));
  });
}

/** What writes workbooks is read when the first is wanted, for it costs a server its quick start. */
async function makeSheet(made: Report): Promise<Buffer> {
  const { writeSheet } = await import('./write-sheet.ts');
  return writeSheet(made);
}
