import { type Day, dayOf, type Month } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import { taxPaperKind } from '#billing/tax/paper-kind.ts';
import { paymentReference } from '#billing/tax/payment-reference.ts';
import { type StatementBox, statementBox } from '#billing/tax/statement-box.ts';
import { supplyDayOf } from '#billing/tax/tax-dates.ts';
import { type TaxedBill, type TaxLine, taxBill } from '#billing/tax/tax-lines.ts';
import type { TaxSettings } from '#billing/tax/tax-settings.ts';
import { findTaxpayerFaults, readTin, type Taxpayer } from '#billing/tax/tin.ts';
import { findUnprintable } from '#contract/characters.ts';
import { monthNames } from '#contract/messages/day-words.ts';
import { apiMessage, message } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { TaxSetup } from '#contract/tax.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import type { InvoiceRow } from '../ledger/queries.ts';
import { readLines, writeQuantity } from '../ledger/read-lines.ts';
import type { TenancyRow } from '../tenants/queries.ts';
import { drawSerial } from './draw-serial.ts';
import { insertTaxDocument, type TaxDocumentRow } from './queries.ts';
import { firstDocumentDay, taxSetting, taxSettingsOf } from './read-setup.ts';

export interface ExactFigures {
  valueCents: Cents;
  vatCents: Cents;
}

export interface DocumentLine extends TaxLine {
  text: string;
  quantity: string;
  exact?: ExactFigures;
}

export interface DocumentParty {
  tin: string | null;
  name: string;
  address: string;
}

export interface DocumentStatement extends StatementBox {
  dueDay: Day;
  reference: string | null;
}

export interface BilledInvoice {
  invoice: InvoiceRow;
  tenancy: TenancyRow;
  /** The shop's id as entered, such as `A12`; not the row id. */
  shopId: string;
}

/**
 * Returns undefined before the first day with tax documents. Call it before the first audit entry, because a
 * transaction that waits for the counter must not hold the audit log.
 */
export async function issueDocument(
  tx: Writer,
  context: ActionContext,
  billed: BilledInvoice,
): Promise<TaxDocumentRow | undefined> {
  const { setup } = await taxSetting.read(tx);
  const first = firstDocumentDay(setup);
  if (first === undefined || dayOf(context.now) < first) return undefined;
  return insertInvoiceDocument(tx, context, { billed, setup });
}

export async function insertInvoiceDocument(
  tx: Writer,
  context: ActionContext,
  { billed, setup, replaced }: { billed: BilledInvoice; setup: TaxSetup; replaced?: TaxDocumentRow },
): Promise<TaxDocumentRow> {
  const { invoice, tenancy, shopId } = billed;
  const settings = taxSettingsOf(setup);
  const issuedOn = dayOf(context.now);
  const bill = taxBill(linesOf(billed), {
    vatRateBasisPoints: invoice.vat_rate_basis_points,
    amounts: settings.amounts,
  });
  const kind = taxPaperKind(
    { isCentreRegistered: true, isTenantRegistered: isRegistered(tenancy), hasVat: bill.hasVat },
    settings,
  );
  const supplier = supplierOf(setup);
  const purchaser = kind.purchaserBlock === 'taxpayer' ? taxpayerOf(tenancy) : shopOf(invoice, shopId);
  refuseUnprintable([supplier, purchaser], bill.onPaper);
  const drawn =
    kind.serialUnit === undefined ? undefined : await drawSerial(tx, context, { unit: kind.serialUnit, settings });
  return insertTaxDocument(tx, {
    invoice_id: invoice.id,
    tenancy_id: invoice.tenancy_id,
    shop_id: invoice.shop_id,
    kind: 'invoice',
    is_tax: Number(kind.title === 'TAX INVOICE'),
    unit: drawn?.unit ?? null,
    counter: drawn?.counter ?? null,
    number: drawn?.number ?? null,
    serial: drawn?.serial ?? invoice.number,
    issued_on: issuedOn,
    supplied_on: replaced?.supplied_on ?? supplyDay(billed, { issuedOn, settings }),
    language: tenancy.language,
    supplier: JSON.stringify(supplier),
    purchaser: JSON.stringify(purchaser),
    lines: JSON.stringify(bill.onPaper),
    statement: JSON.stringify(statementOf(invoice, bill)),
    vat_rate_basis_points: kind.showsVat ? invoice.vat_rate_basis_points : 0,
    value_cents: bill.totals.valueCents,
    vat_cents: bill.totals.vatCents,
    total_cents: bill.totals.totalCents,
    original_id: null,
    replaces_id: replaced?.id ?? null,
    reason: '',
    settings: JSON.stringify(settings),
    prints: 0,
    issued_at: context.now,
    issued_by: context.actor,
  });
}

