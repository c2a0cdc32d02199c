import type { Day } from '../calendar.ts';
import { type Cents, cents } from '../money.ts';

/** A stored line of an account. */
export interface BalanceLine {
  day: Day;
  /** Above 0 for money that came in, below 0 for money that went out. */
  cents: Cents;
  /** The balance after the line; null if the bank did not state it. */
  balance: Cents | null;
}

/** Lines are missing: the balance before the lines of a day is not the one after the lines before it. */
export interface BalanceGap {
  day: Day;
  /** The balance after the lines before. */
  expected: Cents;
  /** The balance before the lines of the day; null if lines are missing within the day. */
  found: Cents | null;
}

export interface WalkedBalances {
  /** The balances before the first line and after the last one; null if the bank did not state them. */
  opening: Cents | null;
  closing: Cents | null;
  gaps: BalanceGap[];
}

/**
 * Returns the balances at both ends of lines that are sorted by day, and where lines are missing. Files of an account may
 * overlap, so that the order within a day is unknown: each line leads from one balance to another, and the day begins
 * with the balance that no line leads to.
 */
export function walkBalances(lines: readonly BalanceLine[], before: Cents | null = null): WalkedBalances {
  if (lines.some(({ balance }) => balance === null)) return { opening: null, closing: null, gaps: [] };
  const gaps: BalanceGap[] = [];
  let opening = before;
  let closing = before;
  for (const [day, ofDay] of Map.groupBy(lines, (line) => line.day)) {
    const ends = endsOf(ofDay, closing);
    opening ??= ends.opening;
    if (closing !== null && (ends.opening !== closing || ends.isBroken))
      gaps.push({ day, expected: closing, found: ends.isBroken ? null : ends.opening });
    else if (ends.isBroken) gaps.push({ day, expected: ends.opening, found: null });
    closing = ends.closing;
  }
  return { opening, closing, gaps };
}

interface Ends {
  opening: Cents;
  closing: Cents;
  isBroken: boolean;
}

function endsOf(lines: readonly BalanceLine[], before: Cents | null): Ends {
  const steps = new Map<number, number>();
  const count = (balance: number, step: number) => steps.set(balance, (steps.get(balance) ?? 0) + step);
  for (const { cents: amount, balance } of lines) {
    count((balance ?? 0) - amount, 1);
    count(balance ?? 0, -1);
  }
  const starts = [...steps].flatMap(([balance, step]) => (step > 0 ? [balance] : []));
  const ends = [...steps].flatMap(([balance, step]) => (step < 0 ? [balance] : []));
  const first = lines[0];
  const firstBalance = first ? (first.balance ?? 0) - first.cents : 0;
  const isKnown = before !== null && steps.has(before);
  // Lines whose amounts add up to 0 lead back to where they began.
  const around = isKnown ? before : firstBalance;
  const opening = starts.length === 0 || (isKnown && starts.includes(before)) ? around : (starts[0] ?? around);
  return {
    opening: cents(opening),
    closing: cents(ends.length === 0 ? opening : ends.length === 1 ? (ends[0] ?? 0) : (lines.at(-1)?.balance ?? 0)),
    isBroken: [...steps.values()].filter((step) => step > 0).reduce((sum, step) => sum + step, 0) > 1,
  };
}
