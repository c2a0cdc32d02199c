import { dayOf } from '#billing/calendar.ts';
import { OTHER_TYPES } from '#contract/arrivals.ts';
import type { Body } from '#contract/call.ts';
import { foldText } from '#contract/fold-text.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import { findNewestTariff, tariff, type VehicleType } from '#contract/tariff.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { lockDataVersion, raiseDataVersion } from '../../db/data-version.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { badInput } from '../../http/core/read-request.ts';
import { endpoint } from '../../http/endpoint.ts';
import { type ChangeDescription, describeAll, describeChanges } from '../audit/describe-changes.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { cancelFuture, setFrom } from '../dated-settings/dated-setting.ts';
import { presentTariff } from './present.ts';
import { findTariffOn, listTariffs, lockTariffs } from './queries.ts';
import { tariffSetting } from './tariff-setting.ts';
import {
  deleteTypeRow,
  insertVehicleType,
  isVehicleTypeUsed,
  listVehicleTypes,
  updateVehicleType,
} from './vehicle-type-queries.ts';

export function tariffRoutes(app: AppContext): void {
  vehicleTypeRoutes(app);
  endpoint(app, tariff.set, {
    async current(_, tx) {
      // The data version is locked too, because before the first prices are set there is no tariff row to lock.
      await lockDataVersion(tx);
      return findNewestTariff((await lockTariffs(tx)).map(presentTariff)) ?? {};
    },
    async record({ body, context }, tx) {
      const { prices: value, valid_from: from } = body;
      const today = dayOf(context.now);
      const set = await setFrom(tx, context, { setting: tariffSetting, value, from });
      const row = set ?? (await findTariffOn(tx, from ?? today));
      if (!row) throw new Error('the tariff that applies is not stored');
      const done = row.valid_from > today ? 'tariff.set.scheduled' : 'tariff.set.applied';
      return {
        message: apiMessage(set ? done : 'tariff.set.unchanged', { date: { day: row.valid_from } }),
        tariff: presentTariff(row),
      };
    },
  });
  endpoint(app, tariff.list, async () => (await listTariffs(app.database.reader)).map(presentTariff));
  endpoint(app, tariff.cancel, {
    async record({ params, context }, tx) {
      await cancelFuture(tx, context, { setting: tariffSetting, key: String(params.id) });
      return { message: apiMessage('tariff.cancel.done') };
    },
  });
}

function vehicleTypeRoutes(app: AppContext): void {
  endpoint(app, tariff.listTypes, () => listVehicleTypes(app.database.reader));
  endpoint(app, tariff.addType, {
    record: async ({ body, context }, tx) => ({
      message: apiMessage('tariff.type.added'),
      vehicle_type: await addVehicleType(tx, context, body),
    }),
  });
  endpoint(app, tariff.changeType, {
    current: async ({ params }, tx) =>
      (await lockVehicleTypes(tx)).find(({ vehicle_type_id }) => vehicle_type_id === params.id),
    record: async ({ params, body, context }, tx) => ({
      message: apiMessage('tariff.type.changed'),
      vehicle_type: await changeVehicleType(tx, context, { ...body, id: params.id }),
    }),
  });
  endpoint(app, tariff.setTypeOrder, {
    current: async (_, tx) => ({ vehicle_type_ids: idsOf(await lockVehicleTypes(tx)) }),
    async record({ body, context }, tx) {
      await orderVehicleTypes(tx, context, body.vehicle_type_ids);
      return { message: apiMessage('tariff.type.ordered'), vehicle_type_ids: body.vehicle_type_ids };
    },
  });
  endpoint(app, tariff.removeType, {
    async record({ params, context }, tx) {
      await removeVehicleType(tx, context, params.id);
      return { message: apiMessage('tariff.type.removed') };
    },
  });
}

function idsOf(types: readonly VehicleType[]): number[] {
  return types.map(({ vehicle_type_id }) => vehicle_type_id);
}

type Fields = Body<typeof tariff.changeType>;

/**
 * Locks the vehicle types. The second of two concurrent changes waits for the first, so that no two types get the same
 * name.
 */
