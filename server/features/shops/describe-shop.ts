import { toPercent, writeDecimal } from '#billing/money.ts';
import type { ChangeDescription } from '../audit/describe-changes.ts';
import type { ShopRow } from './queries.ts';

export type ShopTerms = Pick<
  ShopRow,
  'shop_name' | 'location' | 'rent_cents' | 'vat_rate_basis_points' | 'operation_fee_cents'
>;

export function describeShop(terms: ShopTerms): ChangeDescription {
  return {
    shop_name: terms.shop_name,
    location: terms.location,
    rent_amount: writeDecimal(terms.rent_cents),
    vat_rate: String(toPercent(terms.vat_rate_basis_points)),
    operation_fee: writeDecimal(terms.operation_fee_cents),
  };
}
