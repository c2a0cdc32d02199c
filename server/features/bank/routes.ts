import { dayOf, type Instant } from '#billing/calendar.ts';
import { bookedDay } from '#billing/journal/hold-closed.ts';
import { type BankLine, bank } from '#contract/bank.ts';
import { type ApiMessage, apiMessage } from '#contract/messages/message.ts';
import { findLastClosedDay } from '../../db/closed-days.ts';
import type { Reader } from '../../db/connect.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { findHead } from '../audit/queries.ts';
import { readRows, type TableRow } from '../imports/read-table.ts';
import { makeReportFile } from '../reports/make-report-file.ts';
import { addBankAccount, getBankAccount, presentBankAccount, renameBankAccount } from './accounts.ts';
import { clearEarlierMoney, loadEarlierMoney } from './earlier-money.ts';
import { importStatement, removeStatement } from './import-statement.ts';
import { loadBankLine, loadBankLines } from './load-lines.ts';
import { ignoreLine, matchLine } from './match-line.ts';
import { presentPart } from './parts.ts';
import { presentMonthPaper, presentReconciliation, presentStatements } from './present.ts';
import { listBankAccounts, listStatements } from './queries.ts';
import { loadReconciliation } from './reconcile.ts';
import { undoMatch } from './undo-match.ts';

export function bankRoutes(app: AppContext): void {
  accountRoutes(app);
  statementRoutes(app);
  lineRoutes(app);
  monthRoutes(app);
}

function accountRoutes(app: AppContext): void {
  const accountOf = async (db: Parameters<typeof getBankAccount>[0], id: number) =>
    presentBankAccount(db, await getBankAccount(db, id));
  endpoint(app, bank.accounts, () =>
    app.database.snapshot(async (db) => {
      const accounts = await listBankAccounts(db);
      return Promise.all(accounts.map((account) => presentBankAccount(db, account)));
    }),
  );
  endpoint(app, bank.addAccount, {
    async record({ body, context }, tx) {
      const id = await addBankAccount(tx, context, body);
      const { length: earlier } = await loadEarlierMoney(tx, body.starts_on);
      return { message: apiMessage('bank.account.added'), account: await accountOf(tx, id), earlier };
    },
  });
  endpoint(app, bank.earlier, ({ params }) =>
    app.database.snapshot(async (db) => {
      const found = await getBankAccount(db, params.id);
      const parts = await loadEarlierMoney(db, found.starts_on);
      return { account: await presentBankAccount(db, found), parts: parts.map(presentPart) };
    }),
  );
  endpoint(app, bank.clearEarlier, {
    async record({ params, body, context }, tx) {
      const count = await clearEarlierMoney(tx, context, { id: params.id, parts: body.parts });
      return { message: apiMessage('bank.earlier.done', { count }), count };
    },
  });
  endpoint(app, bank.renameAccount, {
    async record({ params, body, context }, tx) {
      await renameBankAccount(tx, context, { id: params.id, name: body.name });
      return { message: apiMessage('bank.account.renamed'), account: await accountOf(tx, params.id) };
    },
  });
}

/** The journal has the money of a closed day on the day of its recording. */
async function sayDone(
  db: Reader,
  { day }: BankLine,
  { done, now }: { done: 'matched' | 'ignored'; now: Instant },
): Promise<ApiMessage> {
  const lastClosed = await findLastClosedDay(db);
  const first = bookedDay({ day, recorded: dayOf(now) }, lastClosed);
  if (first === day) return apiMessage(`bank.line.${done}`);
  return apiMessage(`bank.line.${done}_closed`, { first: { day: first } });
}

function statementRoutes(app: AppContext): void {
  endpoint(app, bank.statements, async ({ params }) => {
    const db = app.database.reader;
    const account = await getBankAccount(db, params.id);
    return presentStatements(db, await listStatements(db, account.id));
  });
  endpoint(app, bank.importStatement, {
    prepare: ({ body }) => readRows(body.csv),
    async record({ params, body, context }, tx, rows: TableRow[]) {
      const account = await getBankAccount(tx, params.id);
      const { name = '', answers = {}, write = false } = body;
      return importStatement(tx, context, { account, rows, name, answers, write });
    },
  });
  endpoint(app, bank.removeStatement, {
    async record({ params, body, context }, tx) {
      await removeStatement(tx, context, { id: params.id, reason: body.reason });
      return { message: apiMessage('bank.statement.removed') };
    },
  });
}

function lineRoutes(app: AppContext): void {
  endpoint(app, bank.lines, ({ params, query }) =>
    app.database.snapshotApart((db) => loadBankLines(db, { id: params.id, state: query.state })),
  );
  endpoint(app, bank.match, {
    async record(ask, tx) {
      await matchLine(tx, ask);
      const line = await loadBankLine(tx, ask.params.id);
      return { message: await sayDone(tx, line, { done: 'matched', now: ask.context.now }), line };
    },
  });
  endpoint(app, bank.ignore, {
    async record({ params, body, context }, tx) {
      await ignoreLine(tx, context, { id: params.id, kind: body.kind, note: body.note });
      const line = await loadBankLine(tx, params.id);
      return { message: await sayDone(tx, line, { done: 'ignored', now: context.now }), line };
    },
  });
  endpoint(app, bank.undo, {
    async record(ask, tx) {
      await undoMatch(tx, ask);
      return { message: apiMessage('bank.line.reopened'), line: await loadBankLine(tx, ask.params.id) };
    },
  });
}

function monthRoutes(app: AppContext): void {
  endpoint(app, bank.month, ({ params }) =>
    app.database.snapshotApart(async (db) => presentReconciliation(db, await loadReconciliation(db, params))),
  );
  endpoint(app, bank.monthFile, async ({ params, query, context: { now }, ...ask }) => {
    const language = query.language ?? ask.language;
    const market = app.centre.facts.name[language];
    const made = await app.database.snapshotApart(async (db) => {
      const issue = { market, now, language, head: await findHead(db) };
      return presentMonthPaper(db, await loadReconciliation(db, params), issue);
    });
    return makeReportFile(made, query.format);
  });
}
