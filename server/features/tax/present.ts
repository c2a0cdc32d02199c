import { day } from '#billing/calendar.ts';
import { toPercent, toRupees } from '#billing/money.ts';
import { lateIssueDays } from '#billing/tax/tax-dates.ts';
import { optionalTaxFields } from '#billing/tax/tax-lines.ts';
import { vatReturnDueDay } from '#billing/tax/tax-period.ts';
import type { TaxSettings } from '#billing/tax/tax-settings.ts';
import type { TaxDocument, TaxSetup, TaxSetupAnswer, VatSchedulesAnswer } from '#contract/tax.ts';
import { type DocumentLine, type DocumentParty, type DocumentStatement, isRegistered } from './issue-document.ts';
import type { LoadedSchedules, VatFigures } from './load-schedules.ts';
import type { ListedDocumentRow, TaxDocumentRow, VatScheduleFileRow } from './queries.ts';

export function presentSetup(setup: TaxSetup): TaxSetupAnswer {
  return { ...setup, qr_limit: setup.qr_limit === null ? null : toRupees(setup.qr_limit) };
}

export function documentTitle({ kind, is_tax }: Pick<TaxDocumentRow, 'kind' | 'is_tax'>): TaxDocument['title'] {
  const titles = {
    invoice: ['INVOICE', 'TAX INVOICE'],
    'credit note': ['CREDIT NOTE', 'TAX CREDIT NOTE'],
    'debit note': ['DEBIT NOTE', 'TAX DEBIT NOTE'],
  } as const;
  return titles[kind][is_tax === 1 ? 1 : 0];
}

export function presentTaxDocument(row: ListedDocumentRow): TaxDocument {
  const settings = JSON.parse(row.settings) as TaxSettings;
  const { totalInWords, placeOfSupply } = optionalTaxFields({ totalCents: row.total_cents }, settings);
  return {
    document_id: row.id,
    invoice_id: row.invoice_number,
    shop_id: row.written_shop_id,
    tenancy_id: row.tenancy_id,
    kind: row.kind,
    title: documentTitle(row),
    serial: row.serial,
    issued_on: row.issued_on,
    supplied_on: row.supplied_on,
    language: row.language,
    supplier: JSON.parse(row.supplier) as DocumentParty,
    purchaser: JSON.parse(row.purchaser) as DocumentParty,
    lines: (JSON.parse(row.lines) as DocumentLine[]).map(({ text, quantity, valueCents }) => ({
      text,
      quantity,
      value: toRupees(valueCents),
    })),
    vat_rate: toPercent(row.vat_rate_basis_points),
    shows_vat: row.vat_rate_basis_points > 0,
    value: toRupees(row.value_cents),
    vat: toRupees(row.vat_cents),
    total: toRupees(row.total_cents),
    place_of_supply: placeOfSupply ?? null,
    total_in_words: totalInWords ?? null,
    statement: row.statement === null ? null : presentStatement(JSON.parse(row.statement) as DocumentStatement),
    original: originalOf(row),
    reason: row.reason,
    prints: row.prints,
    issued_at: row.issued_at,
    issued_by: row.issued_by,
    replaced_by: row.newer_serial,
    may_be_tax_invoice: mayBeTaxInvoice(row),
  };
}

/** Returns true for a valid document titled INVOICE that has VAT and whose tenant is registered now. */
export function mayBeTaxInvoice(row: ListedDocumentRow): boolean {
  const isPlain = row.kind === 'invoice' && row.is_tax === 0 && row.vat_rate_basis_points > 0;
  return isPlain && row.newer_serial === null && row.invoice_voided_at === null && isRegistered(row);
}

function originalOf({ original_serial, original_issued_on }: ListedDocumentRow): TaxDocument['original'] {
  if (original_serial === null || original_issued_on === null) return null;
  return { serial: original_serial, issued_on: day(original_issued_on) };
}

function presentStatement(box: DocumentStatement): NonNullable<TaxDocument['statement']> {
  return {
    unpaid_of_earlier_months: toRupees(box.unpaidOfEarlierMonthsCents),
    fines: toRupees(box.finesCents),
    balance: toRupees(box.balanceCents),
    bill: toRupees(box.billCents),
    other_charges: toRupees(box.otherChargesCents),
    rounding: toRupees(box.roundingCents),
    to_pay: toRupees(box.toPayCents),
    due_date: box.dueDay,
    reference: box.reference,
  };
}

export function presentSchedules(
  loaded: LoadedSchedules,
  { files, next }: { files: readonly VatScheduleFileRow[]; next: VatSchedulesAnswer['next'] },
): VatSchedulesAnswer {
  const { period, invoices, notes } = loaded.schedules;
  return {
    period: period.code,
    first: period.first,
    last: period.last,
    return_due: vatReturnDueDay(period),
    invoices: invoices.map((row) => ({
      date: row.issuedOn,
      number: row.number,
      tin: row.tin,
      name: row.name,
      description: row.description,
      ...presentFigures(row),
    })),
    notes: notes.map((row) => ({
      tin: row.tin,
      invoice_date: row.invoice.issuedOn,
      invoice_number: row.invoice.number,
      kind: row.kind,
      date: row.issuedOn,
      number: row.number,
      ...presentFigures(row),
    })),
    output: presentFigures(loaded.output),
    ledger: presentFigures(loaded.ledger),
    rounding: presentFigures(loaded.rounding),
    is_equal: loaded.faults.every(({ fault }) => fault !== 'ledger differs'),
    faults: loaded.faults.map(({ fault, isWarning, number }) => ({
      fault,
      is_warning: isWarning,
      number: number ?? null,
    })),
    late: loaded.documents.flatMap((row) => {
      const days = lateIssueDays({ suppliedOn: row.supplied_on, issuedOn: row.issued_on });
      return row.kind === 'invoice' && days !== undefined ? [{ number: row.serial, days }] : [];
    }),
    next,
    files: files.map(({ schedule, version, name, made_at, made_by }) => ({
      schedule,
      version,
      name,
      made_at,
      made_by,
    })),
  };
}

function presentFigures({ valueCents, vatCents }: VatFigures): { value: number; vat: number } {
  return { value: toRupees(valueCents), vat: toRupees(vatCents) };
}
