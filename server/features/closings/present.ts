import type { HeldEntry } from '#billing/journal/hold-closed.ts';
import { type Cents, cents, sumCents, toRupees } from '#billing/money.ts';
import type { Answer } from '#contract/call.ts';
import type { closings, MonthClosing, MonthPartFigures } from '#contract/closings.ts';
import type { MonthPart } from '#contract/words.ts';
import type { ClosingRow } from './queries.ts';

/** A part of a month in cents. */
export interface MonthPartSums {
  part: MonthPart;
  count: number;
  cents: Cents | null;
  open: number;
  openCents: Cents | null;
}

/** What was not done when a month was closed, as it is stored. */
export interface ClosedRest {
  part: MonthPart;
  open: number;
  openCents: Cents | null;
}

export function presentMonthPart({ part, count, open, openCents, ...sums }: MonthPartSums): MonthPartFigures {
  return { part, count, amount: rupees(sums.cents), open, open_amount: rupees(openCents) };
}

export function presentClosing({ id, rests, ...row }: ClosingRow): MonthClosing {
  const { month, first_day, last_day, closed_at, closed_by, entries, reopened_at, reopened_by, reason } = row;
  return {
    closing_id: id,
    month,
    first_day,
    last_day,
    closed_at,
    closed_by,
    rests: restsIn(rests).map(({ part, open, openCents }) => ({ part, open, open_amount: rupees(openCents) })),
    entries,
    reopened_at,
    reopened_by,
    reason,
  };
}

/** Presents an entry of the journal that belongs to a closed day. */
export function presentClosedChange({
  id,
  day,
  ofDay,
  text,
  postings,
}: HeldEntry): Answer<typeof closings.changes>[number] {
  const debits = postings.filter((posting) => posting.cents > 0).map((posting) => cents(posting.cents));
  return { id, day, of_day: ofDay ?? day, text, amount: toRupees(sumCents(debits)) };
}

function restsIn(stored: string): ClosedRest[] {
  return JSON.parse(stored) as ClosedRest[];
}

function rupees(amount: Cents | null): number | null {
  return amount === null ? null : toRupees(amount);
}
