import { type Day, dayOf, type Instant } from '#billing/calendar.ts';
import { type Cents, parseRupees } from '#billing/money.ts';
import type { Answer } from '#contract/call.ts';
import type { tariff } from '#contract/tariff.ts';
import type { GateTariff, Phone } from './entries.ts';

/**
 * Returns the tariffs in the server's order: by their first day, latest first. Of two with the same first day, the
 * newer one is first.
 */
export function readTariffs(answer: Answer<typeof tariff.list>): GateTariff[] {
  return answer.map(({ valid_from, prices }) => ({
    validFrom: valid_from,
    prices: Object.fromEntries(Object.entries(prices).map(([type, price]) => [type, parseRupees(String(price))])),
  }));
}

export function tariffOn({ tariffs }: Phone, day: Day): GateTariff | undefined {
  return tariffs.find(({ validFrom }) => validFrom <= day);
}

export function nextTariff({ tariffs }: Phone, day: Day): GateTariff | undefined {
  return tariffs.filter(({ validFrom }) => validFrom > day).findLast(isNewestOfDay);
}

function isNewestOfDay({ validFrom }: GateTariff, at: number, all: readonly GateTariff[]): boolean {
  return all[at - 1]?.validFrom !== validFrom;
}

/** A price entered on this phone applies only if the office has set none. */
export function vehiclePriceAt(phone: Phone, type: string, at: Instant): Cents | undefined {
  return tariffOn(phone, dayOf(at))?.prices[type] ?? phone.prices[type];
}
