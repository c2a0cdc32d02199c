import { message } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { TenantFields } from '#contract/tenants.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { describeAll } from '../audit/describe-changes.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { lockShop } from '../shops/queries.ts';
import { describeTenant } from './describe-tenant.ts';
import { findTenantOfShop, insertTenant, type TenantRow } from './queries.ts';

export async function addTenant(
  tx: Writer,
  context: ActionContext,
  fields: TenantFields & { shop_id: string },
): Promise<{ tenant: TenantRow; shopId: string }> {
  const shop = await lockShop(tx, fields.shop_id);
  if (!shop) throw new Refusal('shop_not_found');
  if (await findTenantOfShop(tx, shop.id)) throw new Refusal('shop_has_tenant');
  const tenant = await insertTenant(tx, {
    shop_id: shop.id,
    name: fields.name,
    contact: fields.contact,
    address: fields.address,
    email: fields.email ?? null,
    ended_at: null,
    created_at: context.now,
    updated_at: context.now,
  });
  await writeAudit(tx, context, {
    type: 'Tenant Added',
    description: message('tenants.audit.added', { id: String(tenant.id), name: tenant.name, shop: shop.shop_id }),
    shopId: shop.shop_id,
    newValue: describeAll(describeTenant(tenant)),
  });
  return { tenant, shopId: shop.shop_id };
}
