import { apiMessage, message } from '#contract/messages/message.ts';
import { type OtherChargeKind, otherCharges } from '#contract/other-charges.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Writer } from '../../db/connect.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { listLedgerInvoices } from '../ledger/queries.ts';
import { findTenancy } from '../tenants/queries.ts';
import { nextMonth } from './choose-month.ts';
import { presentChargeKind, presentLastReadings, presentTenancyCharge } from './present.ts';
import { findTenancyCharge, listChargeKinds, listReadings, listUnbilledCharges, lockChargeKind } from './queries.ts';
import { addCharge, type ChargeInput, describeDone, setRecurring } from './record-charge.ts';
import { recordReading } from './record-reading.ts';
import { removeCharge } from './remove-charge.ts';
import { addKind, archiveKind, changeKind } from './save-kind.ts';

export function otherChargeRoutes(app: AppContext): void {
  kindRoutes(app);
  chargeRoutes(app);
}

function kindRoutes(app: AppContext): void {
  endpoint(app, otherCharges.listKinds, async () =>
    (await listChargeKinds(app.database.reader)).map(presentChargeKind),
  );
  endpoint(app, otherCharges.addKind, {
    record: async ({ body, context }, tx) => ({
      message: apiMessage('other-charges.kind.added'),
      kind: presentChargeKind(await addKind(tx, context, body)),
    }),
  });
  endpoint(app, otherCharges.changeKind, {
    current: ({ params }, tx) => currentKind(tx, params.id),
    record: async ({ params, body, context }, tx) => ({
      message: apiMessage('other-charges.kind.changed'),
      kind: presentChargeKind(await changeKind(tx, context, { id: params.id, fields: body })),
    }),
  });
  endpoint(app, otherCharges.archiveKind, {
    current: ({ params }, tx) => currentKind(tx, params.id),
    record: async ({ params, body, context }, tx) => ({
      message: message(body.is_archived ? 'other-charges.kind.archived' : 'other-charges.kind.restored'),
      kind: presentChargeKind(await archiveKind(tx, context, { id: params.id, isArchived: body.is_archived })),
    }),
  });
}

async function currentKind(tx: Writer, id: number): Promise<OtherChargeKind | undefined> {
  const kind = await lockChargeKind(tx, id);
  return kind && presentChargeKind(kind);
}

function chargeRoutes(app: AppContext): void {
  endpoint(app, otherCharges.list, ({ params, context }) =>
    app.database.snapshot(async (db) => {
      const tenancy = await findTenancy(db, params.id);
      if (!tenancy) throw new Refusal('tenancy_not_found');
      const charges = (await listUnbilledCharges(db, tenancy.id)).map(presentTenancyCharge);
      return {
        next_month: nextMonth(tenancy, await listLedgerInvoices(db, tenancy), context) ?? null,
        waiting: charges.filter(({ basis }) => basis !== 'recurring'),
        recurring: charges.filter(({ basis }) => basis === 'recurring'),
        last_readings: presentLastReadings(await listReadings(db, tenancy.shop_id)),
      };
    }),
  );
  endpoint(app, otherCharges.add, {
    async record({ params, body, context }, tx) {
      const charge = await addCharge(tx, context, { ...inputOf(params.id, body), amount: body.amount });
      return { message: describeDone('other-charges.add.done', charge), charge: presentTenancyCharge(charge) };
    },
    effectOf: async (tx, { charge }) => (await findTenancyCharge(tx, charge.charge_id)) !== undefined,
  });
  endpoint(app, otherCharges.setRecurring, {
    async record({ params, body, context }, tx) {
      const amounts = { amount: body.amount, lastMonth: body.last_month };
      const charge = await setRecurring(tx, context, { ...inputOf(params.id, body), ...amounts });
      return { message: describeDone('other-charges.recurring.done', charge), charge: presentTenancyCharge(charge) };
    },
  });
  endpoint(app, otherCharges.recordReading, {
    async record({ params, body, context }, tx) {
      const readings = { reading: body.reading, previousReading: body.previous_reading };
      const charge = await recordReading(tx, context, { ...inputOf(params.id, body), ...readings });
      return { message: describeDone('other-charges.reading.done', charge), charge: presentTenancyCharge(charge) };
    },
  });
  endpoint(app, otherCharges.remove, {
    async record({ params, body, context }, tx) {
      const ended = await removeCharge(tx, context, { id: params.id, reason: body.reason });
      if (ended === undefined) return { message: apiMessage('other-charges.remove.done') };
      return { message: apiMessage('other-charges.remove.ended', { month: { month: ended } }) };
    },
  });
}

function inputOf(
  tenancyId: number,
  { kind_id, note, month_year }: { kind_id: number; note: string; month_year?: ChargeInput['month'] },
): ChargeInput {
  return { tenancyId, kindId: kind_id, note, month: month_year };
}
