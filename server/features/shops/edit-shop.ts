import type { EditedShopFields } from '#contract/shops.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { applyDueRates } from '../dated-settings/apply-due-rates.ts';
import { changeTerms } from '../terms/change-terms.ts';
import type { TermAmounts } from '../terms/queries.ts';
import { editedShop, type ShopTerms, shopTermsOf } from './edited-shop.ts';
import type { ShopRow } from './queries.ts';

export async function editShop(
  tx: Writer,
  context: ActionContext,
  { shopId, ...fields }: EditedShopFields & { shopId: string },
): Promise<ShopRow> {
  // VAT rates that are due are applied before the shop is locked, because this edit overrides them.
  await applyDueRates(tx, context);
  const { row } = await editedShop.edit(tx, context, {
    key: shopId,
    terms: () => shopTermsOf(fields),
    alongside: (before, after) =>
      changeTerms(tx, context, {
        shop: before,
        amounts: changedTerms(before, after),
        ...(fields.from_month && { from: fields.from_month }),
        reason: fields.reason ?? '',
      }),
    reason: fields.reason,
  });
  return row;
}

function changedTerms(before: ShopRow, after: ShopTerms): TermAmounts {
  return {
    ...(after.rent_cents !== before.rent_cents && { rent: after.rent_cents }),
    ...(after.operation_fee_cents !== before.operation_fee_cents && { 'operation fee': after.operation_fee_cents }),
    ...(after.vat_rate_basis_points !== before.vat_rate_basis_points && { 'VAT rate': after.vat_rate_basis_points }),
  };
}
