import { dayOf } from '#billing/calendar.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { describeAll } from '../audit/describe-changes.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { describeTenant } from './edited-tenant.ts';
import { lockTenancy, updateTenancy } from './queries.ts';

/** Ends a tenancy today. The tenant, the invoices and the payments remain on record. */
export async function removeTenant(tx: Writer, context: ActionContext, id: number): Promise<void> {
  const tenant = await lockTenancy(tx, id);
  if (tenant?.ended_on !== null) throw new Refusal('tenant_not_found');
  await updateTenancy(tx, id, { ended_on: dayOf(context.now), updated_at: context.now });
  await writeAudit(tx, context, {
    type: 'Tenant Removed',
    description: apiMessage('tenants.audit.removed', {
      id: String(id),
      name: tenant.name,
      shop: tenant.written_shop_id,
    }),
    subject: { shopId: tenant.written_shop_id, tenancyId: tenant.id },
    oldValue: describeAll(describeTenant(tenant)),
  });
}
