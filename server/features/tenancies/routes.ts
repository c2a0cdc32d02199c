import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import { type MoneyActionInput, tenancies } from '#contract/tenancies.ts';
import type { Writer } from '../../db/connect.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint, type RequestContext } from '../../http/core/endpoint.ts';
import {
  longRunningEndpoint,
  preparedWriteEndpoint,
  versionedEndpoint,
} from '../../http/idempotency/write-endpoint.ts';
import { loadLedger } from '../ledger/load-ledger.ts';
import { requireVerified } from '../session/require-verified.ts';
import { findShopRow } from '../shops/queries.ts';
import { findTenancy, listFormerTenants, listTenants, lockTenancy } from '../tenants/queries.ts';
import { changeMoney } from './change-money.ts';
import { editAgreement } from './edit-agreement.ts';
import { endTenancy } from './end-tenancy.ts';
import { erasePersonalData } from './erase-personal-data.ts';
import { loadPersonalData } from './load-personal-data.ts';
import { presentAgreement, presentMoneyChange, presentTenancyFile, presentTenancyMoney } from './present.ts';
import { presentPersonalData } from './present-personal-data.ts';
import { isSameTenant, listHistory, listTermRows } from './queries.ts';
import { recordPersonalDownload } from './record-download.ts';
import { selectHistory } from './select-history.ts';

type Ask = RequestContext<typeof tenancies.end> | RequestContext<typeof tenancies.money>;

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
  versionedEndpoint(app, tenancies.edit, {
    async current({ params }, tx) {
      const tenancy = await lockTenancy(tx, params.id);
      return tenancy && presentAgreement(tenancy);
    },
    async record({ params, body, context }, tx) {
      await editAgreement(tx, context, { id: params.id, ...body });
      return { message: apiMessage('tenancies.edit.done'), agreement: body };
    },
  });
  preparedWriteEndpoint(app, tenancies.money, {
    prepare: (ask) => verifyWriteOff(app, ask, [ask.body]),
    async record({ params, body, context }, tx) {
      const tenancy = await lockTenancy(tx, params.id);
      if (!tenancy) throw new Refusal('tenancy_not_found');
      const { do_not_charge: waivedInvoices, ...input } = body;
      const changed = await changeMoney(tx, context, { tenancy, input, waivedInvoices });
      return {
        message: apiMessage(`tenancies.money.done.${input.action}`),
        tenancy: { tenancy_id: tenancy.id, ended_on: tenancy.ended_on, ...presentTenancyMoney(changed) },
        ...presentMoneyChange(changed, changed.other ? [changed.other] : []),
      };
    },
  });
  endpoint(app, tenancies.personalData, async ({ params: { id }, context }) => {
    await database.write((tx) => recordPersonalDownload(tx, context, id));
    return presentPersonalData(await database.snapshot((db) => loadPersonalData(db, id)), context.now);
  });
  longRunningEndpoint(app, tenancies.erasePersonalData, {
    partsOf: ({ body }) => body.reason,
    async run({ params: { id }, body, context, caller }) {
      const erase = (tx: Writer) => erasePersonalData(tx, context, { id, reason: body.reason });
      // A refusal does not use up the confirmation.
      await database.dryRun(erase);
      await requireVerified(database, context, { caller, ...body });
      await database.write(erase);
      return { message: apiMessage('tenancies.erase.done') };
    },
  });
  preparedWriteEndpoint(app, tenancies.end, {
    prepare: (ask) => verifyWriteOff(app, ask, ask.body.actions),
    async record({ params, body, context }, tx) {
      const ended = await endTenancy(tx, context, {
        id: params.id,
        lastDay: body.last_day,
        lastBill: body.last_bill,
        actions: body.actions,
        waivedInvoices: body.do_not_charge,
      });
      return {
        message: apiMessage('tenancies.end.done'),
        tenancy: { tenancy_id: params.id, ended_on: body.last_day, ...presentTenancyMoney(ended) },
        invoice_id: ended.invoiceNumber ?? null,
        ...presentMoneyChange(ended, ended.others),
      };
    },
  });
}

/** A preview writes off nothing. */
async function verifyWriteOff(
  { database }: AppContext,
  { query, context, caller }: Ask,
  actions: readonly MoneyActionInput[],
): Promise<void> {
  if (query.dry_run === 'true' || !actions.some(({ action }) => action === 'debt_written_off')) return;
  await requireVerified(database, context, { caller });
}
