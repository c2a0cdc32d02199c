import { type Day, dayNumber } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import { formatAmount } from '#web/i18n/format.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import {
  type Entry,
  formatPair,
  isSamePair,
  type Pair,
  readPrice,
  type SheetLine,
  SIDES,
  type Side,
} from './read-price.ts';

export const BOTH_REQUIRED = 'Both min and max prices are required.';
const MIN_ABOVE_MAX = 'Min price should not exceed max price.';

/** What the two cells of a line come to. */
export interface Verdict {
  kind: 'missing' | 'not-available' | 'pair' | 'faulty';
  /** The pair that was entered; null unless the kind is `pair`. */
  pair: Pair | null;
  /** The pair is the one that was published last. */
  isAsLast: boolean;
  fault: { side: Side; message: string } | undefined;
  /** Figures that look like a slip; they hold nothing up. */
  warnings: string[];
}

/** Judges a line by the rules of daily price entry (specification 2, section 5). */
export function judgeEntry({ last }: Pick<SheetLine, 'last'>, entry: Entry): Verdict {
  const none = { pair: null, isAsLast: false, fault: undefined, warnings: [] };
  if (entry.isNotAvailable) return { ...none, kind: 'not-available' };
  const min = readPrice(entry.min);
  const max = readPrice(entry.max);
  if (min.kind === 'empty' && max.kind === 'empty') return { ...none, kind: 'missing' };
  const faulty = (side: Side, message: string): Verdict => ({ ...none, kind: 'faulty', fault: { side, message } });
  if (min.kind === 'fault') return faulty('min', min.reason);
  if (max.kind === 'fault') return faulty('max', max.reason);
  if (min.kind === 'empty') return faulty('min', BOTH_REQUIRED);
  if (max.kind === 'empty') return faulty('max', BOTH_REQUIRED);
  const pair = { min: min.cents, max: max.cents };
  const warnings = slipsOf(pair, last);
  if (pair.min > pair.max) return { ...faulty('min', MIN_ABOVE_MAX), warnings };
  return { kind: 'pair', pair, isAsLast: last !== null && isSamePair(pair, last), fault: undefined, warnings };
}

const TITLES: Record<Side, string> = { min: 'Min', max: 'Max' };

/** What looks like a slip beside the last published pair. */
function slipsOf(pair: Pair, last: Pair | null): string[] {
  return SIDES.flatMap((side) => warnOfSlip(TITLES[side], pair[side], last?.[side]) ?? []);
}

/**
 * Says that a price looks like a slip of the finger: more than double, or less than half of what was published last. A
 * warning only, for prices do jump. Worked example: after Rs. 380, both 38 and 3,800 are asked about, 190 and 760 not.
 */
function warnOfSlip(name: string, price: Cents, last: Cents | undefined): string | undefined {
  if (last === undefined) return undefined;
  if (price > last * 2) return `${name} ${formatAmount(price)} is more than double the last ${formatAmount(last)}.`;
  if (price * 2 < last) return `${name} ${formatAmount(price)} is less than half of the last ${formatAmount(last)}.`;
  return undefined;
}

/** A line with what was entered into it, and how far it was looked at. */
export interface JudgedRow {
  readonly line: SheetLine;
  readonly verdict: Verdict;
  /** The person has left the line once, or tried to save: from then on it says what is wrong with it. */
  readonly isChecked: boolean;
  /** What the server said about it when the sheet was sent. */
  readonly refusal: string | undefined;
}

/** A remark at the end of a line: `bad` keeps the sheet from being saved, `odd` is asked about, `plain` only tells. */
export interface RowNote {
  tone: 'bad' | 'odd' | 'plain';
  text: string;
}

/** What a line has to say about itself, the most pressing first. */
export function notesOf(row: JudgedRow, sheetDay: Day): RowNote[] {
  const { line, verdict, isChecked, refusal } = row;
  const notes: RowNote[] = [];
  if (refusal !== undefined) notes.push({ tone: 'bad', text: refusal });
  if (isChecked && verdict.fault) notes.push({ tone: 'bad', text: verdict.fault.message });
  if (isChecked) notes.push(...verdict.warnings.map((text) => ({ tone: 'odd' as const, text })));
  const plain = plainNote(row, sheetDay);
  if (plain !== undefined) notes.push({ tone: 'plain', text: plain });
  if (verdict.isAsLast && line.last && isOld(line.last.date, sheetDay))
    notes.push({ tone: 'odd', text: `The last price is of ${formatOfficeDay(line.last.date)}.` });
  return notes;
}

function plainNote({ line, verdict, isChecked }: JudgedRow, sheetDay: Day): string | undefined {
  const { current, last } = line;
  if (verdict.kind === 'not-available') {
    return current ? `Not available: ${formatPair(current)} will be taken away` : 'Not available';
  }
  if (verdict.kind === 'missing') {
    return current && isChecked ? `${formatPair(current)} stays. Press - to take it away` : undefined;
  }
  if (!verdict.pair) return undefined;
  const standing = current && (isSamePair(verdict.pair, current) ? 'Published' : `Was ${formatPair(current)}`);
  const asLast = verdict.isAsLast && last ? `As on ${shortDay(last.date, sheetDay)}` : undefined;
  return [standing, asLast].filter(Boolean).join(' · ') || undefined;
}

const OLD_DAYS = 14;

/** True for a last price so old that it is hardly what the market pays now. */
export function isOld(date: Day, sheetDay: Day): boolean {
  return dayNumber(sheetDay) - dayNumber(date) > OLD_DAYS;
}

/** A day without its year when that goes without saying: `19 Nov`. */
export function shortDay(date: Day, near: Day): string {
  const full = formatOfficeDay(date);
  return date.slice(0, 4) === near.slice(0, 4) ? full.slice(0, -5) : full;
}