/** Refuses names that would be printed as empty boxes. Such names may have been stored before names were checked. */
function refuseUnprintable(parties: readonly { name: string; address: string }[], lines: readonly DocumentLine[]) {
  const texts = [...parties.flatMap(({ name, address }) => [name, address]), ...lines.map(({ text }) => text)];
  const characters = findUnprintable(texts.join(' '));
  if (characters.length > 0)
    throw new Refusal('invalid_input', {
      message: apiMessage('tax.unprintable', { characters: characters.join(' ') }),
    });
}

/**
 * Returns whether a tenant is registered for VAT. The office marks tenants who show the VAT certificate. The mark
 * counts only if the details of the certificate are stored too.
 */
export function isRegistered(tenancy: Pick<TenancyRow, 'is_vat_registered' | 'tin' | 'tax_name' | 'tax_address'>) {
  return tenancy.is_vat_registered === 1 && findTaxpayerFaults(taxpayerOf(tenancy)).length === 0;
}

function taxpayerOf({ tin, tax_name, tax_address }: Pick<TenancyRow, 'tin' | 'tax_name' | 'tax_address'>): Taxpayer {
  return { tin: readTin(tin) ?? '', name: tax_name, address: tax_address };
}

function supplierOf({ tin, tax_name, tax_address }: TaxSetup): DocumentParty {
  return { tin, name: tax_name, address: tax_address };
}

function shopOf({ tenant_name }: InvoiceRow, shopId: string): DocumentParty {
  return { tin: null, name: tenant_name, address: message('tax.purchaser.shop', { shop: shopId }) };
}

function linesOf({ invoice, shopId }: BilledInvoice): DocumentLine[] {
  const values = { shop: shopId, month: monthText(invoice.month) };
  const quantity = message('tax.line.quantity');
  const lines: DocumentLine[] = [
    { text: message('tax.line.rent', values), quantity, valueCents: invoice.rent_cents, isVatable: true },
    {
      text: message('tax.line.operation_fee', values),
      quantity,
      valueCents: invoice.operation_fee_cents,
      isVatable: true,
    },
    ...readLines(invoice).map((line) => ({
      text: message('tax.line.other', { ...values, name: line.name }),
      quantity: writeQuantity(line),
      valueCents: line.cents,
      isVatable: line.isVatable,
    })),
  ];
  return lines.filter(({ valueCents }) => valueCents > 0);
}

function monthText(month: Month): string {
  return `${monthNames.en[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;
}

function supplyDay(
  { invoice, tenancy }: BilledInvoice,
  { issuedOn, settings }: { issuedOn: Day; settings: TaxSettings },
): Day {
  const dates = { month: invoice.month, tenancyFrom: tenancy.started_on, dueDay: invoice.due_day, issuedOn };
  return supplyDayOf(dates, settings.dateOfSupply);
}

function statementOf(invoice: InvoiceRow, bill: TaxedBill<DocumentLine>): DocumentStatement {
  const box = statementBox(
    {
      totalArrearsCents: invoice.total_arrears_cents,
      finesCents: invoice.fines_cents,
      previousBalanceCents: invoice.previous_balance_cents,
    },
    bill,
  );
  return { ...box, dueDay: invoice.due_day, reference: paymentReference(invoice.number) ?? null };
}
