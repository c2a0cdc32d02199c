import { toRupees } from '#billing/money.ts';
import type { Answer } from '#contract/call.ts';
import type { Tenant, tenants } from '#contract/tenants.ts';
import type { TenantOfShopRow, TenantRow } from './queries.ts';

export function presentTenant(row: TenantRow, shopId: string): Tenant {
  return {
    tenant_id: row.id,
    name: row.name,
    contact: row.contact,
    address: row.address,
    email: row.email,
    shop_id: shopId,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function presentTenantOfShop(row: TenantOfShopRow): Answer<typeof tenants.get> {
  const Shop = {
    shop_id: row.written_shop_id,
    shop_name: row.shop_name,
    location: row.location,
    rent_amount: toRupees(row.rent_cents),
  };
  return { ...presentTenant(row, row.written_shop_id), Shop };
}
