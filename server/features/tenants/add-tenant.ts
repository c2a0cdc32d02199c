import { type Day, dayOf } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import { fieldLabel } from '#contract/messages/input-message.ts';
import { apiMessage, message } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { TenantFields } from '#contract/tenants.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { badInput } from '../../http/core/read-request.ts';
import { describeAll } from '../audit/describe-changes.ts';
import { subjectOf, writeAudit } from '../audit/write-audit.ts';
import { applyDueRates } from '../dated-settings/apply-due-rates.ts';
import { lockShop } from '../shops/queries.ts';
import { insertTerms } from '../terms/queries.ts';
import { describeTenant, NO_TERMS, termsOfTenant } from './edited-tenant.ts';
import { insertTenancy, listTenanciesOfShop, type TenancyOfShopRow, type TenancyRow } from './queries.ts';
import { insertTenant, lockTenanciesOfTenant, nameTenancies } from './same-tenant.ts';

interface NewTenancy extends TenantFields {
  shop_id: string;
  from?: Day | undefined;
  tenant_ref?: number | undefined;
}

/** Adds a tenancy of a new tenant, or of a known one if `tenant_ref` names them. */
export async function addTenant(
  tx: Writer,
  context: ActionContext,
  { from = dayOf(context.now), tenant_ref, ...fields }: NewTenancy,
): Promise<{ tenant: TenancyRow; shopId: string }> {
  await applyDueRates(tx, context);
  const others = tenant_ref === undefined ? [] : await lockKnownTenant(tx, tenant_ref);
  const shop = await lockShop(tx, fields.shop_id);
  if (!shop) throw new Refusal('shop_not_found');
  const earlier = await listTenanciesOfShop(tx, shop.id);
  if (earlier.some(({ ended_on }) => ended_on === null)) throw new Refusal('shop_has_tenant');
  refuseStart(from, { today: dayOf(context.now), lastEnd: earlier[0]?.ended_on ?? undefined });
  const tenant = await insertTenancy(tx, {
    shop_id: shop.id,
    tenant_id: tenant_ref ?? (await insertTenant(tx, context.now)),
    ...NO_TERMS,
    ...termsOfTenant(fields, NO_TERMS),
    started_on: from,
    ended_on: null,
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
    subject: subjectOf({ shop, tenancy: tenant }),
    newValue: describeAll({
      ...describeTenant(tenant),
      ...(others.length > 0 && { [fieldLabel('same_tenant_as', message)]: nameTenancies(others) }),
    }),
  });
  return { tenant, shopId: shop.shop_id };
}

/** Refuses a tenant without a tenancy whose personal data exists. */
async function lockKnownTenant(tx: Writer, tenantId: number): Promise<TenancyOfShopRow[]> {
  const tenancies = await lockTenanciesOfTenant(tx, tenantId);
  if (!tenancies.some(({ erased_at }) => erased_at === null)) throw new Refusal('tenant_not_found');
  return tenancies;
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
