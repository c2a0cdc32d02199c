import { type Cents, writeDecimal } from '#billing/money.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { subjectOf, writeAudit } from '../audit/write-audit.ts';
import { effectiveAt, loadLedgerOfInvoiceForUpdate } from '../ledger/load-ledger.ts';
import { insertLedgerEntry } from '../ledger/queries.ts';
import { type RecomputedLedger, recomputeLedger, type Waiver } from '../ledger/recompute-ledger.ts';
import { fineOf } from './apply-fine.ts';

/** No automatic fine is added to the invoice afterwards (docs/rules.md, Fines). */
export async function removeFine(
  tx: Writer,
  context: ActionContext,
  { number, reason = '', waiver }: { number: string; reason?: string | undefined; waiver?: Waiver | undefined },
): Promise<RecomputedLedger & { fineCents: Cents; number: string }> {
  const opened = await loadLedgerOfInvoiceForUpdate(tx, number);
  const { invoice } = opened;
  const fineCents = fineOf(opened, invoice.id);
  if (fineCents === 0) throw new Refusal('fine_not_found');
  await insertLedgerEntry(tx, context, {
    tenancy: opened.tenancy,
    kind: 'fine removed',
    effective_at: effectiveAt(opened, context, invoice.id),
    invoice_id: invoice.id,
    note: reason,
  });
  const recomputed = await recomputeLedger(tx, context, { before: opened, waiver });
  await writeAudit(tx, context, {
    type: 'Fine Removed',
    description: apiMessage('fines.audit.removed', { number: invoice.number }),
    subject: subjectOf(opened),
    invoiceId: invoice.number,
    oldValue: writeDecimal(fineCents),
    newValue: '0.00',
    ...(reason !== '' && { reason }),
  });
  return { ...recomputed, fineCents, number: invoice.number };
}
