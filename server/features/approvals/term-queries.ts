import type { Day, Month } from '#billing/calendar.ts';
import type { Reader } from '../../db/connect.ts';

export type WaitingChargeRow = Awaited<ReturnType<typeof listWaitingCharges>>[number];

/** Lists the tenancies that are current or ended on this day or later. */
export function listLetSince(db: Reader, day: Day) {
  return db
    .selectFrom('tenancies')
    .innerJoin('shops', 'shops.id', 'tenancies.shop_id')
    .select(['tenancies.id', 'tenancies.shop_id', 'shops.shop_id as written_shop_id', 'tenancies.name'])
    .select(['tenancies.started_on', 'tenancies.ended_on', 'tenancies.created_at'])
    .select((eb) =>
      eb
        .selectFrom('tenancies as others')
        .select((inner) => inner.fn.min('others.id').as('id'))
        .whereRef('others.shop_id', '=', 'tenancies.shop_id')
        .as('first_id'),
    )
    .where(({ or, eb }) => or([eb('tenancies.ended_on', 'is', null), eb('tenancies.ended_on', '>=', day)]))
    .orderBy('tenancies.id')
    .execute();
}

/** Lists the shops that were let and have no tenant now, with their terms and their last tenant. */
export function listVacantShops(db: Reader) {
  return db
    .selectFrom('shops')
    .innerJoin('tenancies as last', 'last.shop_id', 'shops.id')
    .select(['shops.id', 'shops.shop_id', 'last.name as last_tenant'])
    .select(['shops.rent_cents', 'shops.operation_fee_cents', 'shops.vat_rate_basis_points'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('tenancies as other')
            .select('other.id')
            .whereRef('other.shop_id', '=', 'shops.id')
            .where(({ or, eb }) => or([eb('other.ended_on', 'is', null), eb('other.id', '>', eb.ref('last.id'))])),
        ),
      ),
    )
    .execute();
}

/** Lists the billed months since one, each as the tenancy's id and the month. */
export async function listBilledSince(db: Reader, month: Month): Promise<Set<string>> {
  const rows = await db
    .selectFrom('ledger_entries')
    .select(['tenancy_id', 'month'])
    .where('kind', '=', 'invoice')
    .where('voided_at', 'is', null)
    .where('month', '>=', month)
    .execute();
  return new Set(rows.map((row) => `${row.tenancy_id} ${row.month}`));
}

/** Lists the charges that wait for an invoice or recur. */
export function listWaitingCharges(db: Reader) {
  return db
    .selectFrom('tenancy_charges')
    .innerJoin('charge_kinds', 'charge_kinds.id', 'tenancy_charges.charge_kind_id')
    .select(['tenancy_charges.tenancy_id', 'tenancy_charges.cents', 'charge_kinds.basis'])
    .select(['tenancy_charges.from_month', 'tenancy_charges.until_month'])
    .where('tenancy_charges.invoice_id', 'is', null)
    .execute();
}
