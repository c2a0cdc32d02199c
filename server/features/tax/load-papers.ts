import type { Day } from '#billing/calendar.ts';
import { type Cents, toRupees } from '#billing/money.ts';
import { composeLankaQr } from '#billing/tax/lanka-qr.ts';
import { copyMarks } from '#billing/tax/paper-kind.ts';
import { paymentReference } from '#billing/tax/payment-reference.ts';
import { readMerchantQr } from '#billing/tax/read-lanka-qr.ts';
import type { InvoiceCode, PrintedTaxDocument, TaxSetup } from '#contract/tax.ts';
import type { Reader } from '../../db/connect.ts';
import { dueOfTenancy, listTenanciesById } from '../tenants/queries.ts';
import { presentTaxDocument } from './present.ts';
import type { ListedDocumentRow } from './queries.ts';
import { readTaxSetup } from './read-setup.ts';

export async function loadTaxPapers(
  db: Reader,
  rows: readonly ListedDocumentRow[],
  today: Day,
): Promise<PrintedTaxDocument[]> {
  if (rows.length === 0) return [];
  const { setup } = await readTaxSetup(db);
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
 * Returns the payment codes of invoices that have no tax document. An invoice gets none if nothing is due from its
 * tenancy now.
 */
export async function loadInvoiceCodes(
  db: Reader,
  rows: readonly { number: string; tenancy_id: number }[],
  today: Day,
): Promise<InvoiceCode[]> {
  const { setup } = await readTaxSetup(db);
  if (!setup.qr_is_read || rows.length === 0) return [];
  const ids = [...new Set(rows.map(({ tenancy_id }) => tenancy_id))];
  const tenancies = new Map((await listTenanciesById(db, ids)).map((tenancy) => [tenancy.id, tenancy]));
  return rows.flatMap(({ number, tenancy_id }) => {
    const reference = paymentReference(number);
    const tenancy = tenancies.get(tenancy_id);
    if (reference === undefined || !tenancy) return [];
    const code = composeFor({ setup, amountCents: dueOfTenancy(tenancy), reference, today });
    return code ? [{ ...code, invoice_id: number, reference }] : [];
  });
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
