import { dayOf } from '#billing/calendar.ts';
import { message } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import { shops } from '#contract/shops.ts';
import type { Reader } from '../../db/connect.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/core/endpoint.ts';
import { writeEndpoint } from '../../http/idempotency/write-endpoint.ts';
import { loadLedger } from '../ledger/load-ledger.ts';
import { presentEffect } from '../ledger/present.ts';
import { listAllocations, listCharges } from '../ledger/queries.ts';
import { listPaymentsOfShop } from '../payments/queries.ts';
import { findShop } from '../shops/queries.ts';
import { findTenantOfShop } from '../tenants/queries.ts';
import { presentSetBalance, presentStatement, presentSummary } from './present.ts';
import { setBalance } from './set-balance.ts';

export function shopSummaryRoutes(app: AppContext): void {
  const { database } = app;
  endpoint(app, shops.summary, ({ params }) =>
    database.snapshot(async (db) => {
      const shop = await getShop(db, params.id);
      const opened = await loadLedger(db, shop);
      return presentSummary({
        opened,
        tenant: await findTenantOfShop(db, shop.id),
        payments: await listPaymentsOfShop(db, shop.id),
        charges: await listCharges(db, shop),
        allocations: await listAllocations(db, shop),
      });
    }),
  );
  endpoint(app, shops.statement, ({ params, context }) =>
    database.snapshot(async (db) =>
      presentStatement(await loadLedger(db, await getShop(db, params.id)), dayOf(context.now)),
    ),
  );
  writeEndpoint(app, shops.setBalance, async ({ params, body, context }, tx) => {
    const wanted = { cents: body.balance_amount, reason: body.reason, waivedInvoices: body.do_not_charge };
    const set = await setBalance(tx, context, { shopId: params.id, ...wanted });
    return {
      message: message('shop-summary.set_balance.done'),
      data: presentSetBalance(set, context.now),
      ...presentEffect(set),
    };
  });
}

async function getShop(db: Reader, shopId: string) {
  const shop = await findShop(db, shopId);
  if (!shop) throw new Refusal('shop_not_found');
  return shop;
}
