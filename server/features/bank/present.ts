import { addDays, addMonths, dayOf, firstDayOf } from '#billing/calendar.ts';
import { type Cents, sumCents, toRupees } from '#billing/money.ts';
import { type BankStatement, type Reconciliation, reconciliationTitle } from '#contract/bank.ts';
import { writeFigure } from '#contract/figures.ts';
import { type ApiMessageKey, apiMessage, message } from '#contract/messages/message.ts';
import { writeWord } from '#contract/messages/word.ts';
import { type BankIgnoredKind, bankIgnoredKinds } from '#contract/words.ts';
import type { Reader } from '../../db/connect.ts';
import { listNamesByEmail } from '../cash/queries.ts';
import { headColumn, monthPeriod, type Report, type ReportIssue, writeAsOf, writeMade } from '../reports/present.ts';
import { presentBankAccount } from './accounts.ts';
import type { LineByAmount } from './by-amount.ts';
import { presentLines } from './load-lines.ts';
import { presentPart } from './parts.ts';
import { type BankLineRow, lineStateOf, type listStatements } from './queries.ts';
import type { LoadedReconciliation } from './reconcile.ts';

export async function presentReconciliation(db: Reader, loaded: LoadedReconciliation): Promise<Reconciliation> {
  const { account, month, lines, bank, open, changed, otherPayer, byAmount, books, unexplained, outstanding } = loaded;
  const matched = lines.filter((line) => lineStateOf(line) === 'matched');
  return {
    account: await presentBankAccount(db, account),
    month,
    opening: rupees(bank.opening),
    closing: rupees(bank.closing),
    in: sumOf(lines.filter(({ cents }) => cents > 0)),
    out: sumOf(lines.filter(({ cents }) => cents < 0)),
    matched: sumOf(matched),
    ignored: bankIgnoredKinds.flatMap((kind) => sumsOfIgnored(lines, kind)),
    open: await presentLines(db, open),
    changed: await presentLines(db, changed),
    other_payer: await presentLines(db, otherPayer),
    by_amount: await presentByAmount(db, byAmount),
    gaps: bank.gaps.map(({ day, expected, found }) => ({ day, expected: toRupees(expected), found: rupees(found) })),
    books: rupees(books),
    unexplained: rupees(unexplained),
    outstanding: outstanding.map(presentPart),
  };
}

async function presentByAmount(db: Reader, found: readonly LineByAmount[]): Promise<Reconciliation['by_amount']> {
  const lines = await presentLines(
    db,
    found.map(({ row }) => row),
  );
  const names = await listNamesByEmail(db, [...new Set(found.flatMap(({ recordedBy }) => recordedBy))]);
  return lines.map((line, at) => {
    const { recordedBy = [], isOwn = false } = found[at] ?? {};
    return { ...line, recorded_by: recordedBy.map((email) => names.get(email) ?? email), is_own: isOwn };
  });
}

export async function presentStatements(
  db: Reader,
  rows: Awaited<ReturnType<typeof listStatements>>,
): Promise<BankStatement[]> {
  const names = await listNamesByEmail(db, [...new Set(rows.map(({ imported_by }) => imported_by))]);
  return rows.map(({ id, name, first_day, last_day, added, imported_at, imported_by }) => ({
    statement_id: id,
    name,
    first_day,
    last_day,
    added,
    imported_at,
    imported_by: names.get(imported_by) ?? imported_by,
  }));
}

function rupees(amount: Cents | null): number | null {
  return amount === null ? null : toRupees(amount);
}

function sumOf(lines: readonly BankLineRow[]) {
  return { count: lines.length, amount: toRupees(sumCents(lines.map(({ cents }) => cents))) };
}

