import {
  type BalanceFault,
  type FileLine,
  type FileStatement,
  inBankOrder,
  withBalances,
} from '#billing/bank/statement.ts';
import type { Day } from '#billing/calendar.ts';
import { type Cents, cents, parseRupees } from '#billing/money.ts';
import { plainAmountOfCell } from '#contract/amount-text.ts';
import { readDayText } from '#contract/day-text.ts';
import { foldText } from '#contract/fold-text.ts';
import { type ApiMessage, apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import {
  type Answers,
  arrangeTable,
  describeLeftOut,
  type ImportQuestion,
  type TableColumn,
  type TableLine,
  type TableRow,
} from '../imports/read-table.ts';
import { type BankColumn, bankHeadingWords, CLOSING_WORDS, OPENING_WORDS } from './bank-words.ts';

/** A line of the file that could not be read, or after which the balances do not add up. */
export type StatementFault =
  | { kind: 'day' | 'amount'; line: number; written: string }
  | ({ kind: 'balance' } & BalanceFault);

export interface ReadStatement {
  statement: FileStatement;
  questions: ImportQuestion[];
  faults: StatementFault[];
  /** Which columns and lines are left out. */
  notes: ApiMessage[];
  /** The lines that are not movements: opening, closing, totals and what the bank prints below the table. */
  leftOut: number[];
}

const LONGEST_LINE = 300;
const LONGEST_NUMBER = 100;

type Line = TableLine<BankColumn>;

/** Reads a statement of a bank from the rows of its file. Refuses a file without the needed columns. */
export function readStatement(rows: readonly TableRow[], answers: Answers, today: Day): ReadStatement {
  const { lines, questions, unused, totals } = arrangeTable(rows, columns, answers);
  const notes = describeLeftOut({ unused, totals });
  const empty = { statement: { opening: null, closing: null, lines: [] }, questions, notes, leftOut: [...totals] };
  if (questions.some(({ answer }) => answer === null)) return { ...empty, faults: [] };
  if (lines.every(({ fields }) => [fields.debit, fields.credit, fields.amount].every((cell) => cell === '')))
    throw new Refusal('bad_csv', { message: apiMessage('refusals.bad_csv.columns', { columns: 'debit, credit' }) });
  const sorted = sortLines(lines);
  const readDay = dayReader(sorted.moved, today);
  const faults: StatementFault[] = [];
  const numbers = sorted.moved.map(({ fields }) => fields.number);
  // Where the numbers repeat or are missing, they are what the payer wrote, not the bank's own.
  const areOwn = numbers.every((number) => number !== '') && new Set(numbers).size === numbers.length;
  const read = sorted.moved.flatMap((line): FileLine[] => {
    const day = readDay(line.fields.date);
    const amount = amountOf(line.fields);
    const balance = line.fields.balance === '' ? null : bankAmountIn(line.fields.balance);
    if (day === undefined) faults.push({ kind: 'day', line: line.line, written: line.fields.date });
    if (amount === undefined || balance === undefined)
      faults.push({ kind: 'amount', line: line.line, written: line.text });
    if (day === undefined || amount === undefined || balance === undefined) return [];
    const text = areOwn ? line.fields.text : [line.fields.text, line.fields.number].join(' ').trim();
    const number = areOwn ? line.fields.number.slice(0, LONGEST_NUMBER) : '';
    return [{ line: line.line, day, text: text.slice(0, LONGEST_LINE), number, cents: amount, balance }];
  });
  const ordered = inBankOrder({ opening: sorted.opening, closing: sorted.closing, lines: read });
  const result = { ...empty, leftOut: [...totals, ...sorted.leftOut] };
  if (faults.length > 0) return { ...result, statement: ordered, faults };
  const counted = withBalances(ordered);
  if ('fault' in counted) return { ...result, statement: ordered, faults: [{ kind: 'balance', ...counted.fault }] };
  return { ...result, statement: counted.statement, faults };
}

const columns: Record<BankColumn, TableColumn> = {
  date: { label: 'bank.column.date', words: bankHeadingWords.date, otherwise: [] },
  text: { label: 'bank.column.text', words: bankHeadingWords.text, otherwise: [], hasLines: true },
  number: { label: 'bank.column.number', words: bankHeadingWords.number },
  debit: { label: 'bank.column.debit', words: bankHeadingWords.debit },
  credit: { label: 'bank.column.credit', words: bankHeadingWords.credit },
  amount: { label: 'bank.column.amount', words: bankHeadingWords.amount },
  direction: { label: 'bank.column.direction', words: bankHeadingWords.direction },
  balance: { label: 'bank.column.balance', words: bankHeadingWords.balance },
};

interface SortedLines {
  opening: Cents | null;
  closing: Cents | null;
  moved: Line[];
  leftOut: number[];
}

/** Parts the movements from what the bank writes around them. A line with text only continues the one above it. */
function sortLines(lines: readonly Line[]): SortedLines {
  const sorted: SortedLines = { opening: null, closing: null, moved: [], leftOut: [] };
  for (const line of lines) {
    const { fields } = line;
    const words = foldText(Object.values(fields).join(' '));
    const stated = bankAmountIn(fields.balance) ?? amountOf(fields) ?? null;
    const hasFigure = [fields.debit, fields.credit, fields.amount].some((cell) => !isEmptyAmount(cell));
    const last = sorted.moved.at(-1);
    if (OPENING_WORDS.some((word) => words.includes(word))) {
      sorted.opening = stated;
      sorted.leftOut.push(line.line);
    } else if (CLOSING_WORDS.some((word) => words.includes(word))) {
      sorted.closing = stated;
      sorted.leftOut.push(line.line);
    } else if (hasFigure) sorted.moved.push(line);
    else if (last && fields.date === '' && fields.text !== '' && fields.balance === '' && sorted.closing === null)
      last.fields = { ...last.fields, text: `${last.fields.text} ${fields.text}` };
    else sorted.leftOut.push(line.line);
  }
  return sorted;
}

function isEmptyAmount(cell: string): boolean {
  return /^[-–—\s]*$/.test(cell) || bankAmountIn(cell) === 0;
}

/** Returns the amount of a line: above 0 if it came in. Undefined if it cannot be read. */
function amountOf({ debit, credit, amount, direction }: Line['fields']): Cents | undefined {
  if (!isEmptyAmount(credit)) return bankAmountIn(credit);
  if (!isEmptyAmount(debit)) {
    const out = bankAmountIn(debit);
    return out === undefined ? undefined : cents(-Math.abs(out));
  }
  const read = bankAmountIn(amount);
  const isOut = /^(?:d|dr|debit|w|withdrawal|-)\.?$/i.test(direction.trim());
  return read !== undefined && isOut ? cents(-Math.abs(read)) : read;
}

const SUFFIX = /(?<![a-z])(?:cr|dr)\.?$/i;
const MINUS_AFTER = /(?<!\/)-$/;

/** Reads an amount as banks write it: `1,25,000.00 Dr`, `(1,500.00)`, `1,500.00-`. */
export function bankAmountIn(cell: string): Cents | undefined {
  const written = cell.trim();
  const isOut = /(?<![a-z])dr\.?$/i.test(written) || /^\(.*\)$/.test(written) || MINUS_AFTER.test(written);
  const plain = written
    .replace(SUFFIX, '')
    .replace(/^\((.*)\)$/, '$1')
    .replace(MINUS_AFTER, '');
  const figure = plainAmountOfCell(plain.trim());
  const read = parseRupees(figure);
  return read === undefined ? undefined : cents(isOut ? -Math.abs(read) : read);
}

const TIME = /[ T]\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?\s*(?:[ap]m)?$/i;
const NUMBERS = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{2,4})$/;

/**
 * Returns a reader of days. The day comes before the month, unless a month would be above 12, or only the other order
 * lets the days of the file follow each other.
 */
function dayReader(lines: readonly Line[], today: Day): (text: string) => Day | undefined {
  const plain = (text: string) => text.trim().replace(TIME, '');
  const dayFirst = (text: string) => readDayText(plain(text), { today }).day;
  const monthFirst = (text: string) => dayFirst(plain(text).replace(NUMBERS, '$3$2$1$2$4'));
  const written = lines.map(({ fields }) => fields.date);
  const isBetter = !isInOrder(written.map(dayFirst)) && isInOrder(written.map(monthFirst));
  return isBetter ? monthFirst : dayFirst;
}

function isInOrder(days: readonly (Day | undefined)[]): boolean {
  const known = days.filter((day) => day !== undefined);
  if (known.length < days.length) return false;
  const sorted = known.toSorted();
  return [sorted, sorted.toReversed()].some((order) => order.every((day, at) => day === known[at]));
}
