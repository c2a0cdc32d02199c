import type { Instant } from '#billing/calendar.ts';
import { groupSameTenants } from '#contract/same-tenant.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { tooMuchWork } from '../../limit-work.ts';
import { deleteEmptyTenants } from '../shops/queries.ts';
import {
  listTenanciesById,
  listTenanciesOfTenant,
  lockTenancies,
  type TenancyOfShopRow,
  updateTenancy,
} from './queries.ts';

/** Adds a tenant, to whom tenancies can belong, and returns the id. */
export async function insertTenant(tx: Writer, now: Instant): Promise<number> {
  return (await tx.insertInto('tenants').values({ created_at: now }).returning('id').executeTakeFirstOrThrow()).id;
}

/** Lists the other tenancies of the tenant of a tenancy, by shop. */
export async function listOtherTenancies(
  db: Reader,
  { id, tenant_id }: Pick<TenancyOfShopRow, 'id' | 'tenant_id'>,
): Promise<TenancyOfShopRow[]> {
  return (await listTenanciesOfTenant(db, tenant_id)).filter((tenancy) => tenancy.id !== id);
}

/** Names tenancies for the audit log. */
export function nameTenancies(tenancies: readonly TenancyOfShopRow[]): string {
  return tenancies.map(({ id, name, written_shop_id }) => `${id} (${name}, ${written_shop_id})`).join(', ');
}

/** Locks the shops of all tenancies of a tenant. None can be added or moved away until the end of the transaction. */
export function lockTenanciesOfTenant(tx: Writer, tenantId: number): Promise<TenancyOfShopRow[]> {
  return lockStable(tx, () => listTenanciesOfTenant(tx, tenantId));
}

/** Locks the shops of all tenancies of the tenants of these tenancies. Returns all of them. */
export function lockWithOthers(tx: Writer, ids: readonly number[]): Promise<TenancyOfShopRow[]> {
  return lockStable(tx, async () => {
    const tenants = new Set((await listTenanciesById(tx, ids)).map(({ tenant_id }) => tenant_id));
    const tenancies: TenancyOfShopRow[] = [];
    for (const tenant of tenants) tenancies.push(...(await listTenanciesOfTenant(tx, tenant)));
    return tenancies;
  });
}

const MOST_TRIES = 5;

/** Throws not_ready if the list changes again and again while this transaction waits for its shops. */
async function lockStable(tx: Writer, list: () => Promise<TenancyOfShopRow[]>): Promise<TenancyOfShopRow[]> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const ids = (await list()).map(({ id }) => id);
    const locked = ids.length === 0 ? [] : await lockTenancies(tx, ids);
    const now = await list();
    if (now.length === locked.length && now.every(({ id }) => ids.includes(id))) return now;
  }
  throw tooMuchWork();
}

/**
 * Assigns tenancies that an import has added to the tenant that they probably have. A tenancy of before is not changed
 * (docs/rules.md, Tenancies).
 */
export async function joinSameTenants(tx: Writer, added: readonly number[]): Promise<void> {
  const news = new Set(added);
  const tenancies = await tx
    .selectFrom('tenancies')
    .select(['id', 'tenant_id', 'name', 'contact', 'email', 'tin'])
    .where('erased_at', 'is', null)
    .orderBy('id')
    .execute();
  for (const [first, ...others] of groupSameTenants(tenancies)) {
    for (const { id, tenant_id } of others) {
      if (!first || !news.has(id) || tenant_id === first.tenant_id) continue;
      await updateTenancy(tx, id, { tenant_id: first.tenant_id });
      await deleteEmptyTenants(tx, [tenant_id]);
    }
  }
}
