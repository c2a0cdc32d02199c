import { type Day, dayOf, fromDayNumber, instantOf, isDay } from '#billing/calendar.ts';
import { foldText } from '#contract/fold-text.ts';
import { monthNames, shortMonthNames } from '#contract/messages/day-words.ts';
import { type ApiMessage, apiMessage } from '#contract/messages/message.ts';
import { takeTurns } from '../../turns.ts';
import type { ImportQuestion } from '../imports/read-table.ts';
import type { PriceLine } from './price-line.ts';
import type { PriceFile } from './read-price-file.ts';

/**
 * The two interpretations of a written day: day before month, and month before day. An interpretation that is not
 * a valid day is missing. For an unambiguous text, such as one with a month name, both are equal.
 */
interface WrittenDay {
  dayFirst?: Day;
  monthFirst?: Day;
  isSerial?: true;
}

const WEEKDAY =
  /^(?:mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun)(?:day|nesday|rsday|urday|sday)?[,.]? |^\p{L}[\p{L}\p{M}]*, /u;
const WITH_ZONE = /^\d{4}-\d{2}-\d{2}[t ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?z|[+-]\d{2}:?\d{2})$/;
const TIME = /[t ]\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:\.\d+)?)?(?: ?[ap]\.?m\.?)?$/;
const YEAR_FIRST = /^(\d{4})([-/. ])(\d{1,2})\2(\d{1,2})\.?$/;
const COMPACT = /^((?:19|20)\d{2})(\d{2})(\d{2})$/;
const YEAR_LAST = /^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4}|\d{2})\.?$/;
const COMPACT_YEAR_LAST = /^(\d{2})(\d{2})((?:19|20)\d{2})$/;
const DAY_NAMED = /^(\d{1,2})(?:st|nd|rd|th)?[-/., ]+([^\d\s./,-]{2,})[-/., ]+(\d{4}|\d{2})$/;
const NAMED_DAY = /^([^\d\s./,-]{2,})[-/., ]+(\d{1,2})(?:st|nd|rd|th)?[-/., ]+(\d{4}|\d{2})$/;
const YEAR_NAMED = /^(\d{4})[-/., ]+([^\d\s./,-]{2,})[-/., ]+(\d{1,2})$/;
/**
 * Matches a day number of a spreadsheet, counted from 1900, or from 1904 if it is marked so. The two limits below allow
 * the years 2000 to 2099.
 */
const SERIAL = /^([3-7]\d{4})(?:\.\d+)?( \(1904\))?$/;
const FIRST_SERIAL = 36_526;
const LAST_SERIAL = 73_050;
const SERIAL_OF_1970 = 25_569;
const DAYS_FROM_1900_TO_1904 = 1462;

