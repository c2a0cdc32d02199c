import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { findTenancy } from '../tenants/queries.ts';
import { listDownloadedOthers } from './load-personal-data.ts';

export async function recordPersonalDownload(tx: Writer, context: ActionContext, id: number): Promise<void> {
  const tenancy = await findTenancy(tx, id);
  if (!tenancy) throw new Refusal('tenancy_not_found');
  const { listed } = await listDownloadedOthers(tx, tenancy);
  for (const { id: each, written_shop_id: shop } of [tenancy, ...listed])
    await writeAudit(tx, context, {
      type: 'Personal Data Downloaded',
      description: apiMessage('tenancies.audit.downloaded', { id: String(each), shop }),
      subject: { shopId: shop, tenancyId: each },
    });
}
