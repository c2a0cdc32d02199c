import { type Day, dayOf, type Instant } from '#billing/calendar.ts';
import { type Cents, parseRupees } from '#billing/money.ts';
import type { Answer } from '#contract/call.ts';
import type { tariff } from '#contract/tariff.ts';
import type { PassTerm } from '#contract/words.ts';
import type { GateTariff, Phone } from './entries.ts';

/**
 * Returns the tariffs in the server's order: by their first day, latest first. Of two with the same first day, the
 * newer one is first.
 */
export function readTariffs(answer: Answer<typeof tariff.list>): GateTariff[] {
  return answer.map(({ valid_from, prices, passes }) => {
    const pricesOf = (term: PassTerm) =>
      Object.fromEntries(
        Object.entries(passes).flatMap(([type, of]) => (of[term] === null ? [] : [[type, centsOf(of[term])]])),
      );
    return {
      validFrom: valid_from,
      prices: Object.fromEntries(Object.entries(prices).map(([type, price]) => [type, centsOf(price)])),
      passes: { day: pricesOf('day'), month: pricesOf('month') },
    };
  });
}

function centsOf(rupees: number): Cents | undefined {
  return parseRupees(String(rupees));
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

/** A price entered on this phone applies only if the office has set none. Prices of passes are set only by the office. */
export function vehiclePriceAt(
  phone: Phone,
  { type, pass }: { type: string; pass?: PassTerm | undefined },
  at: Instant,
): Cents | undefined {
  const tariff = tariffOn(phone, dayOf(at));
  return pass ? tariff?.passes?.[pass][type] : (tariff?.prices[type] ?? phone.prices[type]);
}

/** Returns the terms for which the market sells passes of an offered type on a day. */
export function passTermsOn(phone: Phone, day: Day): PassTerm[] {
  const passes = tariffOn(phone, day)?.passes;
  const isSold = (term: PassTerm) =>
    phone.vehicleTypes.some(({ name, is_offered }) => is_offered && passes?.[term][name] !== undefined);
  return TERMS.filter(isSold);
}

const TERMS: readonly PassTerm[] = ['day', 'month'];
