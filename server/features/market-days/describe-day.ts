import type { MarketDay } from '#contract/market-days.ts';
import { describeAll } from '../audit/describe-changes.ts';

type Described = Pick<MarketDay, 'kind' | 'reason' | 'reason_si' | 'reason_ta'>;

export function describeDay({ kind, reason, reason_si, reason_ta }: Described): string {
  return describeAll({ kind, reason, reason_si, reason_ta });
}
