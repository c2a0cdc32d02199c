import { monthInYear } from '#billing/calendar.ts';
import { message } from '#contract/messages/message.ts';
import { type ReportName, reports } from '#contract/reports.ts';
import { makePdf } from '../../documents/make-pdf.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/core/endpoint.ts';
import { FileResponse } from '../../http/core/file-response.ts';
import { createDownloadToken, DOWNLOAD_TOKEN_SECONDS } from './create-download-token.ts';
import { drawReport } from './draw-report.ts';
import { loadRentRoll } from './load-rent-roll.ts';
import { loadReport, spanOf } from './load-report.ts';
import { fileNameOf, presentReport, type Report } from './present.ts';
import { presentRentRoll, presentRentRollReport } from './present-rent-roll.ts';

export function reportRoutes(app: AppContext): void {
  report(app, 'report', reports.rentPayments);
  report(app, 'report2', reports.remainingDues);
  report(app, 'report3', reports.shopPayments);
  endpoint(app, reports.rentRoll, async ({ query, context }) =>
    presentRentRoll(await app.database.snapshot((db) => loadRentRoll(db, query.month)), context.now),
  );
  endpoint(app, reports.rentRollFile, async ({ query: { month, format }, context }) => {
    const roll = await app.database.snapshot((db) => loadRentRoll(db, month));
    const made = presentRentRollReport(roll, { market: app.config.centre.name.en, now: context.now });
    return makeFile(made, format);
  });
  // No idempotency: the stored answer would be the token.
  endpoint(app, reports.ticket, async ({ context, caller }) => ({
    message: message('reports.token.done'),
    ticket: await app.database.write((tx) => createDownloadToken(tx, context, caller)),
    expires_in_seconds: DOWNLOAD_TOKEN_SECONDS,
  }));
}

type ReportCall = typeof reports.rentPayments;

function report(app: AppContext, name: ReportName, entry: ReportCall): void {
  endpoint(app, entry, async ({ query, context }) => {
    const month = monthInYear(query.year, Number(query.month));
    const figures = await app.database.snapshot((db) => loadReport(db, spanOf(month)));
    const market = app.config.centre.name.en;
    return makeFile(presentReport({ name, month, market, now: context.now }, figures), query.format);
  });
}

async function makeFile(made: Report, format: 'pdf' | 'xlsx'): Promise<FileResponse> {
  const file = format === 'xlsx' ? await makeSheet(made) : await makePdf(drawReport(made));
  return new FileResponse(file, { format, name: fileNameOf(made) });
}

/** Loaded on first use, because it slows the start. */
async function makeSheet(made: Report): Promise<Buffer> {
  const { writeSheet } = await import('./write-sheet.ts');
  return writeSheet(made);
}
