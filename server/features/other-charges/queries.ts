import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Month } from '#billing/calendar.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import type { Tables } from '../../db/tables/tables.ts';

export type ChargeKindRow = Selectable<Tables['charge_kinds']>;
export type TenancyChargeRow = Awaited<ReturnType<typeof listUnbilledCharges>>[number];

export function listChargeKinds(db: Reader): Promise<ChargeKindRow[]> {
  return db.selectFrom('charge_kinds').selectAll().orderBy('is_archived').orderBy('id').execute();
}

export function findChargeKind(db: Reader, id: number): Promise<ChargeKindRow | undefined> {
  return db.selectFrom('charge_kinds').selectAll().where('id', '=', id).executeTakeFirst();
}

export function lockChargeKind(tx: Writer, id: number): Promise<ChargeKindRow | undefined> {
  return tx.selectFrom('charge_kinds').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export function insertChargeKind(tx: Writer, kind: Insertable<Tables['charge_kinds']>): Promise<ChargeKindRow> {
  return tx.insertInto('charge_kinds').values(kind).returningAll().executeTakeFirstOrThrow();
}

export function updateChargeKind(
  tx: Writer,
  id: number,
  changes: Updateable<Tables['charge_kinds']>,
): Promise<ChargeKindRow> {
  return tx.updateTable('charge_kinds').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

function selectCharges(db: Reader) {
  return db
    .selectFrom('tenancy_charges')
    .innerJoin('charge_kinds', 'charge_kinds.id', 'tenancy_charges.charge_kind_id')
    .selectAll('tenancy_charges')
    .select(['charge_kinds.name', 'charge_kinds.name_si', 'charge_kinds.name_ta'])
    .select(['charge_kinds.basis', 'charge_kinds.unit', 'charge_kinds.is_vatable'])
    .orderBy('tenancy_charges.id');
}

export function listUnbilledCharges(db: Reader, tenancyId: number) {
  return selectCharges(db)
    .where('tenancy_charges.tenancy_id', '=', tenancyId)
    .where('tenancy_charges.invoice_id', 'is', null)
    .execute();
}

async function getTenancyCharge(db: Reader, id: number): Promise<TenancyChargeRow> {
  return selectCharges(db).where('tenancy_charges.id', '=', id).executeTakeFirstOrThrow();
}

export function findTenancyCharge(db: Reader, id: number): Promise<TenancyChargeRow | undefined> {
  return selectCharges(db).where('tenancy_charges.id', '=', id).executeTakeFirst();
}

/** Lists the charges for the bill of a month, including those that missed the bill of their own month. */
export function listChargesToBill(db: Reader, tenancyId: number, month: Month): Promise<TenancyChargeRow[]> {
  return dueIn(month, selectCharges(db)).where('tenancy_charges.tenancy_id', '=', tenancyId).execute();
}

/**
 * Lists the tenancies with charges for the bills of a month, so that billing all shops reads charges only for these.
 */
export async function listTenanciesToCharge(db: Reader, month: Month): Promise<Set<number>> {
  const rows = await dueIn(month, selectCharges(db)).execute();
  return new Set(rows.map(({ tenancy_id }) => tenancy_id));
}

function dueIn(month: Month, selected: ReturnType<typeof selectCharges>) {
  return selected
    .where('tenancy_charges.invoice_id', 'is', null)
    .where('tenancy_charges.from_month', '<=', month)
    .where(({ or, eb }) =>
      or([eb('tenancy_charges.until_month', 'is', null), eb('tenancy_charges.until_month', '>=', month)]),
    );
}

export async function insertTenancyCharge(
  tx: Writer,
  charge: Insertable<Tables['tenancy_charges']>,
): Promise<TenancyChargeRow> {
  const { id } = await tx.insertInto('tenancy_charges').values(charge).returning('id').executeTakeFirstOrThrow();
  return getTenancyCharge(tx, id);
}

export async function endTenancyCharge(tx: Writer, id: number, until: Month): Promise<void> {
  await tx.updateTable('tenancy_charges').set({ until_month: until }).where('id', '=', id).execute();
}

export async function deleteTenancyCharge(tx: Writer, id: number): Promise<void> {
  await tx.deleteFrom('tenancy_charges').where('id', '=', id).execute();
}

export async function markBilled(tx: Writer, ids: readonly number[], invoiceId: number): Promise<void> {
  if (ids.length === 0) return;
  await tx.updateTable('tenancy_charges').set({ invoice_id: invoiceId }).where('id', 'in', ids).execute();
}

export async function freeCharges(tx: Writer, invoiceId: number): Promise<void> {
  await tx.updateTable('tenancy_charges').set({ invoice_id: null }).where('invoice_id', '=', invoiceId).execute();
}

/** Lists the readings of every meter of a shop, including those of earlier tenants, oldest first. */
export function listReadings(db: Reader, shopRowId: number) {
  return db
    .selectFrom('tenancy_charges')
    .innerJoin('tenancies', 'tenancies.id', 'tenancy_charges.tenancy_id')
    .select(['tenancy_charges.id', 'tenancy_charges.charge_kind_id'])
    .select(['tenancy_charges.previous_reading', 'tenancy_charges.current_reading'])
    .where('tenancies.shop_id', '=', shopRowId)
    .where('tenancy_charges.current_reading', 'is not', null)
    .orderBy('tenancy_charges.id')
    .execute();
}
