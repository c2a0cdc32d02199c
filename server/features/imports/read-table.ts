import { pipeline } from 'node:stream/promises';
import { CsvError, type InfoRecord, type Options, parse } from 'csv-parse';
import { RUPEE_WORDS } from '#contract/amount-text.ts';
import { foldText } from '#contract/fold-text.ts';
import type { InputFault } from '#contract/messages/input-message.ts';
import {
  type ApiMessage,
  type ApiMessageKey,
  apiMessage,
  isMessageKey,
  type Words,
} from '#contract/messages/message.ts';
import { readFactor } from '#contract/price-file/written-unit.ts';
import { Refusal } from '#contract/refusals.ts';
import { isTotal } from '#contract/total-words.ts';
import { takeTurns } from '../../turns.ts';

export const LONGEST_TEXT = 200;
export const DELIMITERS = ['\t', ';', '|', ','] as const;
const SLICE_BYTES = 16 * 1024;
const LINES_A_SLICE = 500;

/** Options of the CSV reader. A stray quotation mark affects only its own line. */
const OPTIONS: Options = {
  info: true,
  raw: true,
  ltrim: true,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
};

export interface Parsed {
  record: string[];
  info: InfoRecord & { lines: number };
  raw: string;
}

export function plainText(csv: string): string {
  return csv.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
}

/** Returns the first lines that are not empty. */
export function firstLinesOf(text: string, most: number): string[] {
  return text
    .slice(0, SLICE_BYTES)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, most);
}

/** Reads a table in slices, so that other requests are served in between. */
export async function readRecords(text: string, delimiter: string, add: (parsed: Parsed) => void): Promise<void> {
  try {
    await pipeline(slicesOf(text), parse({ ...OPTIONS, delimiter }), async (records: AsyncIterable<Parsed>) => {
      let read = 0;
      for await (const parsed of records) {
        read += 1;
        if (read % LINES_A_SLICE === 0) await takeTurns();
        add(parsed);
      }
    });
  } catch (error) {
    if (error instanceof CsvError) throw new Refusal('bad_csv', { message: apiMessage('refusals.bad_csv.quote') });
    throw error;
  }
}

async function* slicesOf(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text, 'utf8');
  for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
    yield bytes.subarray(start, start + SLICE_BYTES);
    await takeTurns();
  }
}

/** Returns the number of the first line of a record, which may extend over several lines. */
export function lineOfRecord({ info, raw }: Parsed): number {
  return info.lines - (raw.trim().split('\n').length - 1);
}

export type QuestionKind = 'order' | 'prices' | 'column' | 'unit' | 'word';

/** A question about something that the file does not contain. Nothing is written until every question has an answer. */
export interface ImportQuestion {
  id: string;
  kind: QuestionKind;
  question: ApiMessage;
  choices: { value: string; label: Words }[];
  takes_number: boolean;
  lines: number;
  answer: string | null;
}

export type Answers = Readonly<Record<string, string>>;

export const SKIP = 'skip';

export interface TableColumn {
  label: ApiMessageKey;
  /** Headings by which the column is recognised. Case, punctuation and currency are ignored. */
  words: readonly string[];
  /**
   * The values that a person can choose for all lines if the file lacks the column. If this is undefined, a missing
   * column is empty and no question is asked.
   */
  otherwise?: readonly { value: string; label: Words }[];
  takesNumber?: boolean;
  /**
   * True if the import can do without the column. No question about a missing one is asked if the other needed columns
   * have the names that the import itself uses, or if every column of the file was recognised.
   */
  isOptional?: boolean;
  /** True if a value may have several lines. In any other column a line break is read as a comma. */
  hasLines?: boolean;
}

export interface TableLine<Name extends string> {
  line: number;
  text: string;
  hasWrongWidth: boolean;
  fields: Record<Name, string>;
}

