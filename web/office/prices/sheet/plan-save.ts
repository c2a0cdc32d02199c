import { z } from 'zod';
import { type Day, type Instant, isDay, isInstant } from '#billing/calendar.ts';
import { toRupees } from '#billing/money.ts';
import type { Sending } from '#contract/call.ts';
import { prices } from '#contract/prices.ts';
import { versionOf } from '#contract/version.ts';
import { isStillContested, type Verdict } from '../judge-entry.ts';
import { isSamePair, type Pair, rupeesOfPair, type SheetLine, type Side } from '../read-price.ts';

export interface EnteredLine {
  line: SheetLine;
  verdict: Verdict;
  isContested?: boolean;
}

export type SentRow = Sending<typeof prices.updateMultiple>['body'][number];

export interface SavePlan {
  /** The rows to send. A row whose prices are both null clears the price. */
  rows: SentRow[];
  added: EnteredLine[];
  changed: { line: SheetLine; from: Pair; to: Pair }[];
  cleared: SheetLine[];
  /** The prices that somebody else saved meanwhile and that this save replaces; null means not available. */
  contested: { line: SheetLine; from: Pair | null; to: Pair | null }[];
  warnings: { line: SheetLine; message: string }[];
  missing: number;
}

/** Returns what a save sends. An empty line changes nothing; only `-` clears a published pair. */
export function planSave(date: Day, judged: readonly EnteredLine[]): SavePlan {
  const plan: SavePlan = { rows: [], added: [], changed: [], cleared: [], contested: [], warnings: [], missing: 0 };
  for (const each of judged) {
    const { line, verdict } = each;
    const { current } = line;
    if (verdict.kind === 'missing' && !current) plan.missing += 1;
    const isContested = isStillContested(each);
    if (verdict.kind === 'not-available' && current) {
      if (isContested) plan.contested.push({ line, from: current, to: null });
      else plan.cleared.push(line);
      plan.rows.push({ product_id: line.id, date, min_price: null, max_price: null });
    }
    if (!verdict.pair || isSamePair(verdict.pair, current)) continue;
    if (isContested) plan.contested.push({ line, from: current, to: verdict.pair });
    else if (current) plan.changed.push({ line, from: current, to: verdict.pair });
    else plan.added.push(each);
    plan.warnings.push(...verdict.warnings.map((message) => ({ line, message })));
    const { min, max } = verdict.pair;
    plan.rows.push({ product_id: line.id, date, min_price: toRupees(min), max_price: toRupees(max) });
  }
  return plan;
}

export function versionOfReplaced(rows: readonly SentRow[], currentOf: (id: number) => Pair | null): string {
  const replaced = rows.map(({ product_id, date }) => {
    const current = currentOf(Number(product_id));
    return { product_id, date, ...(current ? rupeesOfPair(current) : { min_price: null, max_price: null }) };
  });
  return versionOf(prices.updateMultiple, { rows: replaced });
}

const sentRow = z.object({
  product_id: z.number(),
  date: z.string(),
  min_price: z.number().nullable(),
  max_price: z.number().nullable(),
});

const savedSheet = z.object({
  /** The message that the server sent. */
  message: z.string(),
  published: z.int(),
  removed: z.int(),
  unusual: z.int(),
  /** Undo sends them to the server. */
  before: z.array(sentRow),
  version: z.string(),
});
export type SavedSheet = z.output<typeof savedSheet>;

const keptSheet = z.object({
  date: z.string().refine(isDay),
  savedAt: z.string().refine(isInstant),
  saved: savedSheet,
});
export type KeptSheet = z.output<typeof keptSheet>;

const KEPT = 'pola.saved-sheet';
const UNDO_MS = 10 * 60 * 1000;

export function msToUndo(savedAt: Instant, now: Instant): number {
  return Math.max(0, UNDO_MS - (Date.parse(now) - Date.parse(savedAt)));
}

/** Stores the last save in this tab, so that it can still be undone after a reload. */
export function keepSaved(kept: KeptSheet): KeptSheet {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(kept));
  } catch {
    // If the browser blocks storage, the save can be undone only until a reload.
  }
  return kept;
}

/** Returns the last save of this tab if it can still be undone. */
export function findSaved(now: Instant): KeptSheet | undefined {
  try {
    const read = keptSheet.safeParse(JSON.parse(sessionStorage.getItem(KEPT) ?? 'null'));
    const kept = read.success ? read.data : undefined;
    return kept !== undefined && msToUndo(kept.savedAt, now) > 0 ? kept : undefined;
  } catch {
    return undefined;
  }
}

export function forgetSaved(): void {
  try {
    sessionStorage.removeItem(KEPT);
  } catch {
    // Without storage there is nothing to remove.
  }
}

export function savedOf(
  { rows, warnings }: SavePlan,
  { message, currentOf }: { message: string; currentOf: (id: number) => Pair | null },
): SavedSheet {
  const none = { min_price: null, max_price: null };
  const before = rows.map(({ product_id, date }) => {
    const current = currentOf(Number(product_id));
    return { product_id: Number(product_id), date, ...(current ? rupeesOfPair(current) : none) };
  });
  const published = rows.filter(({ min_price }) => min_price !== null).length;
  return {
    message,
    published,
    removed: rows.length - published,
    before,
    unusual: new Set(warnings.map(({ line }) => line.id)).size,
    version: versionOf(prices.updateMultiple, { rows }),
  };
}

export function firstFault(judged: readonly EnteredLine[]): { id: number; side: Side } | undefined {
  const faulty = judged.find(({ verdict }) => verdict.fault !== undefined);
  return faulty?.verdict.fault && { id: faulty.line.id, side: faulty.verdict.fault.side };
}

/** The number of lines by state. A line that is being typed into does not count as faulty yet. */
export interface Counts {
  filled: number;
  unchanged: number;
  notAvailable: number;
  missing: number;
  warnings: number;
  faults: number;
}

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
