import { type Day, dayOf, paymentInstant } from '#billing/calendar.ts';
import { type Cents, writeDecimal } from '#billing/money.ts';
import { type SavedFine, savedFines } from '#billing/saved-fines.ts';
import { type Cheque, describeMethod, isSameCheque, latestChequeDay, NO_CHEQUE } from '#contract/cheques.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import { isCheque, type PaymentMethod } from '#contract/words.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { takesEffectAt } from '../../db/takes-effect.ts';
import { subjectOf, writeAudit } from '../audit/write-audit.ts';
import { effectiveAt, type LoadedLedger } from '../ledger/load-ledger.ts';
import { type InvoiceRow, insertLedgerEntry } from '../ledger/queries.ts';
import { type RecomputedLedger, recomputeLedger, type Waiver } from '../ledger/recompute-ledger.ts';
import { countingOf } from './counting.ts';
import { auditSavedFines, savedCentsOf } from './saved-fines.ts';

export interface PaymentInput {
  cents: Cents;
  day: Day;
  method: PaymentMethod;
  cheque?: Cheque | undefined;
  note: string;
  /** The invoices whose new fines are waived, by number, and the reason. */
  waiver?: Waiver | undefined;
}

export interface RecordedPayment extends RecomputedLedger {
  paymentId: number;
  saved: readonly SavedFine[];
}

/**
 * `named` is the invoice that the payer named; it does not decide what is paid (docs/rules.md, Payments, corrections,
 * deletions).
 */
export async function recordPayment(
  tx: Writer,
  context: ActionContext,
  {
    opened,
    named,
    cheque = NO_CHEQUE,
    ...given
  }: PaymentInput & { opened: LoadedLedger; named?: InvoiceRow | undefined },
): Promise<RecordedPayment> {
  const today = dayOf(context.now);
  if (given.day > today) throw new Refusal('payment_in_future');
  checkCheque({ method: given.method, cheque }, context);
  const at = given.day === today ? effectiveAt(opened, context) : paymentInstant(given.day);
  const counting = await countingOf(tx, context, { method: given.method, cheque, day: given.day });
  const effect = takesEffectAt({ effective_at: at, ...counting });
  const saved = effect === null ? [] : savedFines(opened, { at: effect, cents: given.cents, recordedOn: today });
  const paymentId = await insertLedgerEntry(tx, context, {
    tenancy: opened.tenancy,
    kind: 'payment',
    effective_at: at,
    cents: given.cents,
    invoice_id: named?.id ?? null,
    method: given.method,
    ...cheque,
    ...counting,
    note: given.note,
    saved_fine_cents: savedCentsOf(saved),
  });
  const recomputed = await recomputeLedger(tx, context, { before: opened, waiver: given.waiver });
  const reason = given.waiver?.reason || given.note;
  await auditSavedFines(tx, context, { opened, saved, paymentId, day: given.day, reason });
  await writeAudit(tx, context, {
    type: 'Payment Made',
    description: apiMessage('payments.audit.made', {
      id: String(paymentId),
      date: given.day,
      method: describeCheque({ method: given.method, cheque }),
      balance: writeDecimal(opened.ledger.balanceCents),
    }),
    subject: subjectOf(opened),
    ...(named && { invoiceId: named.number }),
    newValue: writeDecimal(given.cents),
    ...(given.note !== '' && { reason: given.note }),
  });
  return { ...recomputed, paymentId, saved };
}

const SOON_MS = 10 * 60 * 1000;

/** Returns the id of the newest payment that equals a new one and was recorded in the last ten minutes. */
export function findEqualPayment(
  { rows }: Pick<LoadedLedger, 'rows'>,
  { now }: ActionContext,
  { cents, day, method, cheque = NO_CHEQUE }: PaymentInput,
): number | undefined {
  return rows.findLast(
    (row) =>
      row.kind === 'payment' &&
      row.cents === cents &&
      row.method === method &&
      row.cheque_number === cheque.cheque_number &&
      dayOf(row.effective_at) === day &&
      Date.parse(now) - Date.parse(row.recorded_at) < SOON_MS,
  )?.id;
}

/** Refuses cheque details for a payment that is not by cheque, and a cheque that is dated more than a year ahead. */
export function checkCheque(
  { method, cheque }: { method: PaymentMethod | null; cheque: Cheque },
  { now }: ActionContext,
): void {
  if (!isCheque(method) && !isSameCheque(cheque, NO_CHEQUE)) throw new Refusal('cheque_by_other_method');
  if (cheque.cheque_date !== null && cheque.cheque_date > latestChequeDay(dayOf(now)))
    throw new Refusal('cheque_too_late');
}

/** Describes the payment method and the cheque in English, the language of the audit log. */
export function describeCheque({ method, cheque }: { method: PaymentMethod; cheque: Cheque }): string {
  return describeMethod(cheque, method, String);
}
