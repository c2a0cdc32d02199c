import { type Day, dayNumber } from '#billing/calendar.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import type { SheetRow } from './sheet.ts';
import { formatPair, isSamePair } from './sheet-line.ts';

/** A remark at the end of a line: `bad` keeps the sheet from being saved, `odd` is asked about, `plain` only tells. */
export interface RowNote {
  tone: 'bad' | 'odd' | 'plain';
  text: string;
}

/** What a line has to say about itself, the most pressing first. */
export function notesOf(row: SheetRow, sheetDay: Day): RowNote[] {
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

function plainNote({ line, verdict, isChecked }: SheetRow, sheetDay: Day): string | undefined {
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
