import { type Day, dayNumber } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import { writeAmount } from '#contract/figures.ts';
import { findSlip } from '#contract/price-slip.ts';
import { t } from '#web/i18n/t.ts';
import { formatDayOfYear, formatOfficeDay } from '#web/ui/format/dates.ts';
import {
  type Entry,
  formatPair,
  isLastMark,
  isSamePair,
  type Pair,
  readPrice,
  type SheetLine,
  SIDES,
  type Side,
  showPair,
} from './read-price.ts';

export interface Verdict {
  kind: 'missing' | 'not-available' | 'pair' | 'faulty';
  pair: Pair | null;
  isAsLast: boolean;
  fault: { side: Side; message: string } | undefined;
  warnings: string[];
}

/**
 * Returns the state of an entry (missing, not available, faulty or a pair of prices), with the error and any warnings
 * (specification 2, section 5).
 */
export function judgeEntry({ last }: Pick<SheetLine, 'last'>, entry: Entry): Verdict {
  const none = { pair: null, isAsLast: false, fault: undefined, warnings: [] };
  if (entry.isNotAvailable) return { ...none, kind: 'not-available' };
  const min = readPrice(entry.min);
  const max = readPrice(entry.max);
  if (min.kind === 'empty' && max.kind === 'empty') return { ...none, kind: 'missing' };
  const faulty = (side: Side, message: string): Verdict => ({ ...none, kind: 'faulty', fault: { side, message } });
  const mark = last === null ? SIDES.find((side) => isLastMark(entry[side])) : undefined;
  if (mark !== undefined) return faulty(mark, t('prices.fault.noLast'));
  if (min.kind === 'fault') return faulty('min', min.reason);
  if (max.kind === 'fault') return faulty('max', max.reason);
  if (min.kind === 'empty') return faulty('min', t('prices.fault.bothNeeded'));
  if (max.kind === 'empty') return faulty('max', t('prices.fault.bothNeeded'));
  const pair = { min: min.cents, max: max.cents };
  const warnings = slipsOf(pair, last);
  if (pair.min > pair.max) return { ...faulty('min', t('prices.fault.minAboveMax')), warnings };
  return { kind: 'pair', pair, isAsLast: last !== null && isSamePair(pair, last), fault: undefined, warnings };
}

function slipsOf(pair: Pair, last: Pair | null): string[] {
  return SIDES.flatMap((side) => warnOfSlip(side, pair[side], last?.[side]) ?? []);
}

export function warnOfSlip(side: Side, price: Cents, last: Cents | undefined): string | undefined {
  const slip = findSlip(price, last);
  if (slip === undefined || last === undefined) return undefined;
  const values = { name: t(`prices.slip.${side}`), price: writeAmount(price), last: writeAmount(last) };
  return t(`prices.slip.${slip}`, values);
}

export interface JudgedRow {
  readonly line: SheetLine;
  readonly verdict: Verdict;
  readonly isChecked: boolean;
  readonly refusal: string | undefined;
  /** True when somebody else has saved a different pair of prices since the sheet was loaded. */
  readonly isContested?: boolean;
}

export interface RowNote {
  tone: 'bad' | 'odd' | 'plain';
  text: string;
}

export function notesOf(row: JudgedRow, sheetDay: Day): RowNote[] {
  const { line, verdict, isChecked, refusal } = row;
  const notes: RowNote[] = [];
  if (refusal !== undefined) notes.push({ tone: 'bad', text: refusal });
  if (isStillContested(row))
    notes.push({ tone: 'odd', text: t('prices.note.contested', { prices: showPair(line.current) }) });
  if (isChecked && verdict.fault) notes.push({ tone: 'bad', text: verdict.fault.message });
  if (isChecked) notes.push(...verdict.warnings.map((text) => ({ tone: 'odd' as const, text })));
  const plain = plainNote(row, sheetDay);
  if (plain !== undefined) notes.push({ tone: 'plain', text: plain });
  if (verdict.isAsLast && line.last && isOld(line.last.date, sheetDay))
    notes.push({ tone: 'odd', text: t('prices.note.oldLast', { day: formatOfficeDay(line.last.date) }) });
  return notes;
}

export function isStillContested({ line, verdict, isContested }: Omit<JudgedRow, 'isChecked' | 'refusal'>): boolean {
  return isContested === true && verdict.kind !== 'missing' && !isSamePair(verdict.pair, line.current);
}

function plainNote({ line, verdict, isChecked }: JudgedRow, sheetDay: Day): string | undefined {
  const { current, last } = line;
  if (verdict.kind === 'not-available') {
    return current ? t('prices.note.willBeRemoved', { prices: formatPair(current) }) : t('prices.note.notAvailable');
  }
  if (verdict.kind === 'missing') {
    return current && isChecked ? t('prices.note.stays', { prices: formatPair(current) }) : undefined;
  }
  if (!verdict.pair) return undefined;
  const published =
    current &&
    (isSamePair(verdict.pair, current)
      ? t('prices.note.published')
      : t('prices.note.was', { prices: formatPair(current) }));
  const asLast = verdict.isAsLast && last ? t('prices.note.asOn', { day: shortDay(last.date, sheetDay) }) : undefined;
  return [published, asLast].filter(Boolean).join(' · ') || undefined;
}

const OLD_DAYS = 14;

export function isOld(date: Day, sheetDay: Day): boolean {
  return dayNumber(sheetDay) - dayNumber(date) > OLD_DAYS;
}

export function shortDay(date: Day, near: Day): string {
  return date.slice(0, 4) === near.slice(0, 4) ? formatDayOfYear(date) : formatOfficeDay(date);
}
