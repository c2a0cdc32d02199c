import { toPercent, writeDecimal } from '#billing/money.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { NewShop, ShopFields } from '#contract/shops.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { type ChangeDescription, describeAll } from '../audit/describe-changes.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { applyDueRates } from '../dated-settings/apply-due-rates.ts';
import { insertShop, type ShopRow } from './queries.ts';

export async function addShop(tx: Writer, context: ActionContext, fields: NewShop): Promise<ShopRow> {
  // VAT rates that are due are applied first. Otherwise such a rate would later replace the rate of this shop.
  await applyDueRates(tx, context);
  const added = await insertShop(tx, {
    shop_id: fields.shop_id,
    ...termsOf(fields),
    created_at: context.now,
    updated_at: context.now,
  });
  if (!added) throw new Refusal('shop_exists');
  await writeAudit(tx, context, {
    type: 'Shop Added',
    description: apiMessage('shops.audit.added', { id: added.shop_id, name: added.shop_name }),
    shopId: added.shop_id,
    newValue: describeAll(describeShop(added)),
  });
  return added;
}

export function termsOf(fields: ShopFields): ShopTerms {
  return {
    shop_name: fields.shop_name,
    location: fields.location,
    rent_cents: fields.rent_amount,
    vat_rate_basis_points: fields.vat_rate,
    operation_fee_cents: fields.operation_fee,
  };
}

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
