import { cents, toPercent, toRupees } from '#billing/money.ts';
import type { Answer } from '#contract/call.ts';
import type { Shop, shops } from '#contract/shops.ts';
import type { ListedShopRow, ShopRow } from './queries.ts';

export function presentShop(row: ShopRow): Shop {
  return {
    shop_id: row.shop_id,
    shop_name: row.shop_name,
    location: row.location,
    rent_amount: toRupees(row.rent_cents),
    vat_rate: toPercent(row.vat_rate_basis_points),
    operation_fee: toRupees(row.operation_fee_cents),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function presentListedShop(row: ListedShopRow): Answer<typeof shops.list>[number] {
  return {
    ...presentShop(row),
    tenant_name: row.tenant_name,
    balance_amount: toRupees(row.balance_cents),
    amount_due: toRupees(cents(row.unpaid_cents + row.debt_cents)),
  };
}
