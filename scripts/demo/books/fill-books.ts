import { addDays, addMonths, dayInMonth, dayOf, type Instant, type Month, monthOf } from '#billing/calendar.ts';
import type { Database } from '#server/db/connect.ts';
import { listShops } from '#server/features/shops/queries.ts';
import { momentOf } from './moments.ts';
import { planShops } from './plan-shops.ts';
import { planTenancies } from './plan-tenancies.ts';
import { tellShop } from './tell-shop.ts';
import { type ToldShop, writeBooks } from './write-books.ts';

/** What the audit log tells in full, in months. */
const NOTED_MONTHS = 2;
/** The office opens its books some days before the first invoices. */
const DAYS_BEFORE = 11;

export interface DemoBooks {
  seed: number;
  years: number;
  now: Instant;
}

/** Everything that happened in a market of 144 shops until now, made up from the seed: the same for the same moment. */
export function tellMarket({ seed, years, now }: DemoBooks): ToldShop[] {
  const today = dayOf(now);
  const from = monthOf(addMonths(dayInMonth(monthOf(today), 1), 1 - 12 * years));
  const opening = addDays(dayInMonth(from, 1), -DAYS_BEFORE);
  const newYear = dayInMonth(`${today.slice(0, 4)}-01` as Month, 1);
  const plans = planShops(seed);
  const tenancies = planTenancies({ seed, shopIds: plans.map(({ shopId }) => shopId), from: opening, today });
  const notedFrom = momentOf(addMonths(today, -NOTED_MONTHS), 0);
  return plans.map((plan, at) => {
    const ofShop = tenancies[at] ?? [];
    return {
      ...{ plan, tenancies: ofShop, openedAt: momentOf(opening, 0), terms: plan.termsOf(monthOf(today)) },
      termsSince: momentOf(newYear > opening ? newYear : opening, 0),
      journal: tellShop(plan, ofShop, { seed, from, now, notedFrom }),
    };
  });
}

/** Fills the books of the demo, in one transaction; a market that has shops is left as it is. */
export async function fillBooks(database: Database, options: DemoBooks): Promise<void> {
  if ((await listShops(database.reader)).length > 0) return;
  const shops = tellMarket(options);
  await database.write((tx) => writeBooks(tx, shops));
}
