import { type Cents, writeDecimal } from '#billing/money.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import type { LedgerEntryKind } from '../../db/tables/ledger-tables.ts';
import { subjectOf, writeAudit } from '../audit/write-audit.ts';
import { loadLedgerOfInvoiceForUpdate } from '../ledger/load-ledger.ts';
import { voidLedgerEntries } from '../ledger/queries.ts';
import { type RecomputedLedger, recomputeLedger, type Waiver } from '../ledger/recompute-ledger.ts';
import { freeCharges } from '../other-charges/queries.ts';
import { auditDocument } from '../tax/audit-document.ts';
import { cancelDocument } from '../tax/issue-note.ts';
import type { TaxDocumentRow } from '../tax/queries.ts';
import { sumCharged } from './correct-totals.ts';

/** Entries that are voided with the invoice. Payments that refer to it remain. */
const VOIDED_KINDS: readonly LedgerEntryKind[] = [
  'fine applied',
  'fine removed',
  'invoice arrested',
  'fine arrested',
  'credit note',
  'debit note',
];

export interface RemovedInvoice extends RecomputedLedger {
  document: TaxDocumentRow | undefined;
  cents: Cents;
  number: string;
}

function chargedBefore({ ledger, invoice }: Awaited<ReturnType<typeof loadLedgerOfInvoiceForUpdate>>) {
  const folded = ledger.invoices.find(({ id }) => id === invoice.id);
  if (!folded) throw new Error(`invoice ${invoice.id} is not in its ledger`);
  const { vatableCents, vatCents } = sumCharged(folded, invoice);
  return { valueCents: vatableCents, vatCents };
}

/**
 * Removes an invoice. Its month can then be billed again (docs/rules.md, Payments, corrections, deletions). If a tax
 * document was issued, a credit note cancels it (docs/rules.md, Tax documents).
 */
export async function removeInvoice(
  tx: Writer,
  context: ActionContext,
  { number, reason = '', waiver }: { number: string; reason?: string | undefined; waiver?: Waiver | undefined },
): Promise<RemovedInvoice> {
  const opened = await loadLedgerOfInvoiceForUpdate(tx, number);
  const { invoice, rows } = opened;
  const related = rows.filter(({ kind, invoice_id }) => invoice_id === invoice.id && VOIDED_KINDS.includes(kind));
  await voidLedgerEntries(tx, context, { ids: [invoice.id, ...related.map(({ id }) => id)], reason });
  await freeCharges(tx, invoice.id);
  const recomputed = await recomputeLedger(tx, context, { before: opened, waiver });
  const document = await cancelDocument(tx, context, { invoiceId: invoice.id, reason, exact: chargedBefore(opened) });
  await writeAudit(tx, context, {
    type: 'Invoice Deleted',
    description: apiMessage('invoices.audit.deleted', { number: invoice.number }),
    subject: subjectOf(opened),
    invoiceId: invoice.number,
    oldValue: writeDecimal(invoice.total_cents),
    ...(reason !== '' && { reason }),
  });
  await auditDocument(tx, context, { document, subject: subjectOf(opened), invoiceId: invoice.number });
  return { ...recomputed, document, cents: invoice.total_cents, number: invoice.number };
}
