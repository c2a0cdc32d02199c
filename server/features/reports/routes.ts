import { monthInYear } from '#billing/calendar.ts';
import type { Language } from '#contract/languages.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { type ReportName, reports } from '#contract/reports.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader } from '../../db/connect.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { limitWork } from '../../limit-work.ts';
import { findHead } from '../audit/queries.ts';
import { loadMonthReport } from './closed-report.ts';
import { createDownloadToken, DOWNLOAD_TOKEN_SECONDS } from './create-download-token.ts';
import { loadRentRoll } from './load-rent-roll.ts';
import { loadUnconfirmed, spanOf } from './load-report.ts';
import { makeReportFile } from './make-report-file.ts';
import { presentReport, type ReportIssue } from './present.ts';
import { presentRentRoll, presentRentRollReport } from './present-rent-roll.ts';
import { loadYear, presentYear, yearSpan } from './year.ts';

/** Reports are made one at a time, because a year of a large market blocks the process for a second. */
const inTurn = limitWork({ running: 1, waiting: 8 });

export function reportRoutes(app: AppContext): void {
  report(app, 'report', reports.rentPayments);
  report(app, 'report2', reports.remainingDues);
  report(app, 'report3', reports.shopPayments);
  endpoint(app, reports.rentRoll, async ({ query, ...ask }) =>
    withIssue(app, ask, async (issue, db) => presentRentRoll(await loadRentRoll(db, query.month), issue)),
  );
  endpoint(app, reports.rentRollFile, ({ query: { month, format, language }, ...ask }) =>
    inTurn(async () => {
      const made = await withIssue(app, { ...ask, ...(language && { language }) }, async (issue, db) =>
        presentRentRollReport(await loadRentRoll(db, month), issue),
      );
      return makeReportFile(made, format);
    }),
  );
  endpoint(app, reports.yearFile, ({ query: { year, format, language }, ...ask }) =>
    inTurn(async () => {
      const made = await withIssue(app, { ...ask, ...(language && { language }) }, async (issue, db) =>
        presentYear(await loadYear(db, year, issue.now), {
          ...issue,
          year,
          unconfirmed: await loadUnconfirmed(db, yearSpan(year)),
        }),
      );
      return makeReportFile(made, format);
    }),
  );
  // The call accepts no idempotency key, because the answer that is stored under the key would contain the token.
  endpoint(app, reports.ticket, async ({ context, caller }) => ({
    message: apiMessage('reports.token.done'),
    ticket: await app.database.write((tx) => createDownloadToken(tx, context, caller)),
    expires_in_seconds: DOWNLOAD_TOKEN_SECONDS,
  }));
}

type ReportCall = typeof reports.rentPayments;

function report(app: AppContext, name: ReportName, entry: ReportCall): void {
  endpoint(app, entry, ({ query: { year, month: number, format, language }, ...ask }) =>
    inTurn(async () => {
      const month = monthInYear(year, Number(number));
      const span = spanOf(month);
      const made = await withIssue(app, { ...ask, ...(language && { language }) }, async (issue, db) => {
        const { figures, unconfirmed } = await loadMonthReport(db, span);
        return presentReport({ name, month, unconfirmed, ...issue }, figures);
      });
      return makeReportFile(made, format);
    }),
  );
}

function withIssue<Made>(
  { database, centre }: AppContext,
  { context: { now }, language }: { context: ActionContext; language: Language },
  present: (issue: ReportIssue, db: Reader) => Promise<Made>,
): Promise<Made> {
  const market = centre.facts.name[language];
  return database.snapshotApart(async (db) => present({ market, now, language, head: await findHead(db) }, db));
}
