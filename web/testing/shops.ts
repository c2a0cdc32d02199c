import { day, startOfDay } from '#billing/calendar.ts';
import { shop, shops } from '#contract/shops.ts';
import type { ListedShop } from '../office/shops/shops-page.tsx';

const at = startOfDay(day('2026-11-20'));

export function testShop(more: Partial<ListedShop> = {}): ListedShop {
  return shops.list.answer.element.strict().parse({
    shop_id: 'A-2',
    shop_name: 'Nimal Stores',
    location: 'Block A, ground floor',
    rent_amount: 12_500,
    vat_rate: 17.5,
    operation_fee: 1000.5,
    tenant_name: 'Nimal Perera',
    balance_amount: 0,
    amount_due: 0,
    createdAt: at,
    updatedAt: at,
    ...more,
  });
}

export function oneShop(more: Partial<ListedShop> = {}) {
  return shop.parse(testShop(more));
}
