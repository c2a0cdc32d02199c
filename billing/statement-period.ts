import { type Day, endOfDay, type Instant, startOfDay } from './calendar.ts';
import { type Cents, cents } from './money.ts';
import type { StatementEntry } from './statement.ts';

/** A period that includes its first and its last day. Without `from` it has no beginning, and without `to` no end. */
export interface StatementPeriod {
  from?: Day | undefined;
  to?: Day | undefined;
}

export interface StatementPart {
  /** The balance before the period; below 0 if the tenant owes money. */
  openingCents: Cents;
  entries: StatementEntry[];
  closingCents: Cents;
}

/**
 * Returns the lines of a period with the balances before and after it.
 *
 * Worked example: Rs. 11,800.00 billed on 1 October, Rs. 5,000.00 paid on 10 November. The statement of November opens at
 * -11,800.00 and closes at -6,800.00.
 */
export function statementWithin(entries: readonly StatementEntry[], period: StatementPeriod): StatementPart {
  const { from } = period;
  const openingCents =
    entries.findLast(({ at }) => from !== undefined && at < startOfDay(from))?.balanceCents ?? cents(0);
  const within = entries.filter(({ at }) => isWithinPeriod(at, period));
  return { openingCents, entries: within, closingCents: within.at(-1)?.balanceCents ?? openingCents };
}

/** Returns true for an instant within the days of a period. */
export function isWithinPeriod(at: Instant, { from, to }: StatementPeriod): boolean {
  return (from === undefined || at >= startOfDay(from)) && (to === undefined || at < endOfDay(to));
}
