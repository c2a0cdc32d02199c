import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { EditedShopFields } from '#contract/shops.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { describeChanges } from '../audit/describe-changes.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { applyDueRates } from '../dated-settings/apply-due-rates.ts';
import { changeTerms } from '../terms/change-terms.ts';
import type { TermAmounts } from '../terms/queries.ts';
import { describeShop, type ShopTerms, termsOf } from './add-shop.ts';
import { lockShop, type ShopRow, updateShop } from './queries.ts';

export async function editShop(
  tx: Writer,
  context: ActionContext,
  { shopId, ...fields }: EditedShopFields & { shopId: string },
): Promise<ShopRow> {
  // VAT rates that are due are applied before the shop is locked, because this edit overrides them.
  await applyDueRates(tx, context);
  const before = await lockShop(tx, shopId);
  if (!before) throw new Refusal('shop_not_found');
  const terms = termsOf(fields);
  const changes = describeChanges(describeShop(before), describeShop(terms));
  if (!changes) return before;
  const edited = await updateShop(tx, before.id, { ...terms, updated_at: context.now });
  await changeTerms(tx, context, {
    shop: edited,
    amounts: changedTerms(before, terms),
    ...(fields.from_month && { from: fields.from_month }),
    reason: fields.reason ?? '',
  });
  await writeAudit(tx, context, {
    type: 'Shop Changed',
    description: apiMessage('shops.audit.changed', { id: edited.shop_id, name: edited.shop_name }),
    shopId: edited.shop_id,
    ...changes,
    ...(fields.reason && { reason: fields.reason }),
  });
  return edited;
}

function changedTerms(before: ShopRow, after: ShopTerms): TermAmounts {
  return {
    ...(after.rent_cents !== before.rent_cents && { rent: after.rent_cents }),
    ...(after.operation_fee_cents !== before.operation_fee_cents && { 'operation fee': after.operation_fee_cents }),
    ...(after.vat_rate_basis_points !== before.vat_rate_basis_points && { 'VAT rate': after.vat_rate_basis_points }),
  };
}
