import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { TenantPageData } from '#contract/tenant-pages.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { refuseErased } from '../tenants/edited-tenant.ts';
import { lockTenancy } from '../tenants/queries.ts';
import { deleteOptOut, findOptOut, putOptOut } from './queries.ts';
import { chosenChannels, rentMessageSetting } from './read-settings.ts';

/** Records that a tenant wants no rent messages, or wants them again. What is recorded already has no second entry. */
export async function changeOptOut(
  tx: Writer,
  context: ActionContext,
  { tenancyId, isOptedOut }: { tenancyId: number; isOptedOut: boolean },
): Promise<void> {
  const tenancy = await lockTenancy(tx, tenancyId);
  if (!tenancy) throw new Refusal('tenancy_not_found');
  refuseErased(tenancy);
  const isStored = (await findOptOut(tx, tenancyId)) !== undefined;
  if (isStored === isOptedOut) return;
  if (isOptedOut) await putOptOut(tx, context, tenancyId);
  else await deleteOptOut(tx, tenancyId);
  await writeAudit(tx, context, {
    type: isOptedOut ? 'Rent Messages Ended' : 'Rent Messages Resumed',
    description: apiMessage(`rent-messages.audit.${isOptedOut ? 'ended' : 'resumed'}`, {
      tenant: tenancy.name,
      shop: tenancy.written_shop_id,
    }),
    subject: { shopId: tenancy.written_shop_id, tenancyId },
  });
}

/** Returns what the tenant page says of messages. */
export async function findMessageChoice(db: Reader, tenancyId: number): Promise<TenantPageData['messages']> {
  if (chosenChannels(await rentMessageSetting.read(db)).length === 0) return null;
  return (await findOptOut(db, tenancyId)) ? 'off' : 'on';
}
