import { type ApiMessage, apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { deleteEmptyTenants } from '../shops/queries.ts';
import { lockTenancies, type TenancyOfShopRow, updateTenancy } from '../tenants/queries.ts';
import { insertTenant, listOtherTenancies, nameTenancies } from '../tenants/same-tenant.ts';

interface TenantChange {
  id: number;
  /** Another tenancy of the same tenant; null for a tenant of its own. */
  same_tenant_as: number | null;
  reason: string;
}

/** Says whose a tenancy is (docs/rules.md, Tenancies). If nothing changes, there is no audit entry. */
export async function changeTenant(
  tx: Writer,
  context: ActionContext,
  { id, same_tenant_as, reason }: TenantChange,
): Promise<{ tenancy: TenancyOfShopRow; others: TenancyOfShopRow[] }> {
  const locked = await lockTenancies(tx, [id, same_tenant_as ?? id]);
  const tenancy = locked.find((one) => one.id === id);
  const other = locked.find((one) => one.id === (same_tenant_as ?? id));
  if (!tenancy || !other) throw new Refusal('tenancy_not_found');
  if (tenancy.erased_at !== null || other.erased_at !== null) throw new Refusal('personal_data_erased');
  const before = await listOtherTenancies(tx, tenancy);
  const isUnchanged = same_tenant_as === null ? before.length === 0 : tenancy.tenant_id === other.tenant_id;
  if (isUnchanged) return { tenancy, others: before };
  const tenantId = same_tenant_as === null ? await insertTenant(tx, context.now) : other.tenant_id;
  const changed = { ...tenancy, ...(await updateTenancy(tx, id, { tenant_id: tenantId, updated_at: context.now })) };
  await deleteEmptyTenants(tx, [tenancy.tenant_id]);
  const others = await listOtherTenancies(tx, changed);
  await writeAudit(tx, context, {
    type: 'Tenant Changed',
    description: same_tenant_as === null ? describeSplit(tenancy) : describeJoin(tenancy, other),
    shopId: tenancy.written_shop_id,
    ...(before.length > 0 && { oldValue: nameTenancies(before) }),
    ...(others.length > 0 && { newValue: nameTenancies(others) }),
    reason,
  });
  return { tenancy: changed, others };
}

function describeSplit({ id, name, written_shop_id: shop }: TenancyOfShopRow): ApiMessage {
  return apiMessage('tenancies.audit.own_tenant', { id: String(id), name, shop });
}

function describeJoin({ id, name, written_shop_id: shop }: TenancyOfShopRow, other: TenancyOfShopRow): ApiMessage {
  return apiMessage('tenancies.audit.same_tenant', {
    id: String(id),
    name,
    shop,
    other: String(other.id),
    otherName: other.name,
    otherShop: other.written_shop_id,
  });
}
