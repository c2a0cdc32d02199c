import { type Day, dayOf } from '#billing/calendar.ts';
import { writeDecimal } from '#billing/money.ts';
import type { ApprovalKind } from '#contract/approvals.ts';
import type { AuditEventType } from '#contract/audit.ts';
import { type ApiMessageKey, apiMessage } from '#contract/messages/message.ts';
import { Refusal, type RefusalCode } from '#contract/refusals.ts';
import { isCheque, isElectronic, type PaymentMethod } from '#contract/words.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { subjectOf, writeAudit } from '../audit/write-audit.ts';
import { findBankDays, putBankDays, RECEIVED } from '../cash/bank-payment-queries.ts';
import { checkReturnDay } from '../cash/record-bank-day.ts';
import { numberOfPayment } from '../ledger/load-ledger.ts';
import { recomputeLedger } from '../ledger/recompute-ledger.ts';
import type { VoidedPaymentLedger, VoidInput } from './remove-payment.ts';
import { describeDueAgain, voidDepositUse } from './void-deposit.ts';
import { loadPaymentForUpdate, voidPayment } from './void-payment.ts';

/** A reason why the bank does not have the money of a payment. */
export interface Unpaid {
  approval: ApprovalKind;
  event: AuditEventType;
  audit: ApiMessageKey;
  done: ApiMessageKey;
  refusal: RefusalCode;
  isMethod: (method: PaymentMethod | null) => boolean;
  refuse?: (db: Reader, context: ActionContext, unpaid: UnpaidDay) => Promise<void>;
  /** Stores what the bank did. */
  note?: (tx: Writer, context: ActionContext, unpaid: UnpaidDay) => Promise<void>;
}

interface UnpaidDay {
  id: number;
  /** The day on which the bank said that it does not have the money. */
  day: Day;
}

export const CHEQUE_RETURNED: Unpaid = {
  approval: 'cheque_returned',
  event: 'Cheque Returned',
  audit: 'payments.audit.cheque_returned',
  done: 'payments.cheque.done',
  refusal: 'not_a_cheque',
  isMethod: isCheque,
  refuse: checkReturnDay,
  note: (tx, context, { id, day }) => putBankDays(tx, context, { id, cleared_on: null, returned_on: day }),
};

/** The bank never received the money of an electronic payment. A confirmed one is first to be confirmed again. */
export const NOT_FOUND: Unpaid = {
  approval: 'payment_not_found',
  event: 'Payment Not Found',
  audit: 'payments.audit.not_found',
  done: 'payments.not_found.done',
  refusal: 'not_electronic',
  isMethod: isElectronic,
  async refuse(db, _, { id }) {
    if ((await findBankDays(db, id))?.cleared_on) throw new Refusal('payment_confirmed');
  },
};

/** Voids a payment with its corrections, or a received deposit, because the bank does not have its money. */
export async function voidUnpaid(
  tx: Writer,
  context: ActionContext,
  { unpaid, id, reason, waiver, day = dayOf(context.now) }: VoidInput & { unpaid: Unpaid; day?: Day | undefined },
): Promise<VoidedPaymentLedger> {
  const { opened, entry } = await loadPaymentForUpdate(tx, id, RECEIVED);
  if (!unpaid.isMethod(entry.method)) throw new Refusal(unpaid.refusal);
  await unpaid.refuse?.(tx, context, { id, day });
  const dueAgain = entry.kind === 'deposit received' && (await voidDepositUse(tx, context, { opened, entry, reason }));
  const { reversed } = await voidPayment(tx, context, { opened, entry, reason });
  await unpaid.note?.(tx, context, { id, day });
  const recomputed = await recomputeLedger(tx, context, { before: opened, waiver });
  await writeAudit(tx, context, {
    type: unpaid.event,
    description: apiMessage(unpaid.audit, { id: String(id), day: { day } }),
    subject: subjectOf(opened),
    ...numberOfPayment(opened, entry),
    oldValue: writeDecimal(reversed.cents),
    reason,
  });
  if (dueAgain) {
    const description = describeDueAgain(id, dueAgain);
    await writeAudit(tx, context, { type: unpaid.event, description, subject: subjectOf(opened), reason });
  }
  return { ...recomputed, reversed };
}
