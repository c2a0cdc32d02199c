import { monthNames } from '#contract/messages/day-words.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { type Answers, askWord, type ImportQuestion } from '../imports/read-table.ts';

const LETTERS_OF_MONTH = 3;
const months = monthNames.en.map((name) => name.slice(0, LETTERS_OF_MONTH).toLowerCase());
const DAY_NAMED = /^(\d{1,2})-([a-z]{3})(?:-(?:\d{2}|\d{4}))?$/i;
const MONTH_NAMED = /^([a-z]{3})-(\d{1,2})$/i;
const YEAR_FIRST = /^\d{4}-(\d{2})-(\d{2})(?: 00:00(?::00)?)?$/;
const YEAR_LAST = /^(\d{1,2})\/(\d{1,2})\/\d{4}$/;
/** Matches `1.00E+05`. `1E5` is not one, because an office may number a shop so. */
const POWER = /^(\d)(?:\.(\d+))?e\+?(\d{1,3})$/i;
const WITH_DECIMALS = /^(\d+)\.0+$/;

/** The two numbers of a shop number that a spreadsheet program took for a date. */
interface DateParts {
  first: number;
  second: number;
}

type WrittenId = (answer: string) => string;

/** Returns the shop number as it may have been typed before a spreadsheet program changed it. */
function ofDate(id: string): WrittenId | undefined {
  const parts = partsOfDate(id);
  if (!parts) return undefined;
  const { first, second } = parts;
  return (answer) => (answer === 'day-first' ? `${first}-${second}` : `${second}-${first}`);
}

function partsOfDate(id: string): DateParts | undefined {
  const named = DAY_NAMED.exec(id);
  if (named) return withMonth(named[2] ?? '', (month) => ({ first: Number(named[1]), second: month }));
  const monthFirst = MONTH_NAMED.exec(id);
  if (monthFirst) return withMonth(monthFirst[1] ?? '', (month) => ({ first: Number(monthFirst[2]), second: month }));
  const year = YEAR_FIRST.exec(id);
  if (year) return { first: Number(year[2]), second: Number(year[1]) };
  const last = YEAR_LAST.exec(id);
  return last ? { first: Number(last[1]), second: Number(last[2]) } : undefined;
}

function withMonth(name: string, parts: (month: number) => DateParts): DateParts | undefined {
  const at = months.indexOf(name.toLowerCase());
  return at < 0 ? undefined : parts(at + 1);
}

function ofPower(id: string): WrittenId | undefined {
  const [, whole = '', decimals = '', power = ''] = POWER.exec(id) ?? [];
  if (whole === '' || !/[.+]/.test(id)) return undefined;
  const digits = `${whole}${decimals}`.replace(/(?<=.)0+$/, '');
  const zeros = Number(power) - (digits.length - 1);
  if (zeros < 0) return undefined;
  return (answer) => (answer === 'letter' ? `${digits}E${zeros}` : digits.padEnd(digits.length + zeros, '0'));
}

const KEEP = 'keep';
const KINDS = [
  { id: 'shop-id-date', read: ofDate, question: 'imports.ask.date_id', answers: ['day-first', 'month-first'] },
  { id: 'shop-id-power', read: ofPower, question: 'imports.ask.power_id', answers: ['letter', 'number'] },
] as const;

/** Asks how shop numbers were typed that a spreadsheet program has changed into dates or powers of ten. */
export function askChangedIds(ids: readonly string[], answers: Answers): ImportQuestion[] {
  return KINDS.flatMap(({ id, read, question, answers: known }) => {
    const changed = ids.filter((one) => read(one) !== undefined);
    const [example] = changed;
    const written = example === undefined ? undefined : read(example);
    if (example === undefined || !written) return [];
    const choices = [
      ...known.map((value) => ({
        value,
        label: apiMessage('imports.ask.typed_as', { id: example, written: written(value) }),
      })),
      { value: KEEP, label: apiMessage('imports.ask.keep_as_written', { id: example }) },
    ];
    const asked = { question: apiMessage(question, { id: example }), choices, lines: changed.length };
    return [askWord(id, asked, answers)];
  });
}

/** Returns a shop number as it was typed, according to the answers. */
export function restoreId(id: string, answers: Answers): string {
  for (const { id: question, read, answers: known } of KINDS) {
    const written = read(id);
    const answer = known.find((one) => one === answers[question]);
    if (written && answer !== undefined) return written(answer);
  }
  return WITH_DECIMALS.exec(id)?.[1] ?? id;
}

/** Returns true for a shop number that a spreadsheet program has changed, unless the answer is that it is correct. */
export function isChangedId(id: string, answers: Answers): boolean {
  return KINDS.some(({ id: question, read }) => read(id) !== undefined && answers[question] !== KEEP);
}
