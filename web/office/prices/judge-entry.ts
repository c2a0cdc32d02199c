import { readPrice } from './read-price.ts';
import { type Entry, isSamePair, type Pair, type SheetLine, SIDES, type Side } from './sheet-line.ts';
import { warnOfSlip } from './slip-warning.ts';

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
