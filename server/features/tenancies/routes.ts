import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import { tenancies } from '#contract/tenancies.ts';
import type { Writer } from '../../db/connect.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { loadLedger } from '../ledger/load-ledger.ts';
import { findLedgerMark } from '../ledger/queries.ts';
import { waiverOf } from '../ledger/recompute-ledger.ts';
import { requireVerified } from '../session/require-verified.ts';
import { findShopRow } from '../shops/queries.ts';
import { editedAgreement, refuseErased } from '../tenants/edited-tenant.ts';
import { findTenancy, lockTenancy } from '../tenants/queries.ts';
import { listOtherTenancies } from '../tenants/same-tenant.ts';
import { changeMoney, moneyKinds } from './change-money.ts';
import { changeTenant } from './change-tenant.ts';
import { endTenancy } from './end-tenancy.ts';
import { erasePersonalData } from './erase-personal-data.ts';
import { loadPersonalData } from './load-personal-data.ts';
import { nameActions } from './name-actions.ts';
import { presentMoneyChange, presentSameTenant, presentTenancyFile, presentTenancyMoney } from './present.ts';
import { presentPersonalData } from './present-personal-data.ts';
import { listHistory, listTermRows } from './queries.ts';
import { recordPersonalDownload } from './record-personal-download.ts';

export function tenancyRoutes(app: AppContext): void {
  money(app);
  personalData(app);
  const { database } = app;
  endpoint(app, tenancies.get, ({ params }) =>
    database.snapshot(async (db) => {
      const tenancy = await findTenancy(db, params.id);
      const shop = tenancy && (await findShopRow(db, tenancy.shop_id));
      if (!tenancy || !shop) throw new Refusal('tenancy_not_found');
      return presentTenancyFile({
        tenancy,
        opened: await loadLedger(db, { shop, tenancy }),
        terms: await listTermRows(db, tenancy.id),
        history: await listHistory(db, tenancy),
        sameTenant: await listOtherTenancies(db, tenancy),
      });
    }),
  );
  endpoint(app, tenancies.edit, {
    async current({ params }, tx) {
      const tenancy = await lockTenancy(tx, params.id);
      return tenancy && editedAgreement.termsOf(tenancy);
    },
    async record({ params, body, context }, tx) {
      const { row } = await editedAgreement.edit(tx, context, {
        key: params.id,
        terms(tenancy) {
          refuseErased(tenancy);
          const { agreement_ends_on = tenancy.agreement_ends_on, ...others } = body;
          return { ...others, agreement_ends_on };
        },
      });
      return { message: apiMessage('tenancies.edit.done'), agreement: editedAgreement.termsOf(row) };
    },
  });
  endpoint(app, tenancies.changeTenant, {
    async record({ params, body, context }, tx) {
      const { tenancy, others } = await changeTenant(tx, context, { id: params.id, ...body });
      return {
        message: apiMessage('tenancies.tenant.done'),
        tenant_ref: tenancy.tenant_id,
        SameTenant: others.map(presentSameTenant),
      };
    },
  });
}

function money(app: AppContext): void {
  endpoint(app, tenancies.money, {
    async record(ask, tx) {
      const { params, body, context } = ask;
      const tenancy = await lockTenancy(tx, params.id);
      if (!tenancy) throw new Refusal('tenancy_not_found');
      const { do_not_charge: _, waive_reason: __, ...input } = body;
      const waiver = waiverOf(body);
      const changed = await changeMoney(tx, context, { tenancy, input, waiver });
      nameActions(tx, ask, { ...changed, actions: [input] });
      return {
        message: apiMessage(`tenancies.money.done.${input.action}`),
        tenancy: { tenancy_id: tenancy.id, ended_on: tenancy.ended_on, ...presentTenancyMoney(changed) },
        ...presentMoneyChange(changed, changed.other ? [changed.other] : []),
      };
    },
    effectOf: (tx, _, { params }) => findLedgerMark(tx, params.id, moneyKinds),
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
      nameActions(tx, ask, { ...ended, actions: body.actions, endsTenancy: true });
      return {
        message: apiMessage('tenancies.end.done'),
        tenancy: { tenancy_id: params.id, ended_on: body.last_day, ...presentTenancyMoney(ended) },
        invoice_id: ended.invoiceNumber ?? null,
        ...presentMoneyChange(ended, ended.others),
      };
    },
  });
}

function personalData(app: AppContext): void {
  const { database } = app;
  endpoint(app, tenancies.personalData, async ({ params: { id }, context }) => {
    await database.write((tx) => recordPersonalDownload(tx, context, id));
    return presentPersonalData(await database.snapshot((db) => loadPersonalData(db, id)), context.now);
  });
  endpoint(app, tenancies.erasePersonalData, {
    partsOf: ({ body }) => body.reason,
    async run({ params: { id }, body, context, caller }) {
      const erase = (tx: Writer) => erasePersonalData(tx, context, { id, reason: body.reason });
      // The dry run comes first, so that a refusal does not use up the confirmation.
      await database.dryRun(erase);
      await requireVerified(app, context, { caller, ...body });
      await database.write(erase);
      return { message: apiMessage('tenancies.erase.done') };
    },
  });
}