/** A two-digit year belongs to this century. For a text that is not a day, both interpretations are missing. */
function readWrittenDay(text: string): WrittenDay {
  const whole = foldText(text.normalize('NFKC').replace(/^'/, ''));
  if (WITH_ZONE.test(whole)) return ofZone(whole);
  const folded = whole
    .replace(WEEKDAY, '')
    .replace(TIME, '')
    .replaceAll(/ ?([-/.]) ?/g, '$1')
    .trim();
  const serial = SERIAL.exec(folded);
  if (serial) return ofSerial(Number(serial[1]) + (serial[2] ? DAYS_FROM_1900_TO_1904 : 0));
  const yearFirst = YEAR_FIRST.exec(folded);
  if (yearFirst) return sure(yearFirst[1], yearFirst[3], yearFirst[4]);
  const [, year, month, date] = COMPACT.exec(folded) ?? [];
  if (year !== undefined && found(year, month, date)) return sure(year, month, date);
  return readNamed(folded) ?? readYearLast(folded);
}

function ofZone(text: string): WrittenDay {
  const ms = Date.parse(text.toUpperCase().replace(' ', 'T').replace(' Z', 'Z'));
  if (Number.isNaN(ms) || !isDay(text.slice(0, 10))) return {};
  const date = dayOf(instantOf(ms));
  return { dayFirst: date, monthFirst: date };
}

function ofSerial(serial: number): WrittenDay {
  if (serial < FIRST_SERIAL || serial > LAST_SERIAL) return {};
  const date = fromDayNumber(serial - SERIAL_OF_1970);
  return { dayFirst: date, monthFirst: date, isSerial: true };
}

function readNamed(folded: string): WrittenDay | undefined {
  const byDay = DAY_NAMED.exec(folded);
  if (byDay) return sure(byDay[3], readMonthName(byDay[2] ?? ''), byDay[1]);
  const byName = NAMED_DAY.exec(folded);
  if (byName) return sure(byName[3], readMonthName(byName[1] ?? ''), byName[2]);
  const byYear = YEAR_NAMED.exec(folded);
  return byYear ? sure(byYear[1], readMonthName(byYear[2] ?? ''), byYear[3]) : undefined;
}

function readYearLast(folded: string): WrittenDay {
  const [, first, , second, year] = YEAR_LAST.exec(folded) ?? [];
  const compact = COMPACT_YEAR_LAST.exec(folded);
  const [one, two, last] = compact ? [compact[1], compact[2], compact[3]] : [first, second, year];
  if (last === undefined) return {};
  const dayFirst = found(last, two, one);
  const monthFirst = found(last, one, two);
  return { ...(dayFirst && { dayFirst }), ...(monthFirst && { monthFirst }) };
}

function sure(year?: string, month?: string, date?: string): WrittenDay {
  const read = found(year, month, date);
  return read ? { dayFirst: read, monthFirst: read } : {};
}

function found(year = '', month = '', date = ''): Day | undefined {
  const text = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isDay(text) ? text : undefined;
}

const SHORTEST_NAME = 3;

function readMonthName(written: string): string | undefined {
  const name = foldText(written);
  for (const [language, names] of Object.entries(monthNames)) {
    if (language === 'en' && name.length < SHORTEST_NAME) continue;
    const whole = names.findIndex((full) => foldText(full) === name);
    if (whole >= 0) return String(whole + 1);
    const fitting = names.flatMap((full, at) => (foldText(full).startsWith(name) ? [at + 1] : []));
    if (fitting.length === 1) return String(fitting[0]);
  }
  const short = Object.values(shortMonthNames).flatMap((names) =>
    names.map((one, at) => [foldText(one).replace('.', ''), at + 1] as const),
  );
  return short.flatMap(([one, month]) => (one === name ? [String(month)] : []))[0];
}

const IN_TEXT =
  /\d{1,4}[-/.]\d{1,2}[-/.]\d{2,4}|\d{1,2}(?:st|nd|rd|th)?[ -]\p{L}[\p{L}\p{M}]+[.,]?[ -]\d{4}|\p{L}[\p{L}\p{M}]+\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}|\d{4} \p{L}[\p{L}\p{M}]+ \d{1,2}/gu;

function findDayText(title: string): string | undefined {
  const texts = (foldText(title).match(IN_TEXT) ?? []).filter((text) => isReadable(readWrittenDay(text)));
  const [first, ...others] = new Set(texts);
  return others.length === 0 ? first : undefined;
}

function isReadable({ dayFirst, monthFirst }: WrittenDay): boolean {
  return dayFirst !== undefined || monthFirst !== undefined;
}

export type DayOfLine = { date: Day } | { reason: ApiMessage } | { question: 'order' };

export interface LineDays {
  of: (line: PriceLine) => DayOfLine;
  isDayLine: (line: PriceLine) => boolean;
  question: ImportQuestion | undefined;
  notes: ApiMessage[];
  hasDays: boolean;
}

type Order = 'day-first' | 'month-first';
const DITTO = new Set(['"', '″', '〃', '”', "''", 'do', 'do.', 'ditto', '-do-']);
const LONGEST_DITTO = 5;
const LINES_A_TURN = 5000;

export async function readLineDays(
  { lines, above }: PriceFile,
  { order, date }: { order: string | undefined; date: Day | undefined },
): Promise<LineDays> {
  const written = new Map<string, WrittenDay>();
  const read = (text: string): WrittenDay => {
    const known = written.get(text) ?? readWrittenDay(text);
    written.set(text, known);
    return known;
  };
  const titles = new Set(above.flatMap(({ text }) => findDayText(text) ?? []));
  const [title] = titles.size === 1 ? titles : [];
  const textOf = new Map<PriceLine, string>();
  const dayLines = new Set<PriceLine>();
  let last = title;
  let carried = 0;
  let headings = lines[0]?.headings;
  for (const [index, line] of lines.entries()) {
    if (index % LINES_A_TURN === LINES_A_TURN - 1) await takeTurns();
    if (line.headings !== headings) last = undefined;
    headings = line.headings;
    const own = dayCell(line);
    const block = line.lone && line.lone.at !== line.headings.date ? findDayText(line.lone.text) : undefined;
    if (block !== undefined) dayLines.add(line);
    if (own === '' && block === undefined && line.headings.date !== undefined && last !== undefined) carried += 1;
    last = block ?? (own === '' ? last : own);
    if (last !== undefined) textOf.set(line, last);
  }
  for (const text of new Set(textOf.values())) read(text);
  const facts = judgeOrder(written);
  const chosen = facts.proven ?? (order === 'day-first' || order === 'month-first' ? order : undefined);
  return {
    of: (line) => dayOfLine(textOf.get(line), { read, chosen, date }),
    isDayLine: (line) => dayLines.has(line),
    question:
      facts.proven || !facts.doubtful
        ? undefined
        : askOrder(facts.doubtful, { written, order: chosen, count: facts.count }),
    notes: notesOf({
      written,
      carried,
      title: title !== undefined && lines.some((line) => textOf.get(line) === title) ? title : undefined,
      proven: facts.doubtful || facts.proven === 'month-first' ? facts : undefined,
    }),
    hasDays: textOf.size > 0,
  };
}

function dayCell({ cells, headings: { date } }: PriceLine): string {
  const text = date === undefined ? '' : (cells[date] ?? '');
  return text.length <= LONGEST_DITTO && DITTO.has(foldText(text)) ? '' : text;
}

function dayOfLine(
  text: string | undefined,
  { read, chosen, date }: { read: (text: string) => WrittenDay; chosen: Order | undefined; date: Day | undefined },
): DayOfLine {
  if (text === undefined) return date === undefined ? { reason: apiMessage('prices.fault.no_date') } : { date };
  const { dayFirst, monthFirst } = read(text);
  const only = dayFirst ?? monthFirst;
  if (only === undefined) return { reason: apiMessage('prices.fault.date') };
  if (dayFirst === undefined || monthFirst === undefined || dayFirst === monthFirst) return { date: only };
  if (chosen === undefined) return { question: 'order' };
  return { date: chosen === 'day-first' ? dayFirst : monthFirst };
}

interface OrderFacts {
  doubtful: string | undefined;
  proven: Order | undefined;
  proof: string | undefined;
  count: number;
}

/**
 * Returns which order of day and month the file uses. A number above 12 proves the order, because it cannot be a month.
 * If the file contains proofs of both orders, neither is used.
 */
function judgeOrder(written: ReadonlyMap<string, WrittenDay>): OrderFacts {
  const all = [...written];
  const doubtful = all.filter(([, { dayFirst, monthFirst }]) => dayFirst && monthFirst && dayFirst !== monthFirst);
  const [dayProof] = all.find(([, { dayFirst, monthFirst }]) => dayFirst && !monthFirst) ?? [];
  const [monthProof] = all.find(([, { dayFirst, monthFirst }]) => monthFirst && !dayFirst) ?? [];
  const isProven = (dayProof === undefined) !== (monthProof === undefined);
  const proven = dayProof === undefined ? 'month-first' : 'day-first';
  return {
    doubtful: doubtful[0]?.[0],
    proven: isProven ? proven : undefined,
    proof: dayProof ?? monthProof,
    count: doubtful.length,
  };
}

function askOrder(
  text: string,
  { written, order, count }: { written: ReadonlyMap<string, WrittenDay>; order: Order | undefined; count: number },
): ImportQuestion {
  const { dayFirst, monthFirst } = written.get(text) ?? {};
  const choices = [
    { value: 'day-first', date: dayFirst, key: 'prices.ask.day_first' },
    { value: 'month-first', date: monthFirst, key: 'prices.ask.month_first' },
  ] as const;
  return {
    id: 'order',
    kind: 'order',
    question: apiMessage('prices.ask.order', { text }),
    choices: choices.flatMap(({ value, date, key }) =>
      date === undefined ? [] : [{ value, label: apiMessage(key, { date: { day: date } }) }],
    ),
    takes_number: false,
    lines: count,
    answer: order ?? null,
  };
}

function notesOf({
  written,
  carried,
  title,
  proven,
}: {
  written: ReadonlyMap<string, WrittenDay>;
  carried: number;
  title: string | undefined;
  proven: OrderFacts | undefined;
}): ApiMessage[] {
  const serial = [...written].find(([, { isSerial }]) => isSerial);
  const titleDay = title === undefined ? undefined : written.get(title)?.dayFirst;
  return [
    ...(carried > 0 ? [apiMessage('prices.note.carried', { count: carried })] : []),
    ...(titleDay ? [apiMessage('prices.note.title_day', { date: { day: titleDay } })] : []),
    ...(serial?.[1].dayFirst
      ? [apiMessage('prices.note.serial', { text: serial[0], date: { day: serial[1].dayFirst } })]
      : []),
    ...(proven?.proven
      ? [
          apiMessage(`prices.note.${proven.proven === 'day-first' ? 'day_first' : 'month_first'}`, {
            text: proven.proof ?? '',
          }),
        ]
      : []),
  ];
}
