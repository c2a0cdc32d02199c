import { addMonths, type Day, firstDayOf, type Month, monthOf } from '#billing/calendar.ts';
import { firstOwnDay } from '#billing/month-share.ts';
import type { Answer } from '#contract/call.ts';
import type { dashboard } from '#contract/dashboard.ts';
import type { Reader } from '../../db/connect.ts';
import { listBilledSince, listLetSince } from '../approvals/term-queries.ts';
import { listRentRules, rulesOfMonth } from '../dated-settings/queries.ts';
import { compareShopIds } from '../shops/queries.ts';

const MONTHS_BACK = 2;

/**
 * Lists the current tenancies without an invoice for one of the last three months, this one included. A month counts as
 * soon as the office has billed it to somebody.
 */
export async function loadUnbilled(db: Reader, today: Day): Promise<Answer<typeof dashboard.morning>['unbilled']> {
  const months = monthsUpTo(monthOf(today));
  const [first = monthOf(today)] = months;
  const billed = await listBilledSince(db, first);
  const begun = months.filter((month) => [...billed].some((one) => one.endsWith(` ${month}`)));
  const tenancies = await listLetSince(db, firstDayOf(first));
  const byShop = Map.groupBy(tenancies, ({ shop_id }) => shop_id);
  const rules = await listRentRules(db);
  const unbilled = tenancies.flatMap(({ id, shop_id, written_shop_id, name, started_on, ended_on }) => {
    if (ended_on !== null) return [];
    const others = (byShop.get(shop_id) ?? []).filter((other) => other.id !== id);
    const days = { startedOn: started_on, endedOn: ended_on, lastDaysOfOthers: others.map((other) => other.ended_on) };
    const isByDays = rulesOfMonth(rules, monthOf(started_on)).isFirstMonthByDays;
    const from = monthOf(isByDays ? firstOwnDay(days) : started_on);
    const missing = begun.filter((month) => month >= from && !billed.has(`${id} ${month}`));
    if (missing.length === 0) return [];
    return [{ tenancy_id: id, shop_id: written_shop_id, tenant_name: name, months: missing }];
  });
  return unbilled.toSorted(
    (one, other) => other.months.length - one.months.length || compareShopIds(one.shop_id, other.shop_id),
  );
}

function monthsUpTo(last: Month): Month[] {
  return Array.from({ length: MONTHS_BACK + 1 }, (_, at) => monthOf(addMonths(firstDayOf(last), at - MONTHS_BACK)));
}
