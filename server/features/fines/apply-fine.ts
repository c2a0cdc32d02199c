import { dayOf } from '#billing/calendar.ts';
import { type NoFine, refuseFine } from '#billing/fine.ts';
import { findCharge } from '#billing/ledger.ts';
import { type Cents, cents, toRupees } from '#billing/money.ts';
import { Refusal, type RefusalCode } from '#contract/refusals.ts';
import type { Act } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { noteEvent } from '../audit/write-audit.ts';
import { momentFor, type OpenBooks, openBooksOfInvoice } from '../ledger/load-ledger.ts';
import { insertFact } from '../ledger/queries.ts';
import { numberOf, type SettledBooks, settleBooks } from '../ledger/recompute-ledger.ts';

export interface AppliedFine extends SettledBooks {
  fineCents: Cents;
}

const REFUSALS: Record<NoFine, RefusalCode> = {
  'rent not overdue': 'rent_not_overdue',
  'fine exists': 'fine_exists',
  'no unpaid rent': 'no_unpaid_rent',
};

/**
 * Fines an invoice now. Refuses an unknown one, one whose rent is not overdue, that has a fine, or whose rent is paid
 * (books.md, Fines).
 */
export async function applyFine(tx: Writer, act: Act, number: string): Promise<AppliedFine> {
  const opened = await openBooksOfInvoice(tx, number);
  const folded = opened.books.invoices.find(({ id }) => id === opened.invoice.id);
  const refused = folded && refuseFine(folded, dayOf(act.at));
  if (refused) throw new Refusal(REFUSALS[refused]);
  await insertFact(tx, act, opened.shop, {
    kind: 'fine applied',
    effective_at: momentFor(opened, act, opened.invoice.id),
    invoice_id: opened.invoice.id,
  });
  const settled = await settleBooks(tx, act, opened, { fined: [opened.invoice.id] });
  const fineCents = fineOf(settled, opened.invoice.id);
  await noteFine(tx, act, settled, opened.invoice.id);
  return { ...settled, fineCents };
}

/** Notes the fine that stands on an invoice as applied by whoever acts. */
export async function noteFine(tx: Writer, act: Act, settled: OpenBooks, invoiceId: number): Promise<void> {
  const number = numberOf(settled, invoiceId);
  await noteEvent(tx, act, {
    type: 'Fine Applied',
    description: `Fine applied to ${number}`,
    shopId: settled.shop.shop_id,
    invoiceId: number,
    newValue: String(toRupees(fineOf(settled, invoiceId))),
  });
}

/** The fine that stands on an invoice, in cents; 0 without one. */
export function fineOf({ books }: OpenBooks, invoiceId: number): Cents {
  const invoice = books.invoices.find(({ id }) => id === invoiceId);
  return (invoice && findCharge(invoice, 'Fine')?.cents) ?? cents(0);
}
