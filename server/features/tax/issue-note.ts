import { dayOf } from '#billing/calendar.ts';
import { taxNoteKind } from '#billing/tax/paper-kind.ts';
import { NO_TAX_TOTALS, type TaxTotals } from '#billing/tax/tax-lines.ts';
import { noteForCorrection, type TaxNoteAmounts, uncreditedTotals } from '#billing/tax/tax-notes.ts';
import { plainNoteNumber } from '#billing/tax/tax-number.ts';
import { message } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { drawSerial } from './draw-serial.ts';
import type { DocumentLine, ExactFigures } from './issue-document.ts';
import { findStandingInvoice, insertTaxDocument, listNotesOfInvoice, type TaxDocumentRow } from './queries.ts';
import { taxSetting, taxSettingsOf } from './read-setup.ts';

interface NoteInput {
  document: TaxDocumentRow;
  corrected: TaxTotals;
  reason: string;
  exact?: ExactFigures;
}

/**
 * Issues a credit or debit note. Returns undefined when nothing changes. The shop must be locked. Call it before the
 * first audit entry.
 */
export async function issueNote(
  tx: Writer,
  context: ActionContext,
  { document, corrected, reason, exact }: NoteInput,
): Promise<TaxDocumentRow | undefined> {
  const notes = await listNotesOfInvoice(tx, document.invoice_id);
  const note = noteForCorrection(uncreditedTotals(totalsOf(document), notes.map(amountsOf)), corrected);
  if (!note) return undefined;
  const settings = taxSettingsOf((await taxSetting.read(tx)).setup);
  const { direction, totals } = note;
  const unit = taxNoteKind(
    { title: document.is_tax === 1 ? 'TAX INVOICE' : 'INVOICE', serialUnit: document.unit ?? undefined },
    direction,
    settings,
  ).serialUnit;
  const drawn = unit === undefined ? undefined : await drawSerial(tx, context, { unit, settings });
  const kind = `${direction} note` as const;
  const ordinal = 1 + notes.filter((each) => each.kind === kind).length;
  const isWhole = notes.length === 0 && corrected.totalCents === 0;
  const day = dayOf(context.now);
  return insertTaxDocument(tx, {
    invoice_id: document.invoice_id,
    tenancy_id: document.tenancy_id,
    shop_id: document.shop_id,
    kind,
    is_tax: document.is_tax,
    unit: drawn?.unit ?? null,
    counter: drawn?.counter ?? null,
    number: drawn?.number ?? null,
    serial: drawn?.serial ?? plainNoteNumber(document.serial, direction, ordinal),
    issued_on: day,
    supplied_on: document.supplied_on,
    language: document.language,
    supplier: document.supplier,
    purchaser: document.purchaser,
    lines: isWhole
      ? document.lines
      : JSON.stringify([{ ...correctionLine(document, totals), ...(exact && { exact }) }]),
    statement: null,
    vat_rate_basis_points: document.vat_rate_basis_points,
    value_cents: totals.valueCents,
    vat_cents: totals.vatCents,
    total_cents: totals.totalCents,
    original_id: document.id,
    replaces_id: null,
    reason,
    settings: JSON.stringify(settings),
    prints: 0,
    issued_at: context.now,
    issued_by: context.actor,
  });
}

/**
 * Issues a credit note for everything that a document still charges. Returns undefined if there is no document or
 * nothing left to credit.
 */
export async function cancelDocument(
  tx: Writer,
  context: ActionContext,
  { invoiceId, reason, exact }: { invoiceId: number; reason: string; exact: ExactFigures },
): Promise<TaxDocumentRow | undefined> {
  const document = await findStandingInvoice(tx, invoiceId);
  if (!document) return undefined;
  return issueNote(tx, context, {
    document,
    corrected: NO_TAX_TOTALS,
    exact,
    reason: reason === '' ? message('tax.reason.deleted') : reason,
  });
}

function totalsOf({ value_cents, vat_cents, total_cents }: TaxDocumentRow): TaxTotals {
  return { valueCents: value_cents, vatCents: vat_cents, totalCents: total_cents };
}

function amountsOf(note: TaxDocumentRow): TaxNoteAmounts {
  return { direction: note.kind === 'credit note' ? 'credit' : 'debit', totals: totalsOf(note) };
}

function correctionLine(document: TaxDocumentRow, { valueCents }: TaxTotals): DocumentLine {
  const lines = JSON.parse(document.lines) as DocumentLine[];
  return {
    text: message('tax.line.correction', { supply: lines.map(({ text }) => text).join('; ') }),
    quantity: message('tax.line.correctionQuantity'),
    valueCents,
    isVatable: document.vat_rate_basis_points > 0,
  };
}