export interface ArrangedTable<Name extends string> {
  lines: TableLine<Name>[];
  questions: ImportQuestion[];
  /** The headings of columns that are not imported. */
  unused: string[];
  /** The numbers of the lines that are totals. They are not in `lines`. */
  totals: number[];
}

export interface TableRow {
  line: number;
  text: string;
  cells: string[];
}

export interface TableInput {
  rows: readonly TableRow[];
  answers?: Answers | undefined;
  write?: boolean | undefined;
}

const MOST_ROWS = 5000;
const HEADING_WITHIN = 10;
const LINE_BREAK = /,?\s*\n\s*/g;

/** Reads a table of any kind. Refuses one with more than 5,000 lines. */
export async function readRows(csv: string): Promise<TableRow[]> {
  const text = plainText(csv);
  const rows: TableRow[] = [];
  const widest = (delimiter: string) =>
    Math.max(0, ...firstLinesOf(text, HEADING_WITHIN).map((line) => line.split(delimiter).length));
  const delimiter = DELIMITERS.toSorted((one, other) => widest(other) - widest(one))[0] ?? ',';
  await readRecords(text, delimiter, (parsed) => {
    if (rows.length > MOST_ROWS)
      throw new Refusal('bad_csv', { message: apiMessage('refusals.bad_csv.too_long', { max: MOST_ROWS }) });
    const cells = parsed.record.map((cell) => cell.replace(/^\uFEFF/, '').trim());
    rows.push({ line: lineOfRecord(parsed), text: parsed.raw.trim().slice(0, LONGEST_TEXT), cells });
  });
  return rows;
}

/** Finds the columns of a table. If a column is not found, or found more than once, returns a question about it. */
export function arrangeTable<Name extends string>(
  rows: readonly TableRow[],
  columns: Record<Name, TableColumn>,
  answers: Answers,
): ArrangedTable<Name> {
  const names = Object.keys(columns) as Name[];
  const { at, titles: written, found, isOwn } = findHeadings(rows, columns);
  const titles = written.map((title, place) => nameOf(title, place, written));
  const isTotalRow = ({ cells }: TableRow) => isTotal(cells.find((cell) => cell !== '') ?? '');
  const below = rows.slice(at + 1);
  const body = below.filter((row) => !isTotalRow(row));
  const titlesBeside = (fields: readonly Name[]) =>
    titles.filter((title, place) => title !== '' && !fields.some((name) => found[name].includes(place)));
  const free = titlesBeside(names);
  // Of several columns that may be one field, the others may be a field that would be missing otherwise.
  const offerable = titlesBeside(names.filter((name) => found[name].length === 1));
  const isMissing = (name: Name) => {
    const { otherwise, isOptional } = columns[name];
    return found[name].length === 0 && otherwise !== undefined && !(isOptional && (isOwn || free.length === 0));
  };
  const candidates = names
    .filter((name) => found[name].length > 1 || isMissing(name))
    .map((name): Candidates<Name> => {
      const offered = isMissing(name) ? offerable : found[name].map((place) => titles[place] ?? '');
      return { name, column: columns[name], offered };
    });
  const questions = leaveOutChosen(candidates, answers).map(({ name, column, offered }) =>
    askColumn(name, column, { offered, lines: body.length, answers }),
  );
  const sources = Object.fromEntries(
    names.map((name) => {
      const question = questions.find(({ id }) => id === idOf(name));
      if (question) return [name, sourceOf(question.answer, titles)];
      return [name, found[name].length === 1 ? (found[name][0] ?? '') : ''];
    }),
  ) as Record<Name, number | string>;
  const unanswerable = names.filter((name) =>
    questions.some(({ id, choices }) => id === idOf(name) && choices.length === 0),
  );
  if (unanswerable.length > 0) throw refuseColumns(unanswerable);
  const taken = new Set(Object.values(sources));
  const width = titles.findLastIndex((title) => title !== '') + 1;
  return {
    questions,
    totals: below.filter(isTotalRow).map(({ line }) => line),
    unused: titles.filter((title, place) => title !== '' && !taken.has(place)),
    lines: body.map(({ line, text, cells }) => ({
      line,
      text,
      hasWrongWidth: cells.length < width || cells.findLastIndex((cell) => cell !== '') >= width,
      fields: Object.fromEntries(
        names.map((name) => {
          const source = sources[name];
          if (typeof source !== 'number') return [name, source];
          const cell = cells[source] ?? '';
          return [name, columns[name].hasLines ? cell : cell.replaceAll(LINE_BREAK, ', ')];
        }),
      ) as Record<Name, string>,
    })),
  };
}

