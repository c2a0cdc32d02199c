import { type Day, dayOf } from '#billing/calendar.ts';
import { type Cents, cents, sumCents, toRupees, writeDecimal } from '#billing/money.ts';
import type { SavedFine } from '#billing/saved-fines.ts';
import { writeFigure } from '#contract/figures.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { SavedFineEffect } from '#contract/payments.ts';
import { may } from '#contract/permissions.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import type { WriteRequest } from '../../http/core/app-context.ts';
import { badInput, isDryRun } from '../../http/core/read-request.ts';
import { readApprovalLimit } from '../approvals/read-limit.ts';
import { subjectOf, writeAudit } from '../audit/write-audit.ts';
import { findById, type LoadedLedger } from '../ledger/load-ledger.ts';
import type { LedgerEntryRow } from '../ledger/queries.ts';
import { numberOf } from '../ledger/recompute-ledger.ts';
import { findPayment } from './queries.ts';

/** Returns what is stored with the entry: the sum of the saved fines, or null if there are none. */
export function savedCentsOf(saved: readonly SavedFine[]): Cents | null {
  return saved.length === 0 ? null : sumCents(saved.map(({ savedCents }) => savedCents));
}

/** Writes each saved fine as waived by the day that the person named. */
export async function auditSavedFines(
  tx: Writer,
  context: ActionContext,
  {
    opened,
    saved,
    ...payment
  }: { opened: LoadedLedger; saved: readonly SavedFine[]; paymentId: number; day: Day; reason: string },
): Promise<void> {
  for (const { invoiceId, owedCents, savedCents } of saved) {
    const number = numberOf(opened, invoiceId);
    await writeAudit(tx, context, {
      type: 'Fine Waived by Day',
      description: apiMessage('payments.audit.fine_waived_by_day', {
        invoiceId: number,
        id: String(payment.paymentId),
        date: payment.day,
      }),
      subject: subjectOf(opened),
      invoiceId: number,
      oldValue: writeDecimal(owedCents),
      newValue: writeDecimal(cents(owedCents - savedCents)),
      ...(payment.reason !== '' && { reason: payment.reason }),
    });
  }
}

/**
 * While there is an approval limit, refuses a day that saves fines unless the caller may waive fines and has a reason.
 * The amount itself is compared with the limit like every other waiver.
 */
export async function refuseSavedFines(
  tx: Writer,
  { caller, query }: Pick<WriteRequest, 'caller' | 'query'>,
  { saved, reason }: { saved: readonly SavedFine[]; reason: string },
): Promise<void> {
  const sum = savedCentsOf(saved);
  if (sum === null || (await readApprovalLimit(tx)) === null) return;
  const values = { amount: writeFigure(toRupees(sum)) };
  if (!caller || !may(caller.role, 'books.write'))
    throw new Refusal('not_allowed', { message: apiMessage('payments.saved_fine.not_allowed', values) });
  if (reason === '' && !isDryRun(query))
    throw badInput([{ field: 'waive_reason', message: apiMessage('payments.saved_fine.reason_missing', values) }]);
}

export function presentSavedFines(opened: LoadedLedger, saved: readonly SavedFine[]): SavedFineEffect[] {
  return saved.flatMap(({ invoiceId, savedCents }) => {
    const invoice = findById(opened.invoices, invoiceId);
    if (!invoice) return [];
    return [{ invoice_id: invoice.number, month_year: invoice.month, saved_amount: toRupees(savedCents) }];
  });
}

/** Returns the day on which the money of a payment was recorded first, before the payment was replaced. */
export async function firstRecordedOn(
  db: Reader,
  { recorded_at, linked_id }: Pick<LedgerEntryRow, 'recorded_at' | 'linked_id'>,
): Promise<Day> {
  let first = { recorded_at, replaces_id: linked_id };
  // Ends, because a payment replaces one with a lower id.
  while (first.replaces_id !== null) {
    const replaced = await findPayment(db, first.replaces_id);
    if (!replaced) break;
    first = replaced;
  }
  return dayOf(first.recorded_at);
}
