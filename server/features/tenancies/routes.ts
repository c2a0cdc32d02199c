import { sumCents } from '#billing/money.ts';
import type { Call } from '#contract/call.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import { isGiving, type MoneyActionInput, tenancies } from '#contract/tenancies.ts';
import type { Writer } from '../../db/connect.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import type { RequestContext } from '../../http/core/read-request.ts';
import { endpoint } from '../../http/endpoint.ts';
import { guardMoney } from '../approvals/guard-money.ts';
import { type LoadedLedger, loadLedger } from '../ledger/load-ledger.ts';
import { findLedgerMark } from '../ledger/queries.ts';
import { waiverOf } from '../ledger/recompute-ledger.ts';
import { requireVerified } from '../session/require-verified.ts';
import { findShopRow } from '../shops/queries.ts';
import { findTenancy, listFormerTenants, listTenants, lockTenancy } from '../tenants/queries.ts';
import { changeMoney, moneyKinds } from './change-money.ts';
import { editAgreement } from './edit-agreement.ts';
import { endTenancy } from './end-tenancy.ts';
import { erasePersonalData } from './erase-personal-data.ts';
import { loadPersonalData } from './load-personal-data.ts';
import { presentAgreement, presentMoneyChange, presentTenancyFile, presentTenancyMoney } from './present.ts';
import { presentPersonalData } from './present-personal-data.ts';
import { isSameTenant, listHistory, listTermRows } from './queries.ts';
import { recordPersonalDownload } from './record-download.ts';
import { selectHistory } from './select-history.ts';

export function tenancyRoutes(app: AppContext): void {
  const { database } = app;
  endpoint(app, tenancies.get, ({ params }) =>
    database.snapshot(async (db) => {
      const tenancy = await findTenancy(db, params.id);
      const shop = tenancy && (await findShopRow(db, tenancy.shop_id));
      if (!tenancy || !shop) throw new Refusal('tenancy_not_found');
      const others = [...(await listTenants(db)), ...(await listFormerTenants(db))];
      return presentTenancyFile({
        tenancy,
        opened: await loadLedger(db, { shop, tenancy }),
        terms: await listTermRows(db, tenancy.id),
        history: selectHistory(await listHistory(db, tenancy), tenancy),
        sameTenant: others.filter((other) => other.id !== tenancy.id && isSameTenant(other, tenancy)),
      });
    }),
  );
  endpoint(app, tenancies.edit, {
    async current({ params }, tx) {
      const tenancy = await lockTenancy(tx, params.id);
      return tenancy && presentAgreement(tenancy);
    },
    async record({ params, body, context }, tx) {
      await editAgreement(tx, context, { id: params.id, ...body });
      return { message: apiMessage('tenancies.edit.done'), agreement: body };
    },
  });
  endpoint(app, tenancies.money, {
    async record(ask, tx) {
      const { params, body, context } = ask;
      const tenancy = await lockTenancy(tx, params.id);
      if (!tenancy) throw new Refusal('tenancy_not_found');
      const { do_not_charge: _, waive_reason: __, ...input } = body;
      const waiver = waiverOf(body);
      const changed = await changeMoney(tx, context, { tenancy, input, waiver });
      await guardGiving(tx, ask, { entry: tenancies.money, ...changed, actions: [input] });
      return {
        message: apiMessage(`tenancies.money.done.${input.action}`),
        tenancy: { tenancy_id: tenancy.id, ended_on: tenancy.ended_on, ...presentTenancyMoney(changed) },
        ...presentMoneyChange(changed, changed.other ? [changed.other] : []),
      };
    },
    effectOf: (tx, _, { params }) => findLedgerMark(tx, params.id, moneyKinds),
  });
  endpoint(app, tenancies.personalData, async ({ params: { id }, context }) => {
    await database.write((tx) => recordPersonalDownload(tx, context, id));
    return presentPersonalData(await database.snapshot((db) => loadPersonalData(db, id)), context.now);
  });
  endpoint(app, tenancies.erasePersonalData, {
    partsOf: ({ body }) => body.reason,
    async run({ params: { id }, body, context, caller }) {
      const erase = (tx: Writer) => erasePersonalData(tx, context, { id, reason: body.reason });
      // A refusal does not use up the confirmation.
      await database.dryRun(erase);
      await requireVerified(app, context, { caller, ...body });
      await database.write(erase);
      return { message: apiMessage('tenancies.erase.done') };
    },
  });
  endpoint(app, tenancies.end, {
    async record(ask, tx) {
      const { params, body, context } = ask;
      const ended = await endTenancy(tx, context, {
        id: params.id,
        lastDay: body.last_day,
        lastBill: body.last_bill,
        actions: body.actions,
        waiver: waiverOf(body),
      });
      await guardGiving(tx, ask, { entry: tenancies.end, ...ended, actions: body.actions });
      return {
        message: apiMessage('tenancies.end.done'),
        tenancy: { tenancy_id: params.id, ended_on: body.last_day, ...presentTenancyMoney(ended) },
        invoice_id: ended.invoiceNumber ?? null,
        ...presentMoneyChange(ended, ended.others),
      };
    },
  });
}

interface Giving<C extends Call> extends Pick<LoadedLedger, 'shop' | 'tenancy'> {
  entry: C;
  actions: readonly MoneyActionInput[];
}

async function guardGiving<C extends Call>(
  tx: Writer,
  ask: RequestContext<C>,
  { entry, shop, tenancy, actions }: Giving<C>,
): Promise<void> {
  const giving = actions.filter(({ action }) => isGiving(action));
  const [kind] = giving.map(({ action }) => action).filter(isGiving);
  if (!kind) return;
  await guardMoney(tx, ask, {
    entry,
    kind: entry.path === tenancies.end.path ? 'tenancy_ended' : kind,
    cents: sumCents(giving.map(({ amount }) => amount)),
    shopId: shop.shop_id,
    tenant: tenancy.name,
    subject: '',
    reason: giving.map(({ reason = '' }) => reason).join('; '),
    isSensitive: true,
  });
}
