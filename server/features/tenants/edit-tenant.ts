import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { TenantFields } from '#contract/tenants.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { describeChanges } from '../audit/describe-changes.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { chooseTaxpayer, describeTaxpayer } from './choose-taxpayer.ts';
import { describeTenant } from './describe-tenant.ts';
import { lockTenancy, type TenancyRow, updateTenancy } from './queries.ts';

/** An absent or empty email means none. */
export async function editTenant(
  tx: Writer,
  context: ActionContext,
  { id, ...fields }: TenantFields & { id: number },
): Promise<{ tenant: TenancyRow; shopId: string }> {
  const before = await lockTenancy(tx, id);
  if (!before) throw new Refusal('tenant_not_found');
  if (before.erased_at !== null) throw new Refusal('personal_data_erased');
  const shopId = before.written_shop_id;
  const details = {
    name: fields.name,
    contact: fields.contact,
    address: fields.address,
    email: fields.email ?? null,
    ...chooseTaxpayer(fields, before),
  };
  const changes = describeChanges(
    { ...describeTenant(before), ...describeTaxpayer(before) },
    { ...describeTenant(details), ...describeTaxpayer(details) },
  );
  if (!changes) return { tenant: before, shopId };
  const tenant = await updateTenancy(tx, id, { ...details, updated_at: context.now });
  await writeAudit(tx, context, {
    type: 'Tenant Changed',
    description: apiMessage('tenants.audit.changed', { id: String(id), name: tenant.name, shop: shopId }),
    shopId,
    ...changes,
  });
  return { tenant, shopId };
}
