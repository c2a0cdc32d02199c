import { type Day, dayNumber } from '#billing/calendar.ts';
import { writeDecimal } from '#billing/money.ts';
import { message } from '#contract/messages/message.ts';
import type { ComparedPriceRange, PriceRange } from './save-price-ranges.ts';

const MOST_LISTED = 20;

export function distinctDaysOf(pairs: readonly { date: Day }[]): Day[] {
  return [...new Set(pairs.map(({ date }) => date))].sort((a, b) => dayNumber(a) - dayNumber(b));
}

export function describeDays(pairs: readonly { date: Day }[]): string {
  const days = distinctDaysOf(pairs);
  const [first] = days;
  const range = { count: days.length, first: first ?? '', last: days.at(-1) ?? '' };
  return days.length === 1 ? range.first : message('prices.audit.days', range);
}

export function countStatuses(compared: readonly ComparedPriceRange[]): Record<ComparedPriceRange['status'], number> {
  const counts = { added: 0, updated: 0, cleared: 0, unchanged: 0 };
  for (const { status } of compared) counts[status] += 1;
  return counts;
}

export function describeCounts(compared: readonly ComparedPriceRange[]): string {
  return Object.entries(countStatuses(compared))
    .filter(([, count]) => count > 0)
    .map(([status, count]) => message('prices.audit.count', { status, count }))
    .join(', ');
}

export function describePriceChanges(
  compared: readonly ComparedPriceRange[],
  names: ReadonlyMap<number, string>,
): { oldValue?: string; newValue?: string } {
  const changed = compared.filter(({ status }) => status === 'updated' || status === 'cleared');
  if (changed.length === 0) return {};
  const spellOut = (pairOf: (one: ComparedPriceRange) => PriceRange | null | undefined) => {
    const spelled = changed
      .slice(0, MOST_LISTED)
      .map((one) => `${names.get(one.product_id)} ${one.date}: ${describePriceRange(pairOf(one))}`);
    const left = changed.length - spelled.length;
    return [...spelled, ...(left > 0 ? [message('prices.audit.more', { count: left })] : [])].join('; ');
  };
  return { oldValue: spellOut((one) => one.old), newValue: spellOut((one) => one.pair) };
}

export function describePriceRange(pair: PriceRange | null | undefined): string {
  return pair ? `${writeDecimal(pair.min_cents)} - ${writeDecimal(pair.max_cents)}` : message('audit.value.none');
}
