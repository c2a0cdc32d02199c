import { Refusal } from '#contract/refusals.ts';
import type { Act } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { describeAll } from '../audit/describe-changes.ts';
import { noteEvent } from '../audit/write-audit.ts';
import { describeTenant } from './describe-tenant.ts';
import { lockTenant, updateTenant } from './queries.ts';

/**
 * Ends a tenancy: the shop is free again; the tenant stays on record with the invoices and payments of their time.
 * Refuses an unknown tenant and one who has left.
 */
export async function removeTenant(tx: Writer, act: Act, id: number): Promise<void> {
  const tenant = await lockTenant(tx, id);
  if (!tenant) throw new Refusal('tenant_not_found');
  await updateTenant(tx, id, { ended_at: act.at, updated_at: act.at });
  await noteEvent(tx, act, {
    type: 'Tenant Removed',
    description: `Tenant ${id} ${tenant.name} left shop ${tenant.written_shop_id}`,
    shopId: tenant.written_shop_id,
    oldValue: describeAll(describeTenant(tenant)),
  });
}
