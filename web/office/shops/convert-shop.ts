import { parseRupees } from '#billing/money.ts';
import { amountOf, plainAmount } from '#contract/amount-text.ts';
import type { Sending } from '#contract/call.ts';
import { writeAmount } from '#contract/figures.ts';
import type { Shop, shops } from '#contract/shops.ts';
import { t } from '#web/i18n/t.ts';
import type { TypedAmount } from '#web/ui/form/amount-field.tsx';

export type ShopValues = {
  shop_name: string;
  location: string;
  rent_amount: TypedAmount;
  vat_rate: TypedAmount;
  operation_fee: TypedAmount;
};

export type EditedShopValues = ShopValues & { from_month: string; reason: string };

export type NewShopValues = ShopValues & { shop_id: string };

export const newShop: NewShopValues = {
  shop_id: '',
  shop_name: '',
  location: '',
  rent_amount: '',
  vat_rate: '',
  operation_fee: '',
};

export function toShopValues(shop: Shop): ShopValues {
  return {
    shop_name: shop.shop_name,
    location: shop.location,
    rent_amount: shop.rent_amount.toFixed(2),
    vat_rate: String(shop.vat_rate),
    operation_fee: shop.operation_fee.toFixed(2),
  };
}

export const showShopValues = {
  rent_amount: showAmount,
  operation_fee: showAmount,
  vat_rate: (percent: TypedAmount) => `${percent}%`,
};

function showAmount(typed: TypedAmount): string {
  const amount = parseRupees(figureOf(typed));
  return amount === undefined ? String(typed) : writeAmount(amount);
}

export function toShopInput(values: ShopValues): Sending<typeof shops.edit>['body'] {
  return {
    shop_name: values.shop_name,
    location: values.location,
    rent_amount: figureOf(values.rent_amount),
    vat_rate: figureOf(values.vat_rate),
    operation_fee: figureOf(values.operation_fee),
  };
}

export function toEditedShopInput(values: EditedShopValues, hasNewTerms: boolean): Sending<typeof shops.edit>['body'] {
  const { from_month, reason } = values;
  if (!hasNewTerms) return toShopInput(values);
  return { ...toShopInput(values), ...(from_month !== '' && { from_month }), ...(reason !== '' && { reason }) };
}

export function toNewShopInput(values: NewShopValues): Sending<typeof shops.add>['body'] {
  return { shop_id: values.shop_id, ...toShopInput(values) };
}

function figureOf(typed: TypedAmount): string {
  return plainAmount(String(typed));
}

/** Returns the error messages for a shop's fields, in plainer words than the schema's. */
export function validateShop(values: ShopValues | NewShopValues): Partial<Record<keyof NewShopValues, string>> {
  const missing = Object.entries(values).filter(([, typed]) => String(typed).trim() === '');
  return {
    ...(!(amountOf(values.vat_rate) >= 0) && { vat_rate: t('shops.form.vatInvalid') }),
    ...Object.fromEntries(missing.map(([field]) => [field, t('shops.form.missing')])),
  };
}
