import { sumCents } from '#billing/money.ts';
import type { Call } from '#contract/call.ts';
import { isGiving, type MoneyActionInput } from '#contract/tenancies.ts';
import type { Writer } from '../../db/connect.ts';
import type { RequestContext } from '../../http/core/read-request.ts';
import { nameGiving } from '../approvals/name-giving.ts';
import type { LoadedLedger } from '../ledger/load-ledger.ts';

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
