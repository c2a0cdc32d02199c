import { endOfDay } from '#billing/calendar.ts';
import { sumCents } from '#billing/money.ts';
import type { Call } from '#contract/call.ts';
import { ApiMessage } from '#contract/messages/message.ts';
import { isGiving, type MoneyActionInput } from '#contract/tenancies.ts';
import type { Writer } from '../../db/connect.ts';
import type { RequestContext } from '../../http/core/read-request.ts';
import { nameGiving } from '../approvals/name-giving.ts';
import { describeEntry } from '../audit/stored-message.ts';
import type { LoadedLedger } from '../ledger/load-ledger.ts';
import type { TenancyOfShopRow } from '../tenants/queries.ts';
import type { TenancyEventRow } from './queries.ts';

interface NamedActions extends Pick<LoadedLedger, 'shop' | 'tenancy'> {
  actions: readonly MoneyActionInput[];
  endsTenancy?: boolean;
}

export function nameActions<C extends Call>(
  tx: Writer,
  ask: RequestContext<C>,
  { shop, tenancy, actions, endsTenancy = false }: NamedActions,
): void {
  const giving = actions.filter(({ action }) => isGiving(action));
  const [kind] = giving.map(({ action }) => action).filter(isGiving);
  nameGiving(tx, ask, {
    kind: endsTenancy ? 'tenancy_ended' : (kind ?? 'balance_transferred'),
    cents: sumCents(giving.map(({ amount }) => amount)),
    shopId: shop.shop_id,
    tenant: tenancy.name,
    subject: '',
    reason: actions.flatMap(({ reason }) => reason || []).join('; '),
    isSensitive: giving.some(({ action }) => action !== 'deposit_applied'),
  });
}

const MOST_HISTORY = 100;
const OF_SHOP: readonly string[] = ['Shop Changed', 'VAT Rate Changed', 'Balance Set'];

/**
 * Selects the entries of a tenancy, because the log has no tenancy ids. An entry whose description begins with a
 * tenancy's number belongs to that tenancy. Any other entry belongs to the given tenancy if it was made before that
 * tenancy ended. A later entry belongs to it only if it names the tenant and is not about the shop.
 */
export function selectHistory(events: readonly TenancyEventRow[], tenancy: TenancyOfShopRow): TenancyEventRow[] {
  const { id, name, ended_on } = tenancy;
  const isOver = (event: TenancyEventRow) => ended_on !== null && event.event_date > endOfDay(ended_on);
  const isOwn = (event: TenancyEventRow) => {
    const number = /^Tenan(?:t|cy) (\d+)\b/.exec(event.event_description)?.[1];
    if (number !== undefined) return number === String(id);
    if (!isOver(event)) return true;
    if (OF_SHOP.includes(event.event_type)) return false;
    const said = describeEntry(event);
    return said instanceof ApiMessage ? Object.values(said.values).includes(name) : said.includes(` of ${name}`);
  };
  return events.filter(isOwn).slice(0, MOST_HISTORY);
}
