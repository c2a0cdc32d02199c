import { depositHeld } from '#billing/deposit.ts';
import { totalDebt } from '#billing/ledger.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { deleteClaims } from '../claims/queries.ts';
import { eraseEntry } from '../directory/change-entry.ts';
import { loadLedgerForUpdate } from '../ledger/load-ledger.ts';
import { eraseMailRecipients } from '../mail/queries.ts';
import { eraseReminderTexts } from '../reminders/queries.ts';
import { deleteRentMessagesOf } from '../rent-messages/queries.ts';
import { deletePageDays } from '../tenant-links/queries.ts';
import { erasedTerms } from '../tenants/edited-tenant.ts';
import { findTenancy, type TenancyOfShopRow, updateTenancy } from '../tenants/queries.ts';
import { lockTenanciesOfTenant } from '../tenants/same-tenant.ts';
import { eraseWalks } from '../walks/queries.ts';

/**
 * Erases the personal data of a tenant in all tenancies, which cannot be undone. Ledger entries, issued invoices, tax
 * documents and the audit log are not changed, because the law requires them and a change would break their seals.
 */
export async function erasePersonalData(
  tx: Writer,
  context: ActionContext,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  const found = await findTenancy(tx, id);
  if (!found) throw new Refusal('tenancy_not_found');
  const tenancies = (await lockTenanciesOfTenant(tx, found.tenant_id)).filter(({ erased_at }) => erased_at === null);
  if (tenancies.length === 0) throw new Refusal('personal_data_erased');
  for (const tenancy of tenancies) await refuseErasing(tx, tenancy, id);
  for (const tenancy of tenancies) await eraseTenancy(tx, context, { tenancy, reason });
}

/** The refusal names the shop of a tenancy that is not the one asked for. */
async function refuseErasing(tx: Writer, tenancy: TenancyOfShopRow, askedId: number): Promise<void> {
  const refuse = (code: 'tenancy_not_ended' | 'tenancy_not_settled' | 'deposit_held') =>
    tenancy.id === askedId
      ? new Refusal(code)
      : new Refusal(code, { message: apiMessage(`tenancies.erase.other.${code}`, { shop: tenancy.written_shop_id }) });
  if (tenancy.ended_on === null) throw refuse('tenancy_not_ended');
  const { ledger, rows, promised } = await loadLedgerForUpdate(tx, tenancy.written_shop_id, tenancy.id);
  if (ledger.balanceCents !== 0 || totalDebt(ledger) !== 0) throw refuse('tenancy_not_settled');
  if (promised.length > 0) {
    const message = apiMessage('tenancies.erase.promised', { shop: tenancy.written_shop_id });
    throw new Refusal('tenancy_not_settled', { message });
  }
  if (depositHeld(rows) !== 0) throw refuse('deposit_held');
}

async function eraseTenancy(
  tx: Writer,
  context: ActionContext,
  { tenancy, reason }: { tenancy: TenancyOfShopRow; reason: string },
): Promise<void> {
  const { id } = tenancy;
  await updateTenancy(tx, id, {
    ...erasedTerms(id),
    erased_at: context.now,
    updated_at: context.now,
  });
  await eraseMailRecipients(tx, id);
  await eraseReminderTexts(tx, id);
  await deletePageDays(tx, id);
  await deleteClaims(tx, id);
  await eraseEntry(tx, id);
  await eraseWalks(tx, id);
  await deleteRentMessagesOf(tx, id);
  await writeAudit(tx, context, {
    type: 'Personal Data Erased',
    description: apiMessage('tenancies.audit.erased', { id: String(id), shop: tenancy.written_shop_id }),
    subject: { shopId: tenancy.written_shop_id, tenancyId: tenancy.id },
    reason,
  });
}