interface Candidates<Name extends string> {
  name: Name;
  column: TableColumn;
  /** The headings of the columns that may be this field. */
  offered: readonly string[];
}

/**
 * Returns the candidates without the columns that were chosen for another field. If a column was chosen for two fields,
 * it belongs to the one that the import needs, otherwise to the first.
 */
function leaveOutChosen<Name extends string>(
  fields: readonly Candidates<Name>[],
  answers: Answers,
): Candidates<Name>[] {
  const chosen = new Map<string, Name>();
  for (const { name, offered } of [...fields.filter(isNeeded), ...fields]) {
    const title = offered.find((one) => answers[idOf(name)] === `${COLUMN}${one}`);
    if (title !== undefined && !chosen.has(title)) chosen.set(title, name);
  }
  return fields.flatMap((field) => {
    const left = field.offered.filter((title) => [undefined, field.name].includes(chosen.get(title)));
    if (left.length > 0 || field.column.otherwise?.length) return [{ ...field, offered: left }];
    // A needed field is asked for all the same, because its answer takes the column from the other field.
    return isNeeded(field) ? [field] : [];
  });
}

function isNeeded({ column: { otherwise } }: Pick<Candidates<string>, 'column'>): boolean {
  return otherwise !== undefined && otherwise.length === 0;
}

function nameOf(title: string, place: number, titles: readonly string[]): string {
  const isRepeated = titles.some((other, at) => at !== place && other === title);
  return title !== '' && isRepeated ? `${title} (${place + 1})` : title;
}

interface Found<Name extends string> {
  at: number;
  titles: string[];
  found: Record<Name, number[]>;
  /** True when every needed column has the name that the import itself uses. */
  isOwn: boolean;
}

/** Finds the row with the most headings among the first rows, because a title may come before the headings. */
function findHeadings<Name extends string>(rows: readonly TableRow[], columns: Record<Name, TableColumn>): Found<Name> {
  const names = Object.keys(columns) as Name[];
  const words = new Map(names.map((name) => [name, new Set(columns[name].words.map(foldTitle))]));
  const tried = rows.slice(0, HEADING_WITHIN).map(({ cells }, at) => {
    const folded = cells.map(foldTitle);
    const placesOf = (fits: (title: string) => boolean) =>
      folded.flatMap((title, place) => (fits(title) ? [place] : []));
    const ownPlaces = (name: Name) => placesOf((title) => title === foldTitle(name));
    const found = names.map((name): [Name, number[]] => {
      const own = ownPlaces(name);
      return [name, own.length > 0 ? own : placesOf((title) => words.get(name)?.has(title) === true)];
    });
    const isOwn = names.every(
      (name) => columns[name].otherwise === undefined || columns[name].isOptional || ownPlaces(name).length === 1,
    );
    return { at, titles: cells, found: Object.fromEntries(found) as Found<Name>['found'], isOwn };
  });
  const countOf = ({ found }: Found<Name>) => names.filter((name) => found[name].length > 0).length;
  const [best] = tried.toSorted((one, other) => countOf(other) - countOf(one) || one.at - other.at);
  if (best && countOf(best) > 0) return best;
  const needed = names.filter((name) => columns[name].otherwise !== undefined && !columns[name].isOptional);
  throw refuseColumns(needed);
}

