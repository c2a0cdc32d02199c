import { dayOf, paymentInstant } from '#billing/calendar.ts';
import { startOfMonth } from '#billing/invoice.ts';
import { toPercent, toRupees } from '#billing/money.ts';
import { toUnits } from '#billing/other-charges.ts';
import type { Answer } from '#contract/call.ts';
import type { Centre } from '#contract/centre.ts';
import type { Invoice, invoiceCharges, invoices, ListedInvoice } from '#contract/invoices.ts';
import type { shops } from '#contract/shops.ts';
import type { ChargeRow, InvoiceRow } from '../ledger/queries.ts';
import { type InvoiceLine, readLines } from '../ledger/read-lines.ts';
import type { ListedInvoiceRow } from './queries.ts';

export function presentInvoice(row: InvoiceRow, shopId: string): Invoice {
  return {
    invoice_id: row.number,
    shop_id: shopId,
    tenancy_id: row.tenancy_id,
    tenant_name: row.tenant_name,
    month_year: row.month,
    rent_amount: toRupees(row.rent_cents),
    operation_fee: toRupees(row.operation_fee_cents),
    vat_rate: toPercent(row.vat_rate_basis_points),
    vat_amount: toRupees(row.vat_cents),
    other_charges: readLines(row).map((line) => ({ ...presentLine(line), amount: toRupees(line.cents) })),
    previous_balance: toRupees(row.previous_balance_cents),
    fines: toRupees(row.fines_cents),
    previous_fines: toRupees(row.previous_fines_cents),
    total_arrears: toRupees(row.total_arrears_cents),
    total_amount: toRupees(row.total_cents),
    previous_invoice_total_amount: toRupees(row.previous_total_cents),
    previous_payment_summary: {
      last_payment_date: row.previous_paid_at && paymentInstant(dayOf(row.previous_paid_at)),
      total_paid: toRupees(row.previous_paid_cents),
    },
    status: row.status,
    total_paid: toRupees(row.paid_cents),
    printedtime: row.times_printed,
    due_date: row.due_day,
    rent_due_day: row.rent_due_day,
    fine_rate: toPercent(row.fine_basis_points),
    generated_at: row.generated_at,
    createdAt: startOfMonth(row.month),
    updatedAt: row.updated_at,
  };
}

type Charges = Pick<Answer<typeof shops.summary>['shop']['Invoices'][number], keyof typeof invoiceCharges>;

export function presentCharges(charges: readonly ChargeRow[], invoice: InvoiceRow, shopId: string): Charges {
  const lines = new Map(readLines(invoice).map((line) => [line.line, line]));
  const listOf = <Entry>(kind: ChargeRow['kind'], present: (charge: ChargeRow, amount: number) => Entry) =>
    charges
      .filter((charge) => charge.kind === kind)
      .toSorted((one, other) => one.line - other.line)
      .map((charge) => ({
        invoice_id: invoice.number,
        shop_id: shopId,
        paid_amount: toRupees(charge.paid_cents),
        paid_date: charge.paid_at,
        generate_date: charge.arose_at,
        status: charge.status,
        ...present(charge, toRupees(charge.cents)),
      }));
  return {
    VATs: listOf('VAT', ({ id }, amount) => ({ vat_id: id, vat_amount: amount })),
    OperationFees: listOf('OperationFee', ({ id }, amount) => ({ operation_fee_id: id, operation_amount: amount })),
    Rents: listOf('Rent', ({ id }, amount) => ({ rent_id: id, rent_amount: amount })),
    Fines: listOf('Fine', ({ id }, amount) => ({ fine_id: id, fine_amount: amount })),
    OtherCharges: listOf('Other', ({ id, line }, amount) => ({
      other_charge_id: id,
      other_amount: amount,
      ...presentLine(getLine(lines, line)),
    })),
  };
}

function getLine(lines: ReadonlyMap<number, InvoiceLine>, line: number): InvoiceLine {
  const found = lines.get(line);
  if (!found) throw new Error(`no other charge of line ${line}`);
  return found;
}

function presentLine({ line, name, nameSi, nameTa, quantity, unit, isVatable }: InvoiceLine) {
  return {
    line,
    name,
    name_si: nameSi,
    name_ta: nameTa,
    quantity: toUnits(quantity),
    unit,
    is_vatable: isVatable,
  };
}

export function presentListedInvoice(row: ListedInvoiceRow & { previous_number?: string | undefined }): ListedInvoice {
  return {
    ...presentInvoice(row, row.written_shop_id),
    amount_due: toRupees(row.amount_due_cents),
    language: row.language,
    Shop: {
      shop_name: row.shop_name,
      location: row.location,
      Tenant: { name: row.tenant_name, contact: row.tenant_contact, email: row.tenant_email },
    },
    ...(row.previous_number !== undefined && { previous_number: row.previous_number }),
  };
}

export function presentWholeInvoice(
  row: ListedInvoiceRow & { charges: readonly ChargeRow[] },
): Answer<typeof invoices.list>[number] {
  return { ...presentListedInvoice(row), ...presentCharges(row.charges, row, row.written_shop_id) };
}

export function presentSender(centre: Centre): Answer<typeof invoices.papers>['centre'] {
  return {
    name: centre.name.en,
    address: centre.address.en,
    phones: centre.officePhones,
    vat_registration: centre.vatRegistration,
    bank: centre.bankText,
  };
}
