import { toPercent, writeDecimal } from '#billing/money.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { ShopFields } from '#contract/shops.ts';
import { edited } from '../audit/edited.ts';
import { lockShop, type ShopRow, updateShop } from './queries.ts';

/** What the office enters about a shop. Its id cannot be edited. */
export type ShopTerms = Omit<ShopRow, 'id' | 'shop_id' | 'created_at' | 'updated_at'>;

export const editedShop = edited<string, ShopRow, ShopRow, ShopTerms>({
  lock: lockShop,
  missing: 'shop_not_found',
  labels: {
    shop_name: 'shop_name',
    location: 'location',
    rent_cents: 'rent_amount',
    vat_rate_basis_points: 'vat_rate',
    operation_fee_cents: 'operation_fee',
  },
  logged: {
    rent_cents: writeDecimal,
    vat_rate_basis_points: (rate) => String(toPercent(rate)),
    operation_fee_cents: writeDecimal,
  },
  update: (tx, { now }, { before, after }) => updateShop(tx, before.id, { ...after, updated_at: now }),
  changed: ({ shop_id, shop_name }) => ({
    type: 'Shop Changed',
    description: apiMessage('shops.audit.changed', { id: shop_id, name: shop_name }),
    subject: { shopId: shop_id, tenancyId: null },
  }),
});

export function shopTermsOf(fields: ShopFields): ShopTerms {
  return {
    shop_name: fields.shop_name,
    location: fields.location,
    rent_cents: fields.rent_amount,
    vat_rate_basis_points: fields.vat_rate,
    operation_fee_cents: fields.operation_fee,
  };
}
