import { OTHER_TYPES } from '#contract/arrivals.ts';
import type { Body } from '#contract/call.ts';
import { foldText } from '#contract/fold-text.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { tariff, VehicleType } from '#contract/tariff.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { lockDataVersion, raiseDataVersion } from '../../db/data-version.ts';
import { badInput } from '../../http/core/read-request.ts';
import { type ChangeDescription, describeAll, describeChanges } from '../audit/describe-changes.ts';
import { writeAudit } from '../audit/write-audit.ts';
import {
  deleteTypeRow,
  insertVehicleType,
  isVehicleTypeUsed,
  listVehicleTypes,
  updateVehicleType,
} from './vehicle-type-queries.ts';

type Fields = Body<typeof tariff.changeType>;

/** Two changes at once wait for each other, so that no name is given twice. */
export async function lockVehicleTypes(tx: Writer): Promise<VehicleType[]> {
  await lockDataVersion(tx);
  return listVehicleTypes(tx);
}

export async function addVehicleType(tx: Writer, context: ActionContext, fields: Fields): Promise<VehicleType> {
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

export async function changeVehicleType(
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
  // Public pages count lorries.
  await raiseDataVersion(tx);
  await writeAudit(tx, context, {
    type: 'Vehicle Types Changed',
    description: apiMessage('tariff.audit.type_changed', { name: before.name }),
    ...changes,
  });
  return changed;
}

export async function orderVehicleTypes(tx: Writer, context: ActionContext, ids: readonly number[]): Promise<void> {
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

export async function removeVehicleType(tx: Writer, context: ActionContext, id: number): Promise<void> {
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

/** Former names too, because tickets and phones still contain them. */
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
