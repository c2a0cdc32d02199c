import type { Day } from '#billing/calendar.ts';
import { toRupees } from '#billing/money.ts';
import { composeLankaQr } from '#billing/tax/lanka-qr.ts';
import { copyMarks } from '#billing/tax/paper-kind.ts';
import { readMerchantQr } from '#billing/tax/read-lanka-qr.ts';
import type { PrintedTaxDocument, TaxSetup } from '#contract/tax.ts';
import type { Reader } from '../../db/connect.ts';
import { dueOfTenancy, findTenancy } from '../tenants/queries.ts';
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

/** Drawn at each output, for what the tenant owes at that time. */
async function composeCode(
  db: Reader,
  { row, setup, today }: { row: ListedDocumentRow; setup: TaxSetup; today: Day },
): Promise<PrintedTaxDocument['code']> {
  const reference = presentTaxDocument(row).statement?.reference ?? null;
  const isDead = row.kind !== 'invoice' || row.invoice_voided_at !== null || row.newer_serial !== null;
  if (reference === null || isDead) return null;
  const tenancy = await findTenancy(db, row.tenancy_id);
  if (!tenancy) return null;
  const amountCents = dueOfTenancy(tenancy);
  const bank = readMerchantQr(setup.qr_code);
  if (!bank.isRead || !setup.qr_is_read) return null;
  const { merchant } = bank;
  const composed = composeLankaQr({ merchant, amountCents, reference }, setup.qr_limit ?? undefined);
  return composed.isComposed ? { text: composed.text, amount: toRupees(amountCents), day: today } : null;
}
