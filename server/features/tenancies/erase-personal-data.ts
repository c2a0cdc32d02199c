import { depositHeld } from '#billing/deposit.ts';
import { totalDebt } from '#billing/ledger.ts';
import { apiMessage, message } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { loadLedgerForUpdate } from '../ledger/load-ledger.ts';
import { eraseMailRecipients } from '../mail/queries.ts';
import { eraseReminderTexts } from '../reminders/queries.ts';
import { NO_TAXPAYER } from '../tenants/describe-tenant.ts';
import { lockTenancy, updateTenancy } from '../tenants/queries.ts';

/**
 * Erases personal data, which cannot be undone. Ledger entries, issued invoices, tax documents and the audit log are
 * not changed, because the law requires them and a change would break their seals.
 */
export async function erasePersonalData(
  tx: Writer,
  context: ActionContext,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  const tenancy = await lockTenancy(tx, id);
  if (!tenancy) throw new Refusal('tenancy_not_found');
  if (tenancy.erased_at !== null) throw new Refusal('personal_data_erased');
  if (tenancy.ended_on === null) throw new Refusal('tenancy_not_ended');
  const { ledger, rows } = await loadLedgerForUpdate(tx, tenancy.written_shop_id, id);
  if (ledger.balanceCents !== 0 || totalDebt(ledger) !== 0) throw new Refusal('tenancy_not_settled');
  if (depositHeld(rows) !== 0) throw new Refusal('deposit_held');
  await updateTenancy(tx, id, {
    name: message('tenancies.erase.name', { id: String(id) }),
    contact: '',
    address: '',
    email: null,
    agreement_note: '',
    ...NO_TAXPAYER,
    erased_at: context.now,
    updated_at: context.now,
  });
  await eraseMailRecipients(tx, id);
  await eraseReminderTexts(tx, id);
  await writeAudit(tx, context, {
    type: 'Personal Data Erased',
    description: apiMessage('tenancies.audit.erased', { id: String(id), shop: tenancy.written_shop_id }),
    shopId: tenancy.written_shop_id,
    reason,
  });
}
