import { Refusal } from '#contract/refusals.ts';
import type { TenantPage } from '#contract/tenant-pages.ts';
import type { Reader } from '../../db/connect.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { addressOfPages, loadPageAddresses } from '../tenant-links/page-link.ts';
import { findPageLink } from '../tenant-links/queries.ts';
import { tenantPageSetting } from '../tenant-links/read-setting.ts';
import { isOpenedSinceBill } from './present.ts';
import { findOpened } from './queries.ts';

export async function loadLink(db: Reader, app: AppContext, tenancyId: number): Promise<TenantPage> {
  const link = await findPageLink(db, tenancyId);
  if (!link) throw new Refusal('tenancy_not_found');
  const opened = await findOpened(db, tenancyId);
  return {
    address: (await loadPageAddresses(db, app, [tenancyId])).get(tenancyId) ?? null,
    ...(await tenantPageSetting.read(db)),
    has_public_address: addressOfPages(app.config) !== undefined,
    is_revoked: link.revoked_at !== null,
    opened_on: opened?.opened_on ?? null,
    is_opened_since_bill: opened !== undefined && isOpenedSinceBill(opened),
  };
}
