import type { Day } from '#billing/calendar.ts';
import type { Sending } from '#contract/call.ts';
import {
  type MarketDay,
  type MarketDayKind,
  marketDayKinds,
  type marketDays,
  poyaReason,
} from '#contract/market-days.ts';

/** What each kind of day is called, and what it means. */
export const KIND_WORDS: Record<MarketDayKind, { name: string; choice: string }> = {
  poya: { name: 'Poya day', choice: 'Closed: Poya day' },
  holiday: { name: 'Holiday', choice: 'Closed: public holiday' },
  closed: { name: 'Closed', choice: 'Closed: another reason' },
  open: { name: 'Open', choice: 'Open, though its weekday is closed' },
};

export const kindChoices = marketDayKinds.map((kind) => ({ value: kind, label: KIND_WORDS[kind].choice }));

/** A day of the calendar as its form holds it. */
export type DayValues = {
  date: Day | null;
  kind: MarketDayKind;
  reason: string;
  reason_si: string;
  reason_ta: string;
};

const NO_REASON = { reason: '', reason_si: '', reason_ta: '' };

export const newDay: DayValues = { date: null, kind: 'closed', ...NO_REASON };

/** A day of the calendar, ready to be edited. */
export function valuesOf({ date, kind, reason, reason_si, reason_ta }: MarketDay): DayValues {
  return { date, kind, reason, reason_si, reason_ta };
}

/** What the server is sent. */
export function bodyOf({ kind, reason, reason_si, reason_ta }: DayValues): Sending<typeof marketDays.save>['body'] {
  return { kind, reason, reason_si, reason_ta };
}

/**
 * The reasons that come with another kind: a Poya day names itself in three languages, and takes its names along when it
 * becomes another day. What somebody wrote stays.
 */
export function reasonsFor(kind: MarketDayKind, values: DayValues): Partial<DayValues> {
  const names = Object.keys(NO_REASON) as (keyof typeof NO_REASON)[];
  const isStill = (reasons: Record<keyof typeof NO_REASON, string>) =>
    names.every((name) => values[name].trim() === reasons[name]);
  if (kind === 'poya' && isStill(NO_REASON)) return poyaReason;
  if (kind !== 'poya' && isStill(poyaReason)) return NO_REASON;
  return {};
}
