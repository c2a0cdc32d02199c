import type { Sending } from '#contract/call.ts';
import type { Shop, shops } from '#contract/shops.ts';

/** The fields of a shop that can be changed, as its form holds them: all text. */
export type ShopValues = {
  shop_name: string;
  location: string;
  rent_amount: string;
  vat_rate: string;
  operation_fee: string;
};

export type NewShopValues = ShopValues & { shop_id: string };

export const newShop: NewShopValues = {
  shop_id: '',
  shop_name: '',
  location: '',
  rent_amount: '',
  vat_rate: '',
  operation_fee: '',
};

/** A stored shop, ready to be edited. */
export function valuesOf(shop: Shop): ShopValues {
  return {
    shop_name: shop.shop_name,
    location: shop.location,
    rent_amount: shop.rent_amount.toFixed(2),
    vat_rate: String(shop.vat_rate),
    operation_fee: shop.operation_fee.toFixed(2),
  };
}

/** What the server is sent when a shop is changed. */
export function bodyOf(values: ShopValues): Sending<typeof shops.edit>['body'] {
  return {
    shop_name: values.shop_name,
    location: values.location,
    rent_amount: plainFigure(values.rent_amount),
    vat_rate: plainFigure(values.vat_rate),
    operation_fee: plainFigure(values.operation_fee),
  };
}

/** What the server is sent for a new shop. */
export function newBodyOf(values: NewShopValues): Sending<typeof shops.add>['body'] {
  return { shop_id: values.shop_id, ...bodyOf(values) };
}

const GROUPED = /^\d{1,3}(,\d{3})+(\.\d+)?$/;

/** A figure as people type it, `12,500.50`, as the wire wants it; any other text stays, for the schema to refuse. */
function plainFigure(text: string): string {
  const trimmed = text.trim();
  return GROUPED.test(trimmed) ? trimmed.replaceAll(',', '') : trimmed;
}

const PERCENT = /^\d+(\.\d{1,2})?$/;
const MISSING = 'Please fill this in.';

/** What the schema would say less plainly: all fields are needed (specification 1, section 5), and VAT is no amount. */
export function findFaults(values: ShopValues | NewShopValues): Partial<Record<keyof NewShopValues, string>> {
  const missing = Object.entries(values).filter(([, text]) => text.trim() === '');
  return {
    ...(!PERCENT.test(values.vat_rate.trim()) && { vat_rate: 'Enter a percentage from 0 to 100, such as 18 or 17.5.' }),
    ...Object.fromEntries(missing.map(([field]) => [field, MISSING])),
  };
}
