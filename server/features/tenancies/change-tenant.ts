import { type ApiMessage, apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { type AuditEvent, writeAudit } from '../audit/write-audit.ts';
import { deleteEmptyTenants } from '../shops/queries.ts';
import { listTenanciesOfTenant, type TenancyOfShopRow, updateTenancy } from '../tenants/queries.ts';
import { insertTenant, lockWithOthers, nameTenancies } from '../tenants/same-tenant.ts';

interface TenantChange {
  id: number;
  /** Another tenancy of the same tenant; null for a tenant of its own. */
  same_tenant_as: number | null;
  reason: string;
}

/**
 * Joins the tenants of two tenancies with all that they have, or separates a tenancy from the others (docs/rules.md,
 * Tenancies). If nothing changes, there is no audit entry.
 */
export async function changeTenant(
  tx: Writer,
  context: ActionContext,
  { id, same_tenant_as, reason }: TenantChange,
): Promise<{ tenancy: TenancyOfShopRow; others: TenancyOfShopRow[] }> {
  const locked = await lockWithOthers(tx, [id, same_tenant_as ?? id]);
  const tenancy = locked.find((one) => one.id === id);
  const other = locked.find((one) => one.id === (same_tenant_as ?? id));
  if (!tenancy || !other) throw new Refusal('tenancy_not_found');
  if (tenancy.erased_at !== null || other.erased_at !== null) throw new Refusal('personal_data_erased');
  const before = locked.filter((one) => one.tenant_id === tenancy.tenant_id);
  const isUnchanged = same_tenant_as === null ? before.length === 1 : tenancy.tenant_id === other.tenant_id;
  if (isUnchanged) return { tenancy, others: without(before, id) };
  const tenantId = same_tenant_as === null ? await insertTenant(tx, context.now) : other.tenant_id;
  const moved = same_tenant_as === null ? [tenancy] : before;
  for (const each of moved) await updateTenancy(tx, each.id, { tenant_id: tenantId, updated_at: context.now });
  await deleteEmptyTenants(tx, [tenancy.tenant_id]);
  const after = await listTenanciesOfTenant(tx, tenantId);
  const write = (each: TenancyOfShopRow, change: Pick<AuditEvent, 'description' | 'oldValue' | 'newValue'>) =>
    writeAudit(tx, context, {
      type: 'Tenant Changed',
      subject: { shopId: each.written_shop_id, tenancyId: each.id },
      ...change,
      reason,
    });
  for (const each of moved) {
    await write(each, {
      description: same_tenant_as === null ? describeSplit(each) : describeJoin(each, other),
      ...named('oldValue', without(before, each.id)),
      ...named('newValue', without(after, each.id)),
    });
  }
  // The tenancies that did not move have other companions too.
  const left = without(before, id);
  const stayed = same_tenant_as === null ? left : locked.filter((one) => one.tenant_id === other.tenant_id);
  for (const each of stayed) {
    await write(each, {
      description: same_tenant_as === null ? describeParting(each, tenancy) : describeJoin(each, tenancy),
      ...named('oldValue', without(same_tenant_as === null ? before : stayed, each.id)),
      ...named('newValue', without(same_tenant_as === null ? left : after, each.id)),
    });
  }
  return { tenancy: { ...tenancy, tenant_id: tenantId }, others: without(after, id) };
}

function without(tenancies: readonly TenancyOfShopRow[], id: number): TenancyOfShopRow[] {
  return tenancies.filter((one) => one.id !== id);
}

function named(key: 'oldValue' | 'newValue', tenancies: readonly TenancyOfShopRow[]): Record<string, string> {
  return tenancies.length === 0 ? {} : { [key]: nameTenancies(tenancies) };
}

function describeSplit({ id, name, written_shop_id: shop }: TenancyOfShopRow): ApiMessage {
  return apiMessage('tenancies.audit.own_tenant', { id: String(id), name, shop });
}

function describeJoin(one: TenancyOfShopRow, other: TenancyOfShopRow): ApiMessage {
  return apiMessage('tenancies.audit.same_tenant', namesOf(one, other));
}

function describeParting(one: TenancyOfShopRow, other: TenancyOfShopRow): ApiMessage {
  return apiMessage('tenancies.audit.other_tenant', namesOf(one, other));
}

function namesOf({ id, name, written_shop_id: shop }: TenancyOfShopRow, other: TenancyOfShopRow) {
  return {
    id: String(id),
    name,
    shop,
    other: String(other.id),
    otherName: other.name,
    otherShop: other.written_shop_id,
  };
}
