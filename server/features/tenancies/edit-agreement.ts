import type { Language } from '#contract/languages.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { describeChanges } from '../audit/describe-changes.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { lockTenancy, updateTenancy } from '../tenants/queries.ts';

interface Agreement {
  agreement_number: string;
  agreement_note: string;
  language: Language;
}

export async function editAgreement(
  tx: Writer,
  context: ActionContext,
  { id, ...agreement }: Agreement & { id: number },
): Promise<void> {
  const before = await lockTenancy(tx, id);
  if (!before) throw new Refusal('tenancy_not_found');
  if (before.erased_at !== null) throw new Refusal('personal_data_erased');
  const changes = describeChanges(describe(before), describe(agreement));
  if (!changes) return;
  await updateTenancy(tx, id, { ...agreement, updated_at: context.now });
  await writeAudit(tx, context, {
    type: 'Tenant Changed',
    description: apiMessage('tenants.audit.changed', {
      id: String(id),
      name: before.name,
      shop: before.written_shop_id,
    }),
    shopId: before.written_shop_id,
    ...changes,
  });
}

function describe({ agreement_number, agreement_note, language }: Agreement) {
  return { agreement_number, agreement_note, language };
}
