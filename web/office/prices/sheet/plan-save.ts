import type { Day } from '#billing/calendar.ts';
import { toRupees } from '#billing/money.ts';
import type { Sending } from '#contract/call.ts';
import type { prices } from '#contract/prices.ts';
import type { Verdict } from '../judge-entry.ts';
import { isSamePair, type Pair, type SheetLine, type Side } from '../read-price.ts';

/** A line of the sheet with what was entered into it. */
export interface JudgedLine {
  line: SheetLine;
  verdict: Verdict;
}

export type SentRow = Sending<typeof prices.updateMultiple>['body'][number];

/** What saving a sheet comes to: what is sent, and the same in words for the person who decides. */
export interface SavePlan {
  /** One request: new and changed pairs, and both prices null for what is cleared. */
  rows: SentRow[];
  added: JudgedLine[];
  changed: { line: SheetLine; from: Pair; to: Pair }[];
  cleared: SheetLine[];
  warnings: { line: SheetLine; message: string }[];
  /** Lines without a price and without a word why. */
  missing: number;
}

/**
 * Only complete lines are sent, and of these only what differs from what stands: a line that was left empty keeps what it
 * has, and only `-` takes a published pair away.
 */
export function planSave(date: Day, judged: readonly JudgedLine[]): SavePlan {
  const plan: SavePlan = { rows: [], added: [], changed: [], cleared: [], warnings: [], missing: 0 };
  for (const each of judged) {
    const { line, verdict } = each;
    const { current } = line;
    if (verdict.kind === 'missing' && !current) plan.missing += 1;
    if (verdict.kind === 'not-available' && current) {
      plan.cleared.push(line);
      plan.rows.push({ product_id: line.id, date, min_price: null, max_price: null });
    }
    if (!verdict.pair || isSamePair(verdict.pair, current)) continue;
    if (current) plan.changed.push({ line, from: current, to: verdict.pair });
    else plan.added.push(each);
    plan.warnings.push(...verdict.warnings.map((message) => ({ line, message })));
    const { min, max } = verdict.pair;
    plan.rows.push({ product_id: line.id, date, min_price: toRupees(min), max_price: toRupees(max) });
  }
  return plan;
}

/** The first cell that keeps the sheet from being saved. */
export function firstFault(judged: readonly JudgedLine[]): { id: number; side: Side } | undefined {
  const faulty = judged.find(({ verdict }) => verdict.fault !== undefined);
  return faulty?.verdict.fault && { id: faulty.line.id, side: faulty.verdict.fault.side };
}

/** How a sheet stands. A line that is still being typed into is not counted as wrong yet. */
export interface Counts {
  filled: number;
  /** Of the filled ones, those that are as published last. */
  unchanged: number;
  notAvailable: number;
  missing: number;
  warnings: number;
  faults: number;
}

/** Counts the lines of a sheet; `isChecked` says that a line is no longer being typed into. */
export function countLines(rows: readonly { verdict: Verdict; isChecked: boolean }[]): Counts {
  const counts: Counts = { filled: 0, unchanged: 0, notAvailable: 0, missing: 0, warnings: 0, faults: 0 };
  for (const { verdict, isChecked } of rows) {
    if (verdict.kind === 'pair') counts.filled += 1;
    if (verdict.isAsLast) counts.unchanged += 1;
    if (verdict.kind === 'not-available') counts.notAvailable += 1;
    if (verdict.kind === 'missing' || (verdict.kind === 'faulty' && !isChecked)) counts.missing += 1;
    if (verdict.kind === 'faulty' && isChecked) counts.faults += 1;
    if (verdict.warnings.length > 0 && isChecked) counts.warnings += 1;
  }
  return counts;
}
