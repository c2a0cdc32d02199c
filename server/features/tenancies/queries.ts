import type { Selectable } from 'kysely';
import { foldText } from '#contract/fold-text.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';
import { findTenancy, type TenancyOfShopRow } from '../tenants/queries.ts';

export type TermSetRow = Selectable<Tables['terms']>;
export type TenancyEventRow = Selectable<Tables['audit_log']>;

/** Newest first. */
export function listTermRows(db: Reader, tenancyId: number): Promise<TermSetRow[]> {
  return db.selectFrom('terms').selectAll().where('tenancy_id', '=', tenancyId).orderBy('id', 'desc').execute();
}

const MOST_EVENTS = 1000;
const HISTORY_TYPES = [
  ...(['Tenant Added', 'Tenant Changed', 'Tenant Removed', 'Shop Changed', 'VAT Rate Changed'] as const),
  ...(['Deposit Received', 'Deposit Applied', 'Deposit Refunded', 'Credit Refunded'] as const),
  ...(['Debt Written Off', 'Balance Transferred', 'Balance Set'] as const),
];

/** What happened to the shop since the tenancy began, newest first. */
export function listHistory(db: Reader, tenancy: TenancyOfShopRow): Promise<TenancyEventRow[]> {
  return db
    .selectFrom('audit_log')
    .selectAll()
    .where('shop_id', '=', tenancy.written_shop_id)
    .where('event_type', 'in', HISTORY_TYPES)
    .where('event_date', '>=', tenancy.created_at)
    .orderBy('id', 'desc')
    .limit(MOST_EVENTS)
    .execute();
}

/** By tax number, or by name whatever its case. */
export function isSameTenant(
  one: Pick<TenancyOfShopRow, 'name' | 'tin'>,
  other: Pick<TenancyOfShopRow, 'name' | 'tin'>,
): boolean {
  return (one.tin !== '' && one.tin === other.tin) || foldText(one.name) === foldText(other.name);
}

/** Locks the shops of both tenancies in one order, so that no two transfers wait for each other. */
export async function lockTenancyPair(
  tx: Writer,
  [id, otherId]: readonly [number, number],
): Promise<[TenancyOfShopRow, TenancyOfShopRow] | undefined> {
  const found = [await findTenancy(tx, id), await findTenancy(tx, otherId)];
  const shops = found.flatMap((tenancy) => tenancy?.shop_id ?? []);
  await tx
    .selectFrom('shops')
    .select('id')
    .where('id', 'in', [...new Set(shops)])
    .orderBy('id')
    .forUpdate()
    .execute();
  const [one, other] = found;
  return one && other ? [one, other] : undefined;
}
