import { dayOf } from '#billing/calendar.ts';
import { type NoFine, refuseFine } from '#billing/fine.ts';
import { findCharge } from '#billing/ledger.ts';
import { type Cents, cents, writeDecimal } from '#billing/money.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal, type RefusalCode } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { subjectOf, writeAudit } from '../audit/write-audit.ts';
import { effectiveAt, type LoadedLedger, loadLedgerOfInvoiceForUpdate } from '../ledger/load-ledger.ts';
import { insertLedgerEntry } from '../ledger/queries.ts';
import { numberOf, type RecomputedLedger, recomputeLedger } from '../ledger/recompute-ledger.ts';

export interface AppliedFine extends RecomputedLedger {
  fineCents: Cents;
}

const REFUSALS: Record<NoFine, RefusalCode> = {
  'rent not overdue': 'rent_not_overdue',
  'fine exists': 'fine_exists',
  'no fine rate': 'no_fine_rate',
  'no unpaid rent': 'no_unpaid_rent',
};

export async function applyFine(tx: Writer, context: ActionContext, number: string): Promise<AppliedFine> {
  const opened = await loadLedgerOfInvoiceForUpdate(tx, number);
  const folded = opened.ledger.invoices.find(({ id }) => id === opened.invoice.id);
  const refused = folded && refuseFine(folded, dayOf(context.now));
  if (refused) throw new Refusal(REFUSALS[refused]);
  await insertLedgerEntry(tx, context, {
    tenancy: opened.tenancy,
    kind: 'fine applied',
    effective_at: effectiveAt(opened, context, opened.invoice.id),
    invoice_id: opened.invoice.id,
  });
  const recomputed = await recomputeLedger(tx, context, { before: opened, fined: [opened.invoice.id] });
  const fineCents = fineOf(recomputed, opened.invoice.id);
  await auditFine(tx, context, { recomputed, invoiceId: opened.invoice.id });
  return { ...recomputed, fineCents };
}

export async function auditFine(
  tx: Writer,
  context: ActionContext,
  { recomputed, invoiceId }: { recomputed: LoadedLedger; invoiceId: number },
): Promise<void> {
  const number = numberOf(recomputed, invoiceId);
  await writeAudit(tx, context, {
    type: 'Fine Applied',
    description: apiMessage('fines.audit.applied', { number }),
    subject: subjectOf(recomputed),
    invoiceId: number,
    newValue: writeDecimal(fineOf(recomputed, invoiceId)),
  });
}

export function fineOf({ ledger }: LoadedLedger, invoiceId: number): Cents {
  const invoice = ledger.invoices.find(({ id }) => id === invoiceId);
  return (invoice && findCharge(invoice, 'Fine')?.cents) ?? cents(0);
}
