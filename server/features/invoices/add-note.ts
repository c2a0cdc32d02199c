import { type FoldedInvoice, findCharge } from '#billing/ledger.ts';
import { type Cents, cents, MAX_CENTS, sumCents, toRupees, writeDecimal } from '#billing/money.ts';
import { vatChange } from '#billing/other-charges.ts';
import { writeFigure } from '#contract/figures.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { wordKey } from '#contract/messages/word.ts';
import { Refusal } from '#contract/refusals.ts';
import type { NotedCharge } from '#contract/words.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { badInput } from '../../http/core/read-request.ts';
import { subjectOf, writeAudit } from '../audit/write-audit.ts';
import { effectiveAt, loadLedgerOfInvoiceForUpdate } from '../ledger/load-ledger.ts';
import { type InvoiceRow, insertLedgerEntry } from '../ledger/queries.ts';
import { readLines } from '../ledger/read-lines.ts';
import { type RecomputedLedger, recomputeLedger, type Waiver } from '../ledger/recompute-ledger.ts';
import { auditDocument } from '../tax/audit-document.ts';
import { issueNote } from '../tax/issue-note.ts';
import { findStandingInvoice, type TaxDocumentRow } from '../tax/queries.ts';
import { correctedTotals, sumCharged } from './correct-totals.ts';

interface NoteInput {
  number: string;
  kind: 'credit' | 'debit';
  charge: NotedCharge;
  line?: number | undefined;
  amount: Cents;
  reason: string;
  waiver?: Waiver | undefined;
}

interface AddedNote extends RecomputedLedger {
  document: TaxDocumentRow | undefined;
  vatCents: Cents;
  number: string;
}

/**
 * Lowers or raises a charge of an invoice. If the VAT changes too, the note has a second ledger entry. If the tenant
 * has paid more than the lowered charge, the excess returns to the balance.
 */
export async function addNote(tx: Writer, context: ActionContext, input: NoteInput): Promise<AddedNote> {
  const opened = await loadLedgerOfInvoiceForUpdate(tx, input.number);
  const { invoice, ledger, tenancy } = opened;
  const folded = ledger.invoices.find(({ id }) => id === invoice.id);
  if (!folded) throw new Error(`invoice ${invoice.id} is not in its ledger`);
  const line = input.charge === 'Other' ? (input.line ?? 0) : 0;
  refuseAmount(folded, { ...input, line });
  const raise = cents(input.kind === 'debit' ? input.amount : -input.amount);
  const before = sumCharged(folded, invoice);
  const after = { ...before, allCents: cents(before.allCents + raise) };
  if (isVatable(invoice, input.charge, line)) after.vatableCents = cents(before.vatableCents + raise);
  const vat = vatChange({ before: before.vatableCents, after: after.vatableCents }, invoice.vat_rate_basis_points);
  const entry = {
    tenancy,
    kind: `${input.kind} note` as const,
    effective_at: effectiveAt(opened, context, invoice.id),
    invoice_id: invoice.id,
    note: input.reason,
  };
  await insertLedgerEntry(tx, context, { ...entry, cents: input.amount, charge_kind: input.charge, line });
  const vatCents = cents(Math.abs(vat));
  if (vatCents > 0) await insertLedgerEntry(tx, context, { ...entry, cents: vatCents, charge_kind: 'VAT', line: 0 });
  const document = await correctDocument(tx, context, { invoice, reason: input.reason, after, exact: { raise, vat } });
  const recomputed = await recomputeLedger(tx, context, { before: opened, waiver: input.waiver });
  const charge = nameOf(invoice, line) || apiMessage(wordKey('charge', input.charge));
  const names = { number: invoice.number, charge };
  await writeAudit(tx, context, {
    type: input.kind === 'credit' ? 'Credit Note Issued' : 'Debit Note Issued',
    description: apiMessage(`invoices.audit.${input.kind}_note`, { ...names, vat: writeFigure(toRupees(vatCents)) }),
    subject: subjectOf(opened),
    invoiceId: invoice.number,
    newValue: writeDecimal(sumCents([input.amount, vatCents])),
    reason: input.reason,
  });
  await auditDocument(tx, context, { document, subject: subjectOf(opened), invoiceId: invoice.number });
  return { ...recomputed, document, vatCents, number: invoice.number };
}

function refuseAmount(folded: FoldedInvoice, { kind, charge, line = 0, amount }: NoteInput): void {
  const found = findCharge(folded, charge, line);
  if (!found) throw new Refusal('charge_not_found');
  const limit = kind === 'credit' ? found.cents : MAX_CENTS - sumCents(folded.charges.map((each) => each.cents));
  if (amount <= limit) return;
  const values = { amount: writeFigure(toRupees(cents(limit))) };
  throw badInput([{ field: 'amount', message: apiMessage('invoices.note.too_much', values) }]);
}

function isVatable(invoice: InvoiceRow, charge: NotedCharge, line: number): boolean {
  return charge !== 'Other' || readLines(invoice).some((each) => each.line === line && each.isVatable);
}

function nameOf(invoice: InvoiceRow, line: number): string {
  return readLines(invoice).find((each) => each.line === line)?.name ?? '';
}

async function correctDocument(
  tx: Writer,
  context: ActionContext,
  {
    invoice,
    reason,
    after,
    exact,
  }: {
    invoice: InvoiceRow;
    reason: string;
    after: ReturnType<typeof sumCharged>;
    exact: { raise: Cents; vat: Cents };
  },
): Promise<TaxDocumentRow | undefined> {
  const document = await findStandingInvoice(tx, invoice.id);
  if (!document) return undefined;
  if (document.vat_rate_basis_points === 0 && exact.vat !== 0) {
    throw badInput([{ field: 'charge', message: apiMessage('invoices.note.no_vat') }]);
  }
  return issueNote(tx, context, {
    document,
    reason,
    corrected: correctedTotals(document, after),
    exact: { valueCents: cents(Math.abs(exact.raise)), vatCents: cents(Math.abs(exact.vat)) },
  });
}