function refuseColumns(columns: readonly string[]): Refusal {
  const details = columns.map((column) => ({
    field: 'csv',
    message: apiMessage('refusals.bad_csv.column', { column }),
  }));
  const message = apiMessage('refusals.bad_csv.columns', { columns: columns.join(', ') });
  return new Refusal('bad_csv', { message, details });
}

const NOISE = new Set(['the', 'of', ...RUPEE_WORDS.map(foldText)]);

function foldTitle(title: string): string {
  const tokens = foldText(title).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return tokens.filter((token) => !NOISE.has(token)).join(' ');
}

const COLUMN = 'is:';
const SAME = 'all:';

const idOf = (column: string) => `column:${column}`;

function askColumn(
  name: string,
  { label, otherwise = [], takesNumber = false }: TableColumn,
  { offered, lines, answers }: { offered: readonly string[]; lines: number; answers: Answers },
): ImportQuestion {
  const id = idOf(name);
  const choices = [
    ...offered.map((title) => ({ value: `${COLUMN}${title}`, label: apiMessage('imports.ask.is', { title }) })),
    ...otherwise.map(({ value, label: text }) => ({ value: `${SAME}${value}`, label: text })),
  ];
  const answer = answers[id];
  const isAnswer =
    answer !== undefined &&
    (choices.some(({ value }) => value === answer) || (takesNumber && readFactor(answer) !== undefined));
  const question = apiMessage('imports.ask.column', { field: apiMessage(label) });
  return { id, kind: 'column', question, choices, takes_number: takesNumber, lines, answer: isAnswer ? answer : null };
}

function sourceOf(answer: string | null, titles: readonly string[]): number | string {
  if (answer === null) return '';
  if (answer.startsWith(COLUMN)) return titles.indexOf(answer.slice(COLUMN.length));
  return answer.startsWith(SAME) ? answer.slice(SAME.length) : answer.trim();
}

const MOST_LINES_NAMED = 10;

/** Returns notes about columns and lines of a table that are not imported. */
export function describeLeftOut({ unused, totals }: Pick<ArrangedTable<string>, 'unused' | 'totals'>): ApiMessage[] {
  return [
    ...(unused.length > 0 ? [apiMessage('imports.note.unused', { columns: unused.join(', ') })] : []),
    ...describeTotals(totals),
  ];
}

/** Returns a note about the lines that are totals; none if there are no such lines. */
export function describeTotals(totals: readonly number[]): ApiMessage[] {
  if (totals.length === 0) return [];
  const lines = totals.slice(0, MOST_LINES_NAMED).join(', ') + (totals.length > MOST_LINES_NAMED ? ', …' : '');
  return [apiMessage('imports.note.totals', { count: totals.length, lines })];
}

/** Returns the message about a fault, with the name of the field. */
export function faultMessage({ message: { key, values }, field }: InputFault): ApiMessage {
  const label = `fields.${field.split('.')[0]}`;
  return apiMessage(key, {
    field: apiMessage(isMessageKey(label) ? label : 'fields.other', { name: field }),
    ...values,
  });
}

/** Returns a question about a word that occurs in many lines, such as an unknown type. */
export function askWord(
  id: string,
  { question, choices, lines }: Pick<ImportQuestion, 'question' | 'choices' | 'lines'>,
  answers: Answers,
): ImportQuestion {
  const answer = answers[id];
  const isAnswer = choices.some(({ value }) => value === answer);
  return {
    id,
    kind: 'word',
    question,
    choices,
    takes_number: false,
    lines,
    answer: isAnswer ? (answer ?? null) : null,
  };
}

export function refuseOpen(questions: readonly ImportQuestion[]): void {
  const open = questions.filter(({ answer }) => answer === null);
  if (open.length === 0) return;
  const details = open.map(({ id, question }) => ({ field: `answers.${id}`, message: question }));
  throw new Refusal('import_unanswered', { details });
}
