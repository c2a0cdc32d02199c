import { dayOf } from '#billing/calendar.ts';
import { toRupees } from '#billing/money.ts';
import type { Query } from '#contract/call.ts';
import { writeFigure } from '#contract/figures.ts';
import { Refusal } from '#contract/refusals.ts';
import { shops } from '#contract/shops.ts';
import type { Reader } from '../../db/connect.ts';
import { makePdf } from '../../documents/make-pdf.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { FileResponse } from '../../http/core/file-response.ts';
import { endpoint } from '../../http/endpoint.ts';
import { nameGiving } from '../approvals/name-giving.ts';
import { listRentRules, rulesOfMonth } from '../dated-settings/queries.ts';
import { loadLedgerForUpdate } from '../ledger/load-ledger.ts';
import { presentBalance } from '../ledger/present.ts';
import { listPromisedCheques, presentPromised } from '../ledger/promised-cheques.ts';
import { listAllocationsOfShop, listChargesOfShop, listInvoicesOfShop, listSetBalances } from '../ledger/queries.ts';
import { waiverOf } from '../ledger/recompute-ledger.ts';
import { listPaymentsOfShop } from '../payments/queries.ts';
import { findShop } from '../shops/queries.ts';
import { listTenanciesOfShop } from '../tenants/queries.ts';
import { drawStatement } from './draw-statement.ts';
import { loadStatement, type StatementRequest } from './load-statement.ts';
import { presentSetBalance, presentSummary } from './present.ts';
import { setBalance } from './set-balance.ts';

export function shopSummaryRoutes(app: AppContext): void {
  const { database } = app;
  endpoint(app, shops.summary, ({ params, context }) =>
    database.snapshot(async (db) => {
      const shop = await getShop(db, params.id);
      const rentRules = await listRentRules(db);
      const tenancies = await listTenanciesOfShop(db, shop.id);
      const promised = await listPromisedCheques(db, { shopId: shop.id });
      const summary = presentSummary({
        shop,
        tenancies,
        promised: presentPromised(promised),
        invoices: await listInvoicesOfShop(db, shop),
        setBalances: await listSetBalances(db, shop),
        payments: await listPaymentsOfShop(db, shop.id),
        charges: await listChargesOfShop(db, shop),
        allocations: await listAllocationsOfShop(db, shop),
        today: dayOf(context.now),
        isFirstMonthByDays: (month) => rulesOfMonth(rentRules, month).isFirstMonthByDays,
      });
      return { ...summary, shop: summary };
    }),
  );
  endpoint(app, shops.statement, ({ params, query, context: { now }, language }) =>
    loadStatement(app, { now, language }, statementRequestOf(params.id, query)),
  );
  endpoint(app, shops.statementPdf, async ({ params, query, context: { now }, language }) => {
    const statement = await loadStatement(app, { now, language }, statementRequestOf(params.id, query));
    const pdf = await makePdf(drawStatement(statement));
    return new FileResponse(pdf, { format: 'pdf', name: `statement-${statement.shop_id}-${statement.today}` });
  });
  endpoint(app, shops.setBalance, {
    async current({ params, body }, tx) {
      const opened = await loadLedgerForUpdate(tx, params.id, body.tenancy_id);
      return { balance_amount: presentBalance(opened) };
    },
    async record(ask, tx) {
      const { params, body, context } = ask;
      const wanted = { cents: body.balance_amount, reason: body.reason, waiver: waiverOf(body) };
      const shop = { shopId: params.id, tenancyId: body.tenancy_id };
      const balanced = await setBalance(tx, context, { ...shop, ...wanted });
      nameGiving(tx, ask, {
        kind: 'balance_set',
        cents: balanced.changedCents,
        reason: body.reason ?? '',
        shopId: balanced.shop.shop_id,
        tenant: balanced.tenancy.name,
        subject: writeFigure(toRupees(body.balance_amount)),
        isSensitive: false,
      });
      return presentSetBalance(balanced);
    },
  });
}

function statementRequestOf(shopId: string, { tenancy_id, from, to }: Query<typeof shops.statement>): StatementRequest {
  return { shopId, tenancyId: tenancy_id, from, to };
}

async function getShop(db: Reader, shopId: string) {
  const shop = await findShop(db, shopId);
  if (!shop) throw new Refusal('shop_not_found');
  return shop;
}
