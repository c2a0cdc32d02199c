import { type FileLine, keysOfLines } from '#billing/bank/statement.ts';
import { walkBalances } from '#billing/bank/walk-balances.ts';
import { addDays, type Day, dayOf } from '#billing/calendar.ts';
import { sumCents, toRupees, writeDecimal } from '#billing/money.ts';
import type { bank } from '#contract/bank.ts';
import type { Answer } from '#contract/call.ts';
import { writeFigure } from '#contract/figures.ts';
import { MOST_FAULTS_SHOWN } from '#contract/imports.ts';
import { type ApiMessage, apiMessage, type Words } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import type { LineIdentity } from '../../db/tables/bank-tables.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { type Answers, refuseOpen, type TableRow } from '../imports/read-table.ts';
import {
  type BankAccountRow,
  deleteStatement,
  findDayOfLines,
  findOtherStatement,
  findStatement,
  insertStatement,
  isStatementUsed,
  listLineKeys,
  listLinesBetween,
  lockBankAccounts,
  type NewLine,
} from './queries.ts';
import { type ReadStatement, readStatement, type StatementFault } from './read-statement.ts';

interface StatementInput {
  account: BankAccountRow;
  rows: readonly TableRow[];
  name: string;
  answers: Answers;
  write: boolean;
}

type ImportAnswer = Omit<Answer<typeof bank.importStatement>, 'questions' | 'notes' | 'faults'> & {
  questions: ReadStatement['questions'];
  notes: ApiMessage[];
  faults: { line: number; reason: Words; text: string }[];
};

/** Reads a statement and, if `write` is true and nothing is in doubt, adds the lines that the account does not have. */
export async function importStatement(
  tx: Writer,
  context: ActionContext,
  { account, rows, name, answers, write }: StatementInput,
): Promise<ImportAnswer> {
  const read = readStatement(rows, answers, dayOf(context.now));
  if (write) refuseOpen(read.questions);
  await lockBankAccounts(tx);
  const { lines, early } = await chooseLines(tx, account, read);
  const added = lines.filter(({ isKnown }) => !isKnown);
  const notes = [...read.notes, ...(await describeLines(tx, account, { read, lines, early }))];
  const isWritten = write && read.faults.length === 0 && added.length > 0;
  const span = spanOf(lines);
  if (isWritten && span) {
    const basis = identityOf(read.statement.lines);
    const statement = { account_id: account.id, name, basis, ...span, added: added.length };
    await insertStatement(tx, context, { statement, lines: added.map(toStored) });
    await writeAudit(tx, context, {
      type: 'Bank Statement Imported',
      description: apiMessage('bank.audit.imported', {
        account: account.name,
        count: added.length,
        first: { day: span.first_day },
        last: { day: span.last_day },
      }),
      newValue: writeDecimal(sumCents(added.map((line) => line.cents))),
    });
  }
  return present(read, { lines, notes, isWritten });
}

interface KnownLine extends FileLine {
  key: string;
  isKnown: boolean;
}

/** Refuses a file whose equal lines are told apart in another way than those of a stored one of the same days. */
async function chooseLines(db: Reader, account: BankAccountRow, { statement, faults }: ReadStatement) {
  if (faults.length > 0) return { lines: [], early: 0 };
  const keys = keysOfLines(statement);
  const all = statement.lines.map((line, at) => ({ ...line, key: keys[at] ?? '' }));
  const wanted = all.filter(({ day }) => day >= account.starts_on);
  const early = all.length - wanted.length;
  const span = spanOf(wanted);
  if (!span) return { lines: [], early };
  const between = { accountId: account.id, first: span.first_day, last: span.last_day };
  const other = await findOtherStatement(db, { ...between, basis: identityOf(statement.lines) });
  if (other) {
    const days = { first: { day: other.first_day }, last: { day: other.last_day }, name: other.name };
    throw new Refusal('bank_statement_differs', { message: apiMessage('refusals.bank_statement_differs.days', days) });
  }
  const known = await listLineKeys(db, between);
  return { lines: wanted.map((line): KnownLine => ({ ...line, isKnown: known.has(line.key) })), early };
}

function spanOf(lines: readonly { day: Day }[]): { first_day: Day; last_day: Day } | undefined {
  const days = lines.map(({ day }) => day).toSorted();
  const [first_day] = days;
  const last_day = days.at(-1);
  return first_day && last_day && { first_day, last_day };
}