/** Money in and money out are apart, so that the one does not hide the other. */
function sumsOfIgnored(lines: readonly BankLineRow[], kind: BankIgnoredKind): Reconciliation['ignored'] {
  const ofKind = lines.filter(({ ignored_as }) => ignored_as === kind);
  const byDirection = [ofKind.filter(({ cents }) => cents > 0), ofKind.filter(({ cents }) => cents <= 0)];
  return byDirection.filter(({ length }) => length > 0).map((its) => ({ kind, ...sumOf(its) }));
}

const COLUMNS = [
  { title: 'bank.paper.day', kind: 'day' },
  { title: 'bank.paper.text', kind: 'text' },
  { title: 'bank.paper.state', kind: 'text' },
  { title: 'bank.paper.books', kind: 'text' },
  { title: 'bank.paper.in', kind: 'money' },
  { title: 'bank.paper.out', kind: 'money' },
  { title: 'bank.paper.balance', kind: 'money' },
] as const;

/** Lays the reconciliation out as a report: each line of the month, and above them what explains the difference. */
export async function presentMonthPaper(db: Reader, loaded: LoadedReconciliation, issue: ReportIssue): Promise<Report> {
  const { language, market } = issue;
  const { lines, month } = loaded;
  const shown = await presentLines(db, lines);
  const sumBy = (isWanted: (line: BankLineRow) => boolean) =>
    sumCents(lines.filter(isWanted).map(({ cents }) => cents));
  return {
    name: reconciliationTitle,
    title: message('bank.paper.title', {}, language),
    language,
    // The title is the name of a sheet too, which has at most 31 characters.
    market: `${market} · ${loaded.account.name}`,
    period: monthPeriod(month, language),
    asOf: writeAsOf(month, issue),
    ...writeMade(issue),
    about: describeDifference(loaded, issue).join(' '),
    columns: COLUMNS.map(({ title, kind }) => headColumn({ title: apiMessage(title), kind }, language)),
    rows: shown.map(({ day, text, state, match }, at) => {
      const { cents, balance_cents } = lines[at] as BankLineRow;
      const ignored = match?.ignored_as;
      const books = match?.parts.map(({ shop_id, name, id }) =>
        [shop_id, name, shop_id && id].filter(Boolean).join(' '),
      );
      return [
        day,
        text,
        writeWord('bankLine', state, language),
        ignored ? writeWord('bankIgnored', ignored, language) : (books ?? []).join(', '),
        cents > 0 ? cents : undefined,
        cents < 0 ? -cents : undefined,
        balance_cents ?? undefined,
      ];
    }),
    totals: [
      undefined,
      undefined,
      undefined,
      undefined,
      sumBy(({ cents }) => cents > 0),
      -sumBy(({ cents }) => cents < 0),
      undefined,
    ],
  };
}

function describeDifference(
  { bank, books, unexplained, open, changed, month, lines }: LoadedReconciliation,
  { language, now }: ReportIssue,
): string[] {
  const say = (key: ApiMessageKey, values: Record<string, string | number> = {}) => message(key, values, language);
  const figure = (amount: Cents) => writeFigure(toRupees(amount));
  const isOver = addDays(addMonths(firstDayOf(month), 1), -1) < dayOf(now);
  if (bank.closing === null || bank.opening === null || books === null || unexplained === null)
    return [lines.length === 0 ? say('bank.paper.no_lines') : say('bank.paper.no_balance')];
  return [
    say('bank.paper.ends', { opening: figure(bank.opening), closing: figure(bank.closing), books: figure(books) }),
    ...(open.length > 0
      ? [say('bank.paper.open', { count: open.length, amount: figure(sumCents(open.map(({ cents }) => cents))) })]
      : []),
    ...(changed.length > 0 ? [say('bank.paper.changed', { count: changed.length })] : []),
    ...(unexplained === 0 ? [] : [say('bank.paper.unexplained', { amount: figure(unexplained) })]),
    ...(bank.gaps.length > 0 ? [say('bank.paper.gaps', { count: bank.gaps.length })] : []),
    ...(isOver ? [] : [say('bank.paper.running')]),
  ];
}
