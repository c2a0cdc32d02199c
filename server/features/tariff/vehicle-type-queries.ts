import type { Insertable, Selectable, Updateable } from 'kysely';
import type { VehicleType } from '#contract/tariff.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { presentVehicleType } from './present.ts';

export type VehicleTypeRow = Selectable<Tables['vehicle_types']>;

/** Returns the vehicle types in the order that the office has chosen. */
export function listVehicleTypeRows(db: Reader): Promise<VehicleTypeRow[]> {
  return db.selectFrom('vehicle_types').selectAll().orderBy('list_order').orderBy('id').execute();
}

export async function listVehicleTypes(db: Reader): Promise<VehicleType[]> {
  return (await listVehicleTypeRows(db)).map(presentVehicleType);
}

export async function insertVehicleType(
  tx: Writer,
  row: Omit<Insertable<Tables['vehicle_types']>, 'list_order'>,
): Promise<VehicleTypeRow> {
  const { last } = await tx
    .selectFrom('vehicle_types')
    .select(({ fn }) => fn.max('list_order').as('last'))
    .executeTakeFirstOrThrow();
  const values = { ...row, list_order: Number(last ?? 0) + 1 };
  return tx.insertInto('vehicle_types').values(values).returningAll().executeTakeFirstOrThrow();
}

export function updateVehicleType(
  tx: Writer,
  id: number,
  changes: Updateable<Tables['vehicle_types']>,
): Promise<VehicleTypeRow> {
  const changed = tx.updateTable('vehicle_types').set(changes).where('id', '=', id).returningAll();
  return changed.executeTakeFirstOrThrow();
}

/**
 * Returns whether a vehicle type has ever been used: in a tariff, or by a ticket, even a void one. The daily sums show
 * this, because their rows remain when all tickets of a day are void.
 */
export async function isVehicleTypeUsed(db: Reader, { vehicle_type_id, name, former_names }: VehicleType) {
  const sums = db
    .selectFrom('ticket_sums')
    .select('kind')
    .where('subject', '=', 'vehicle')
    .where('kind', 'in', [name, ...former_names]);
  const prices = db.selectFrom('tariff_prices').select('id').where('vehicle_type_id', '=', vehicle_type_id);
  return [await sums.limit(1).executeTakeFirst(), await prices.limit(1).executeTakeFirst()].some(Boolean);
}

export async function deleteTypeRow(tx: Writer, id: number): Promise<void> {
  await tx.deleteFrom('vehicle_types').where('id', '=', id).execute();
}
