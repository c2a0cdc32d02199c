import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { findPageLink, type LinkRow, putLink } from '../tenant-links/queries.ts';
import { refuseErased } from '../tenants/edited-tenant.ts';
import { lockTenancy, type TenancyOfShopRow } from '../tenants/queries.ts';

export async function renewLink(tx: Writer, context: ActionContext, tenancyId: number): Promise<void> {
  const { tenancy, version } = await lockLink(tx, tenancyId);
  refuseErased(tenancy);
  await putLink(tx, context, { tenancy_id: tenancyId, version: version + 1, revoked_at: null });
  await writeAudit(tx, context, {
    type: 'Tenant Page Link Renewed',
    description: apiMessage('tenant-pages.audit.renewed', namesOf(tenancy)),
    subject: { shopId: tenancy.written_shop_id, tenancyId },
  });
}

/** A link that is revoked stays so: there is no audit entry of a second time. */
export async function revokeLink(tx: Writer, context: ActionContext, tenancyId: number): Promise<void> {
  const { tenancy, version, revoked_at } = await lockLink(tx, tenancyId);
  if (revoked_at !== null) return;
  await putLink(tx, context, { tenancy_id: tenancyId, version, revoked_at: context.now });
  await writeAudit(tx, context, {
    type: 'Tenant Page Link Revoked',
    description: apiMessage('tenant-pages.audit.revoked', namesOf(tenancy)),
    subject: { shopId: tenancy.written_shop_id, tenancyId },
  });
}

async function lockLink(
  tx: Writer,
  id: number,
): Promise<Pick<LinkRow, 'version' | 'revoked_at'> & { tenancy: TenancyOfShopRow }> {
  const tenancy = await lockTenancy(tx, id);
  const link = tenancy && (await findPageLink(tx, id));
  if (!tenancy || !link) throw new Refusal('tenancy_not_found');
  return { tenancy, version: link.version, revoked_at: link.revoked_at };
}

function namesOf({ name, written_shop_id }: TenancyOfShopRow) {
  return { tenant: name, shop: written_shop_id };
}
