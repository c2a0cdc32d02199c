import type { Day } from '#billing/calendar.ts';
import { type Cents, toRupees } from '#billing/money.ts';
import { composeLankaQr } from '#billing/tax/lanka-qr.ts';
import { copyMarks } from '#billing/tax/paper-kind.ts';
import { paymentReference } from '#billing/tax/payment-reference.ts';
import { readMerchantQr } from '#billing/tax/read-lanka-qr.ts';
import type { HowToPay, HowToPayInvoice, PrintedTaxDocument, TaxSetup } from '#contract/tax.ts';
import type { Reader } from '../../db/connect.ts';
import { dueOfTenancy, listTenanciesById } from '../tenants/queries.ts';
import { presentTaxDocument } from './present.ts';
import { type ListedDocumentRow, listNewestBills } from './queries.ts';
import { taxSetting } from './read-setup.ts';

export async function loadTaxPapers(
  db: Reader,
  rows: readonly ListedDocumentRow[],
  today: Day,
): Promise<PrintedTaxDocument[]> {
  if (rows.length === 0) return [];
  const { setup } = await taxSetting.read(db);
  const papers: PrintedTaxDocument[] = [];
  for (const row of rows) {
    papers.push({
      ...presentTaxDocument(row),
      marks: copyMarks(row.prints),
      code: await composeCode(db, { row, setup, today }),
    });
  }
  return papers;
}

/** Returns the payment code. It is composed anew for each output, with the amount due at that time. */
async function composeCode(
  db: Reader,
  { row, setup, today }: { row: ListedDocumentRow; setup: TaxSetup; today: Day },
): Promise<PrintedTaxDocument['code']> {
  const reference = presentTaxDocument(row).statement?.reference ?? null;
  const isDead = row.kind !== 'invoice' || row.invoice_voided_at !== null || row.newer_serial !== null;
  if (reference === null || isDead) return null;
  const [tenancy] = await listTenanciesById(db, [row.tenancy_id]);
  return tenancy ? composeFor({ setup, amountCents: dueOfTenancy(tenancy), reference, today }) : null;
}

/**
 * Returns how to pay each invoice that has no tax document. The amount is all that its tenant owes now; an invoice of a
 * tenant who owes nothing has no entry.
 */
export async function loadInvoicePayments(
  db: Reader,
  rows: readonly BillOfTenancy[],
  today: Day,
): Promise<HowToPayInvoice[]> {
  const ids = [...new Set(rows.map(({ tenancy_id }) => tenancy_id))];
  if (ids.length === 0) return [];
  const due = new Map((await listTenanciesById(db, ids)).map((tenancy) => [tenancy.id, dueOfTenancy(tenancy)]));
  const { setup } = await taxSetting.read(db);
  return rows.flatMap((bill) => {
    const found = howToPayBill(bill, { setup, due, today });
    return found ? [{ ...found, invoice_id: bill.number }] : [];
  });
}

/**
 * Returns how to pay the amounts in `due`, by tenancy. The reference is that of the newest bill, because a payment pays
 * older bills first anyway. A tenancy without a bill has no entry.
 */
export async function loadTenancyPayments(
  db: Reader,
  due: ReadonlyMap<number, Cents>,
  today: Day,
): Promise<Map<number, HowToPay>> {
  const bills = await listNewestBills(db, [...due.keys()]);
  const { setup } = await taxSetting.read(db);
  return new Map(
    bills.flatMap((bill) => {
      const found = howToPayBill(bill, { setup, due, today });
      return found ? [[bill.tenancy_id, found] as const] : [];
    }),
  );
}

interface BillOfTenancy {
  number: string;
  tenancy_id: number;
}

function howToPayBill(
  { number, tenancy_id }: BillOfTenancy,
  { setup, due, today }: { setup: TaxSetup; due: ReadonlyMap<number, Cents>; today: Day },
): HowToPay | undefined {
  const reference = paymentReference(number);
  const amountCents = due.get(tenancy_id);
  if (reference === undefined || amountCents === undefined || amountCents <= 0) return undefined;
  return { reference, code: composeFor({ setup, amountCents, reference, today }) };
}

interface CodeParts {
  setup: TaxSetup;
  amountCents: Cents;
  reference: string;
  today: Day;
}

function composeFor({ setup, amountCents, reference, today }: CodeParts): PrintedTaxDocument['code'] {
  const bank = readMerchantQr(setup.qr_code);
  if (!bank.isRead || !setup.qr_is_read) return null;
  const { merchant } = bank;
  const composed = composeLankaQr({ merchant, amountCents, reference }, setup.qr_limit ?? undefined);
  return composed.isComposed ? { text: composed.text, amount: toRupees(amountCents), day: today } : null;
}
