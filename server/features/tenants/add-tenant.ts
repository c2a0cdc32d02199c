import { type Day, dayOf } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { TenantFields } from '#contract/tenants.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { badInput } from '../../http/core/read-request.ts';
import { describeAll } from '../audit/describe-changes.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { applyDueRates } from '../dated-settings/apply-due-rates.ts';
import { lockShop } from '../shops/queries.ts';
import { insertTerms } from '../terms/queries.ts';
import { chooseTaxpayer, describeTaxpayer, describeTenant, NO_TAXPAYER } from './describe-tenant.ts';
import { insertTenancy, listTenanciesOfShop, type TenancyRow } from './queries.ts';

export async function addTenant(
  tx: Writer,
  context: ActionContext,
  { from = dayOf(context.now), ...fields }: TenantFields & { shop_id: string; from?: Day | undefined },
): Promise<{ tenant: TenancyRow; shopId: string }> {
  await applyDueRates(tx, context);
  const shop = await lockShop(tx, fields.shop_id);
  if (!shop) throw new Refusal('shop_not_found');
  const earlier = await listTenanciesOfShop(tx, shop.id);
  if (earlier.some(({ ended_on }) => ended_on === null)) throw new Refusal('shop_has_tenant');
  refuseStart(from, { today: dayOf(context.now), lastEnd: earlier[0]?.ended_on ?? undefined });
  const tenant = await insertTenancy(tx, {
    shop_id: shop.id,
    name: fields.name,
    contact: fields.contact,
    address: fields.address,
    email: fields.email ?? null,
    started_on: from,
    ended_on: null,
    agreement_number: '',
    agreement_note: '',
    language: 'en' as const,
    ...chooseTaxpayer(fields, NO_TAXPAYER),
    balance_cents: cents(0),
    balance_at: context.now,
    created_at: context.now,
    updated_at: context.now,
  });
  await insertTerms(tx, context, {
    tenancyId: tenant.id,
    validFrom: from,
    amounts: {
      rent: shop.rent_cents,
      'operation fee': shop.operation_fee_cents,
      'VAT rate': shop.vat_rate_basis_points,
    },
    reason: '',
  });
  await writeAudit(tx, context, {
    type: 'Tenant Added',
    description: apiMessage('tenants.audit.added', { id: String(tenant.id), name: tenant.name, shop: shop.shop_id }),
    shopId: shop.shop_id,
    newValue: describeAll({
      ...describeTenant(tenant),
      ...(tenant.is_vat_registered === 1 && describeTaxpayer(tenant)),
    }),
  });
  return { tenant, shopId: shop.shop_id };
}

/**
 * Refuses a first day in the future or before the previous tenant left. A new tenant may begin on the day on which the
 * previous one leaves.
 */
function refuseStart(from: Day, { today, lastEnd }: { today: Day; lastEnd: Day | undefined }): void {
  const refuse = (key: 'tenants.add.from_in_future' | 'tenants.add.from_before_end', day: Day) =>
    badInput([{ field: 'from', message: apiMessage(key, { day }) }]);
  if (from > today) throw refuse('tenants.add.from_in_future', today);
  if (lastEnd !== undefined && from < lastEnd) throw refuse('tenants.add.from_before_end', lastEnd);
}
