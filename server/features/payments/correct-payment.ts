import { type Day, dayOf } from '#billing/calendar.ts';
import { type Cents, cents, writeDecimal } from '#billing/money.ts';
import { savedFines } from '#billing/saved-fines.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { takesEffectAt } from '../../db/takes-effect.ts';
import { subjectOf, writeAudit } from '../audit/write-audit.ts';
import { reopenBankDay } from '../cash/record-bank-day.ts';
import { type LoadedLedger, loadLedgerForUpdate, numberOfPayment } from '../ledger/load-ledger.ts';
import { insertLedgerEntry, type LedgerEntryRow } from '../ledger/queries.ts';
import { recomputeLedger, type Waiver } from '../ledger/recompute-ledger.ts';
import { findShop } from '../shops/queries.ts';
import { listInvoiceIds, listPaymentsOn } from './queries.ts';
import type { RecordedPayment } from './record-payment.ts';
import { auditSavedFines, savedCentsOf } from './saved-fines.ts';
import { type ReversedPayment, reversedPayment } from './void-payment.ts';

export interface CorrectionInput {
  day: Day;
  recordedCents: Cents;
  actualCents: Cents;
  reason: string;
  paymentId?: number | undefined;
  invoiceNumber?: string | undefined;
  waiver?: Waiver | undefined;
}

export async function loadLedgerOfCorrection(
  tx: Writer,
  shopId: string,
  { day, recordedCents, paymentId }: Pick<CorrectionInput, 'day' | 'recordedCents' | 'paymentId'>,
): Promise<LoadedLedger> {
  const shop = await findShop(tx, shopId);
  if (!shop) throw new Refusal('shop_not_found');
  const ofDay = await listPaymentsOn(tx, shop.id, day);
  const [first] = ofDay;
  if (!first) throw new Refusal('payment_not_found');
  const meant = ofDay.filter((row) =>
    paymentId === undefined ? cents(row.cents + (row.corrected_by_cents ?? 0)) === recordedCents : row.id === paymentId,
  );
  const [tenancyId = first.tenancy_id, ...others] = new Set(meant.map((row) => row.tenancy_id));
  if (others.length > 0) throw new Refusal('several_payments');
  return loadLedgerForUpdate(tx, shopId, tenancyId);
}

export async function correctPayment(
  tx: Writer,
  context: ActionContext,
  { opened, ...given }: CorrectionInput & { opened: LoadedLedger },
): Promise<RecordedPayment & { reversed: ReversedPayment }> {
  const payment = await choosePayment(tx, opened, given);
  const difference = cents(given.actualCents - given.recordedCents);
  if (difference === 0) throw new Refusal('no_difference');
  const { counts_from, counted_at } = payment;
  const at = takesEffectAt(payment);
  const money = { cents: difference, paymentId: payment.id, recordedOn: dayOf(context.now) };
  const saved = at === null ? [] : savedFines(opened, { at, ...money });
  await insertLedgerEntry(tx, context, {
    tenancy: opened.tenancy,
    kind: 'correction',
    effective_at: payment.effective_at,
    counts_from,
    counted_at,
    cents: difference,
    payment_id: payment.id,
    invoice_id: payment.invoice_id,
    method: 'Correction Made',
    note: given.reason,
    saved_fine_cents: savedCentsOf(saved),
  });
  await reopenBankDay(tx, context, payment.id);
  const recomputed = await recomputeLedger(tx, context, { before: opened, waiver: given.waiver });
  const reason = given.waiver?.reason || given.reason;
  await auditSavedFines(tx, context, { opened, saved, paymentId: payment.id, day: given.day, reason });
  await writeAudit(tx, context, {
    type: 'Correction',
    description: apiMessage('payments.audit.corrected', { id: String(payment.id), date: given.day }),
    subject: subjectOf(opened),
    ...numberOfPayment(opened, payment),
    oldValue: writeDecimal(given.recordedCents),
    newValue: writeDecimal(given.actualCents),
    reason: given.reason,
  });
  return {
    ...recomputed,
    paymentId: payment.id,
    saved,
    reversed: reversedPayment(opened, payment, cents(-difference)),
  };
}

async function choosePayment(tx: Writer, opened: LoadedLedger, given: CorrectionInput): Promise<LedgerEntryRow> {
  const named = await idsOfNamed(tx, opened, given.invoiceNumber);
  const ofDay = opened.rows.filter((row) => row.kind === 'payment' && dayOf(row.effective_at) === given.day);
  if (given.paymentId !== undefined) {
    const chosen = ofDay.find(({ id }) => id === given.paymentId);
    if (!chosen) throw new Refusal('payment_not_found');
    if (amountSoFar(opened, chosen) !== given.recordedCents) throw new Refusal('recorded_amount_changed');
    return chosen;
  }
  const matching = ofDay.filter((row) => amountSoFar(opened, row) === given.recordedCents);
  const [only, ...others] = matching.length > 1 ? preferNamed(matching, named) : matching;
  if (others.length > 0) throw new Refusal('several_payments');
  if (only) return only;
  const wasSo = ofDay.some((row) => amountsEver(opened, row).includes(given.recordedCents));
  throw new Refusal(wasSo ? 'recorded_amount_changed' : 'payment_not_found');
}

/**
 * Returns the ids of all invoices with this number, deleted ones included, because a payment may still refer to them.
 * Returns no ids if no number is given. Throws the refusal `invoice_not_found` if no invoice has the number.
 */
async function idsOfNamed(tx: Writer, { shop }: LoadedLedger, invoiceNumber: string | undefined): Promise<number[]> {
  if (invoiceNumber === undefined) return [];
  const ids = await listInvoiceIds(tx, shop.id, invoiceNumber);
  if (ids.length === 0) throw new Refusal('invoice_not_found');
  return ids;
}

/** Returns the payments that refer to one of the invoices. If none of them does, returns all payments. */
function preferNamed(payments: readonly LedgerEntryRow[], ids: readonly number[]): readonly LedgerEntryRow[] {
  const naming = payments.filter(({ invoice_id }) => invoice_id !== null && ids.includes(invoice_id));
  return naming.length > 0 ? naming : payments;
}

function amountsEver({ rows }: LoadedLedger, payment: LedgerEntryRow): Cents[] {
  const amounts = [payment.cents];
  for (const row of rows) {
    if (row.payment_id === payment.id) amounts.push(cents((amounts.at(-1) ?? 0) + row.cents));
  }
  return amounts;
}

function amountSoFar(opened: LoadedLedger, payment: LedgerEntryRow): Cents {
  return amountsEver(opened, payment).at(-1) ?? payment.cents;
}
