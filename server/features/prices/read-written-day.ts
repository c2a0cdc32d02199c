import { type Day, dayOf, fromDayNumber, instantOf, isDay } from '#billing/calendar.ts';
import { foldText } from '#contract/fold-text.ts';
import { monthNames, shortMonthNames } from '#contract/month-names.ts';

/** Both are the same day unless the figures fit day before month and month before day. */
export interface WrittenDay {
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
/** Days since 1900 as spreadsheets count them, from 2000 to 2099. */
const SERIAL = /^([3-7]\d{4})(?:\.\d+)?( \(1904\))?$/;
const [FIRST_SERIAL, LAST_SERIAL] = [36_526, 73_050];
const SERIAL_OF_1970 = 25_569;
const DAYS_FROM_1900_TO_1904 = 1462;

/** A year of two digits is of this century. A text that is not a day has neither. */
export function readWrittenDay(text: string): WrittenDay {
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
  const [dayFirst, monthFirst] = [found(last, two, one), found(last, one, two)];
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

export function findDayText(title: string): string | undefined {
  const texts = (foldText(title).match(IN_TEXT) ?? []).filter((text) => isReadable(readWrittenDay(text)));
  const [first, ...others] = new Set(texts);
  return others.length === 0 ? first : undefined;
}

function isReadable({ dayFirst, monthFirst }: WrittenDay): boolean {
  return dayFirst !== undefined || monthFirst !== undefined;
}
