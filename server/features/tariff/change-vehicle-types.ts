import { OTHER_TYPES } from '#contract/arrivals.ts';
import type { Body } from '#contract/call.ts';
import { foldText } from '#contract/fold-text.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { tariff } from '#contract/tariff.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { lockDataVersion, raiseDataVersion } from '../../db/data-version.ts';
import { badInput } from '../../http/core/read-request.ts';
import { edited } from '../audit/edited.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { presentVehicleType } from './present.ts';
import {
  deleteTypeRow,
  insertVehicleType,
  isVehicleTypeUsed,
  listVehicleTypeRows,
  updateVehicleType,
  type VehicleTypeRow,
} from './vehicle-type-queries.ts';

type Fields = Body<typeof tariff.changeType>;

/** What the office enters about a vehicle type. Its place in the list is entered for all types at once. */
type TypeTerms = Omit<VehicleTypeRow, 'id' | 'list_order' | 'former_names' | 'created_at' | 'updated_at'>;

const editedType = edited<number, VehicleTypeRow, VehicleTypeRow, TypeTerms>({
  lock: async (tx, id) => (await lockVehicleTypes(tx)).find((type) => type.id === id),
  missing: 'vehicle_type_not_found',
  labels: {
    name: 'name',
    name_si: 'name_si',
    name_ta: 'name_ta',
    vehicle_kind: 'vehicle_kind',
    is_offered: 'is_offered',
  },
  logged: { is_offered: (value) => String(value === 1) },
  async update(tx, { now }, { before, after }) {
    const former = new Set([...presentVehicleType(before).former_names, before.name]);
    former.delete(after.name);
    const row = await updateVehicleType(tx, before.id, {
      ...after,
      former_names: JSON.stringify([...former]),
      updated_at: now,
    });
    // The data version is raised, because public pages show numbers of lorries by vehicle type.
    await raiseDataVersion(tx);
    return row;
  },
  changed: (_, { name }) => ({
    type: 'Vehicle Types Changed',
    description: apiMessage('tariff.audit.type_changed', { name }),
  }),
});

/** The second of two concurrent changes waits for the first, so that no two types get the same name. */
export async function lockVehicleTypes(tx: Writer): Promise<VehicleTypeRow[]> {
  await lockDataVersion(tx);
  return listVehicleTypeRows(tx);
}

export async function addVehicleType(tx: Writer, context: ActionContext, fields: Fields): Promise<VehicleTypeRow> {
  claimName(await lockVehicleTypes(tx), fields.name);
  const added = await insertVehicleType(tx, {
    ...termsOf(fields),
    former_names: '[]',
    created_at: context.now,
    updated_at: context.now,
  });
  await writeAudit(tx, context, {
    type: 'Vehicle Types Changed',
    description: apiMessage('tariff.audit.type_added', { name: added.name }),
    newValue: editedType.describeAll(added),
  });
  return added;
}

export async function changeVehicleType(
  tx: Writer,
  context: ActionContext,
  { id, fields }: { id: number; fields: Fields },
): Promise<VehicleTypeRow> {
  const { row } = await editedType.edit(tx, context, {
    key: id,
    async terms() {
      const others = (await listVehicleTypeRows(tx)).filter((other) => other.id !== id);
      claimName(others, fields.name);
      return termsOf(fields);
    },
  });
  return row;
}

export async function orderVehicleTypes(tx: Writer, context: ActionContext, ids: readonly number[]): Promise<void> {
  const types = await lockVehicleTypes(tx);
  const byId = new Map(types.map((type) => [type.id, type]));
  const ordered = [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
  if (ordered.length !== types.length || ids.length !== types.length)
    throw badInput([{ field: 'vehicle_type_ids', message: apiMessage('tariff.type.order_faulty') }]);
  if (ordered.every((type, at) => type === types[at])) return;
  for (const [at, { id }] of ordered.entries()) await updateVehicleType(tx, id, { list_order: at + 1 });
  const namesOf = (all: readonly VehicleTypeRow[]) => all.map(({ name }) => name).join(', ');
  await writeAudit(tx, context, {
    type: 'Vehicle Types Changed',
    description: apiMessage('tariff.audit.types_ordered'),
    oldValue: namesOf(types),
    newValue: namesOf(ordered),
  });
}

export async function removeVehicleType(tx: Writer, context: ActionContext, id: number): Promise<void> {
  const type = (await lockVehicleTypes(tx)).find((one) => one.id === id);
  if (!type) throw new Refusal('vehicle_type_not_found');
  if (await isVehicleTypeUsed(tx, presentVehicleType(type))) throw new Refusal('vehicle_type_used');
  await deleteTypeRow(tx, id);
  await writeAudit(tx, context, {
    type: 'Vehicle Types Changed',
    description: apiMessage('tariff.audit.type_removed', { name: type.name }),
    oldValue: editedType.describeAll(type),
  });
}

/** Refuses a name that another type has or had, because tickets and phones still contain former names. */
function claimName(others: readonly VehicleTypeRow[], name: string): void {
  const types = others.map(presentVehicleType);
  const taken = [OTHER_TYPES, ...types.flatMap((other) => [other.name, ...other.former_names])];
  if (taken.some((one) => foldText(one) === foldText(name))) throw new Refusal('vehicle_type_exists');
}

function termsOf({ name, name_si, name_ta, vehicle_kind, is_offered }: Fields): TypeTerms {
  return { name, name_si, name_ta, vehicle_kind, is_offered: Number(is_offered) };
}
