import type { Day } from '#billing/calendar.ts';
import type { Sending } from '#contract/call.ts';
import type { TranslatedNames } from '#contract/languages.ts';
import { type MarketDay, type marketDays, poyaReason } from '#contract/market-days.ts';
import { type MarketDayKind, marketDayKinds } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { localName } from '../local-name.ts';

export function kindChoices() {
  return marketDayKinds.map((kind) => ({ value: kind, label: t(`market-days.choice.${kind}`) }));
}

export type DayValues = {
  date: Day | null;
  kind: MarketDayKind;
  reason: string;
  reason_si: string;
  reason_ta: string;
};

const NO_REASON = { reason: '', reason_si: '', reason_ta: '' };

export const newDay: DayValues = { date: null, kind: 'closed', ...NO_REASON };

export function dayValuesOf({ date, kind, reason, reason_si, reason_ta }: MarketDay): DayValues {
  return { date, kind, reason, reason_si, reason_ta };
}

export function dayBodyOf({ kind, reason, reason_si, reason_ta }: DayValues): Sending<typeof marketDays.save>['body'] {
  return { kind, reason, reason_si, reason_ta };
}

type Reasons = Pick<MarketDay, 'reason' | 'reason_si' | 'reason_ta'>;

export function reasonsOf({ reason, reason_si, reason_ta }: Reasons): TranslatedNames {
  return { name: reason, name_si: reason_si, name_ta: reason_ta };
}

export function localReason(reasons: Reasons): string {
  return localName(reasonsOf(reasons));
}

/**
 * Returns the reasons to fill in when the kind of day changes: the usual ones for a Poya day, empty ones for other
 * kinds. Returns no fields if the user typed other reasons.
 */
export function reasonsFor(kind: MarketDayKind, values: DayValues): Partial<DayValues> {
  const names = Object.keys(NO_REASON) as (keyof typeof NO_REASON)[];
  const isUnchanged = (reasons: Record<keyof typeof NO_REASON, string>) =>
    names.every((name) => values[name].trim() === reasons[name]);
  if (kind === 'poya' && isUnchanged(NO_REASON)) return poyaReason;
  if (kind !== 'poya' && isUnchanged(poyaReason)) return NO_REASON;
  return {};
}