async function lockVehicleTypes(tx: Writer): Promise<VehicleType[]> {
  await lockDataVersion(tx);
  return listVehicleTypes(tx);
}

async function addVehicleType(tx: Writer, context: ActionContext, fields: Fields): Promise<VehicleType> {
  claimName(await lockVehicleTypes(tx), fields.name);
  const added = await insertVehicleType(tx, {
    ...columnsOf(fields),
    former_names: '[]',
    created_at: context.now,
    updated_at: context.now,
  });
  await writeAudit(tx, context, {
    type: 'Vehicle Types Changed',
    description: apiMessage('tariff.audit.type_added', { name: added.name }),
    newValue: describeAll(describeType(added)),
  });
  return added;
}

async function changeVehicleType(
  tx: Writer,
  context: ActionContext,
  { id, ...fields }: Fields & { id: number },
): Promise<VehicleType> {
  const { type: before, others } = await lockOne(tx, id);
  claimName(others, fields.name);
  const changes = describeChanges(describeType(before), describeType(fields));
  if (!changes) return before;
  const former = new Set([...before.former_names, before.name]);
  former.delete(fields.name);
  const changed = await updateVehicleType(tx, id, {
    ...columnsOf(fields),
    former_names: JSON.stringify([...former]),
    updated_at: context.now,
  });
  // The data version is raised, because public pages show numbers of lorries by vehicle type.
  await raiseDataVersion(tx);
  await writeAudit(tx, context, {
    type: 'Vehicle Types Changed',
    description: apiMessage('tariff.audit.type_changed', { name: before.name }),
    ...changes,
  });
  return changed;
}

async function orderVehicleTypes(tx: Writer, context: ActionContext, ids: readonly number[]): Promise<void> {
  const types = await lockVehicleTypes(tx);
  const byId = new Map(types.map((type) => [type.vehicle_type_id, type]));
  const ordered = [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
  if (ordered.length !== types.length || ids.length !== types.length)
    throw badInput([{ field: 'vehicle_type_ids', message: apiMessage('tariff.type.order_faulty') }]);
  if (ordered.every((type, at) => type === types[at])) return;
  for (const [at, { vehicle_type_id }] of ordered.entries())
    await updateVehicleType(tx, vehicle_type_id, { list_order: at + 1 });
  const namesOf = (all: readonly VehicleType[]) => all.map(({ name }) => name).join(', ');
  await writeAudit(tx, context, {
    type: 'Vehicle Types Changed',
    description: apiMessage('tariff.audit.types_ordered'),
    oldValue: namesOf(types),
    newValue: namesOf(ordered),
  });
}

async function removeVehicleType(tx: Writer, context: ActionContext, id: number): Promise<void> {
  const { type } = await lockOne(tx, id);
  if (await isVehicleTypeUsed(tx, type)) throw new Refusal('vehicle_type_used');
  await deleteTypeRow(tx, id);
  await writeAudit(tx, context, {
    type: 'Vehicle Types Changed',
    description: apiMessage('tariff.audit.type_removed', { name: type.name }),
    oldValue: describeAll(describeType(type)),
  });
}

async function lockOne(tx: Writer, id: number): Promise<{ type: VehicleType; others: VehicleType[] }> {
  const all = await lockVehicleTypes(tx);
  const type = all.find(({ vehicle_type_id }) => vehicle_type_id === id);
  if (!type) throw new Refusal('vehicle_type_not_found');
  return { type, others: all.filter((other) => other !== type) };
}

/** Refuses a name that another type has or had, because tickets and phones still contain former names. */
function claimName(others: readonly VehicleType[], name: string): void {
  const taken = [OTHER_TYPES, ...others.flatMap((other) => [other.name, ...other.former_names])];
  if (taken.some((one) => foldText(one) === foldText(name))) throw new Refusal('vehicle_type_exists');
}

function columnsOf({ name, name_si, name_ta, vehicle_kind, is_offered }: Fields) {
  return { name, name_si, name_ta, vehicle_kind, is_offered: Number(is_offered) };
}

function describeType({ name, name_si, name_ta, vehicle_kind, is_offered }: Fields): ChangeDescription {
  return { name, name_si, name_ta, vehicle_kind, is_offered: String(is_offered) };
}
