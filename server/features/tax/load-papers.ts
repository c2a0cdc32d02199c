import type { Day } from '#billing/calendar.ts';
import { type Cents, cents, sumCents, toRupees } from '#billing/money.ts';
import { composeLankaQr } from '#billing/tax/lanka-qr.ts';
import { copyMarks } from '#billing/tax/paper-kind.ts';
import { paymentReference } from '#billing/tax/payment-reference.ts';
import { readMerchantQr } from '#billing/tax/read-lanka-qr.ts';
import type { HowToPay, HowToPayInvoice, PrintedTaxDocument, TaxSetup } from '#contract/tax.ts';
import type { Reader } from '../../db/connect.ts';
import { loadPromisedCheques, presentPromised } from '../ledger/promised-cheques.ts';
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
      ...(await composeCode(db, { row, setup, today })),
    });
  }
  return papers;
}

/** Returns the payment code. It is composed anew for each output, with the amount that is to be paid at that time. */
async function composeCode(
  db: Reader,
  { row, setup, today }: { row: ListedDocumentRow; setup: TaxSetup; today: Day },
): Promise<Pick<PrintedTaxDocument, 'code' | 'promised'>> {
  const reference = presentTaxDocument(row).statement?.reference ?? null;
  const isDead = row.kind !== 'invoice' || row.invoice_voided_at !== null || row.newer_serial !== null;
  if (reference === null || isDead) return { code: null };
  const [tenancy] = await listTenanciesById(db, [row.tenancy_id]);
  if (!tenancy) return { code: null };
  const promised = (await loadPromisedCheques(db, [tenancy.id])).get(tenancy.id) ?? [];
  return {
    code: composeFor({ setup, amountCents: lessPromised(dueOfTenancy(tenancy), promised), reference, today }),
    ...(promised.length > 0 && { promised: presentPromised(promised) }),
  };
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
  const promised = await loadPromisedCheques(db, ids);
  const { setup } = await taxSetting.read(db);
  return rows.flatMap((bill) => {
    const found = howToPayBill(bill, { setup, due, promised, today });
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
  const promised = await loadPromisedCheques(db, [...due.keys()]);
  const { setup } = await taxSetting.read(db);
  return new Map(
    bills.flatMap((bill) => {
      const found = howToPayBill(bill, { setup, due, promised, today });
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
  {
    setup,
    due,
    promised,
    today,
  }: { setup: TaxSetup; due: ReadonlyMap<number, Cents>; promised: PromisedByTenancy; today: Day },
): HowToPay | undefined {
  const reference = paymentReference(number);
  const amountCents = due.get(tenancy_id);
  if (reference === undefined || amountCents === undefined || amountCents <= 0) return undefined;
  const cheques = promised.get(tenancy_id) ?? [];
  return {
    reference,
    code: composeFor({ setup, amountCents: lessPromised(amountCents, cheques), reference, today }),
    ...(cheques.length > 0 && { promised: presentPromised(cheques) }),
  };
}

type PromisedByTenancy = Awaited<ReturnType<typeof loadPromisedCheques>>;

/** Nobody is asked again for the amount of a cheque that was received. */
function lessPromised(due: Cents, cheques: readonly { cents: Cents }[]): Cents {
  return cents(due - sumCents(cheques.map((cheque) => cheque.cents)));
}

interface CodeParts {
  setup: TaxSetup;
  amountCents: Cents;
  reference: string;
  today: Day;
}

function composeFor({ setup, amountCents, reference, today }: CodeParts): PrintedTaxDocument['code'] {
  const bank = readMerchantQr(setup.qr_code);
  if (!bank.isRead || !setup.qr_is_read || amountCents <= 0) return null;
  const { merchant } = bank;
  const composed = composeLankaQr({ merchant, amountCents, reference }, setup.qr_limit ?? undefined);
  return composed.isComposed ? { text: composed.text, amount: toRupees(amountCents), day: today } : null;
}
