import { toRupees } from '#billing/money.ts';
import type { Answer } from '#contract/call.ts';
import type { Tenant, tenants } from '#contract/tenants.ts';
import { editedTenant, type TenantTerms } from './edited-tenant.ts';
import { dueOfTenancy, type TenancyOfShopRow, type TenancyRow } from './queries.ts';

export function presentTenant(row: TenancyRow, shopId: string): Tenant {
  return {
    tenant_id: row.id,
    tenant_ref: row.tenant_id,
    ...presentDetails(row),
    shop_id: shopId,
    started_on: row.started_on,
    ended_on: row.ended_on,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function presentDetails(row: TenantTerms) {
  return { ...editedTenant.termsOf(row), is_vat_registered: row.is_vat_registered === 1 };
}

export function presentTenantOfShop(row: TenancyOfShopRow): Answer<typeof tenants.get> {
  const Shop = {
    shop_id: row.written_shop_id,
    shop_name: row.shop_name,
    location: row.location,
    rent_amount: toRupees(row.rent_cents),
  };
  return { ...presentTenant(row, row.written_shop_id), amount_due: toRupees(dueOfTenancy(row)), Shop };
}
