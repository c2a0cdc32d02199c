import { endOfDay } from '#billing/calendar.ts';
import type { TenancyOfShopRow } from '../tenants/queries.ts';
import type { TenancyEventRow } from './queries.ts';

const MOST_HISTORY = 100;
const OF_SHOP: readonly string[] = ['Shop Changed', 'VAT Rate Changed', 'Balance Set'];

/** The log names no tenancy: an entry is recognised by the number or the name in its description. */
export function selectHistory(events: readonly TenancyEventRow[], tenancy: TenancyOfShopRow): TenancyEventRow[] {
  const { id, name, ended_on } = tenancy;
  const isOver = (event: TenancyEventRow) => ended_on !== null && event.event_date > endOfDay(ended_on);
  const isOwn = (event: TenancyEventRow) => {
    const number = /^Tenan(?:t|cy) (\d+)\b/.exec(event.event_description)?.[1];
    if (number !== undefined) return number === String(id);
    if (!isOver(event)) return true;
    return !OF_SHOP.includes(event.event_type) && event.event_description.includes(` of ${name}`);
  };
  return events.filter(isOwn).slice(0, MOST_HISTORY);
}
