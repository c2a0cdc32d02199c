import { addMonths, dayOf, firstDayOf, isMonth, type Month, monthOf } from '#billing/calendar.ts';
import { parseRupees } from '#billing/money.ts';
import type { Shop } from '#contract/shops.ts';
import type { TenancyFile } from '#contract/tenancies.ts';
import { shopTerms } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { browserNow } from '#web/ui/format/browser-clock.ts';
import { type ShopValues, toShopInput, toShopValues } from './convert-shop.ts';

type TermName = (typeof shopTerms)[number];

export function changedTerms(shop: Shop, values: ShopValues): TermName[] {
  const [before, after] = [toShopInput(toShopValues(shop)), toShopInput(values)];
  return shopTerms.filter((term) => hundredths(before[term]) !== hundredths(after[term]));
}

export function findSlips(shop: Shop, values: ShopValues): string[] {
  const [before, after] = [toShopInput(toShopValues(shop)), toShopInput(values)];
  return changedTerms(shop, values).flatMap((term) => {
    const [old, next] = [hundredths(before[term]), hundredths(after[term])];
    if (old === undefined || next === undefined || old === 0) return [];
    if (next > 2 * old) return [t('shops.edit.slip.double', { term })];
    return 2 * next < old ? [t('shops.edit.slip.half', { term })] : [];
  });
}

function hundredths(figure: string | number): number | undefined {
  return parseRupees(String(figure));
}

const MONTHS_AHEAD = 12;

/** Returns the first month from now that is not billed yet, and a year more. */
export function monthsToChange({ last_billed_month: billed }: Pick<TenancyFile, 'last_billed_month'>): Month[] {
  const now = monthOf(dayOf(browserNow()));
  const next = billed !== null && isMonth(billed) ? monthOf(addMonths(firstDayOf(billed), 1)) : now;
  const first = firstDayOf(next > now ? next : now);
  return Array.from({ length: MONTHS_AHEAD + 1 }, (_, at) => monthOf(addMonths(first, at)));
}