function identityOf(lines: readonly FileLine[]): LineIdentity {
  if (lines.every(({ number }) => number !== '')) return 'number';
  return lines.every(({ balance }) => balance !== null) ? 'balance' : 'order';
}

function toStored({ key, day, text, number, cents, balance }: KnownLine): NewLine {
  return { line_key: key, day, text, number, cents, balance_cents: balance };
}

interface Described {
  read: ReadStatement;
  lines: readonly KnownLine[];
  early: number;
}

async function describeLines(db: Reader, account: BankAccountRow, { read, lines, early }: Described) {
  const { leftOut, statement, faults } = read;
  const notes: ApiMessage[] = [];
  if (leftOut.length > 0) notes.push(apiMessage('bank.note.left_out', { lines: leftOut.join(', ') }));
  if (early > 0) notes.push(apiMessage('bank.note.early', { count: early, day: { day: account.starts_on } }));
  if (faults.length > 0 || lines.length === 0) return notes;
  if (identityOf(statement.lines) === 'order') notes.push(apiMessage('bank.note.order'));
  return [...notes, ...(await describeGap(db, account, lines))];
}

/** Says that lines between the stored ones and those of the file are missing. */
async function describeGap(db: Reader, account: BankAccountRow, lines: readonly KnownLine[]): Promise<ApiMessage[]> {
  const [first] = lines;
  if (!first || first.isKnown || first.balance === null) return [];
  const until = addDays(first.day, -1);
  const last = await findDayOfLines(db, { accountId: account.id, until, which: 'last' });
  if (last === null) return [];
  const stored = await listLinesBetween(db, { accountId: account.id, first: last, last });
  const { closing } = walkBalances(stored.map((line) => ({ ...line, balance: line.balance_cents })));
  const before = first.balance - first.cents;
  if (closing === null || closing === before) return [];
  return [
    apiMessage('bank.note.gap', {
      last: { day: last },
      first: { day: first.day },
      expected: writeFigure(closing / 100),
      found: writeFigure(before / 100),
    }),
  ];
}

function present(
  { statement, questions, faults }: ReadStatement,
  { lines, notes, isWritten }: { lines: readonly KnownLine[]; notes: ApiMessage[]; isWritten: boolean },
): ImportAnswer {
  const added = lines.filter(({ isKnown }) => !isKnown).length;
  const span = spanOf(lines);
  const sumOf = (some: readonly KnownLine[]) => ({
    count: some.length,
    amount: toRupees(sumCents(some.map((line) => line.cents))),
  });
  return {
    written: isWritten,
    lines: statement.lines.length + new Set(faults.map(({ line }) => line)).size,
    accepted: lines.length,
    added,
    unchanged: lines.length - added,
    questions,
    notes,
    faulty: faults.length,
    faults: faults.slice(0, MOST_FAULTS_SHOWN).map(presentFault),
    opening: statement.opening === null ? null : toRupees(statement.opening),
    closing: statement.closing === null ? null : toRupees(statement.closing),
    first_day: span?.first_day ?? null,
    last_day: span?.last_day ?? null,
    in: sumOf(lines.filter((line) => line.cents > 0)),
    out: sumOf(lines.filter((line) => line.cents < 0)),
    rows: lines.slice(0, MOST_FAULTS_SHOWN).map(({ line, day, text, cents: amount, isKnown }) => ({
      line,
      day,
      text,
      amount: toRupees(amount),
      status: isKnown ? 'unchanged' : 'added',
    })),
  };
}

function presentFault(fault: StatementFault) {
  const { line } = fault;
  if (fault.kind === 'balance') {
    const balances = { expected: writeFigure(toRupees(fault.expected)), found: writeFigure(toRupees(fault.found)) };
    return { line, reason: apiMessage('bank.fault.balance', balances), text: '' };
  }
  return { line, reason: apiMessage(`bank.fault.${fault.kind}`), text: fault.written };
}

/** Removes the lines that a statement added. Refused once one of them was matched. */
export async function removeStatement(
  tx: Writer,
  context: ActionContext,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  await lockBankAccounts(tx);
  const statement = await findStatement(tx, id);
  if (!statement) throw new Refusal('bank_statement_not_found');
  if (await isStatementUsed(tx, id)) throw new Refusal('bank_statement_used');
  await deleteStatement(tx, id);
  await writeAudit(tx, context, {
    type: 'Bank Statement Removed',
    description: apiMessage('bank.audit.removed', {
      account: statement.account,
      count: statement.added,
      first: { day: statement.first_day },
      last: { day: statement.last_day },
    }),
    reason,
  });
}
