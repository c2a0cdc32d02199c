import { amountInWords } from '#billing/amount-in-words.ts';
import { type Day, dayOf, paymentInstant } from '#billing/calendar.ts';
import { totalDebt } from '#billing/ledger.ts';
import { cents, sumCents, toRupees } from '#billing/money.ts';
import { tracePayment } from '#billing/payment-trace.ts';
import type { Centre } from '#contract/centre.ts';
import type { Cheque } from '#contract/cheques.ts';
import type { EqualPayment, ListedPayment, Payment, Receipt, VoidedPayment } from '#contract/payments.ts';
import { takesEffectAt } from '../../db/takes-effect.ts';
import { shortCode } from '../audit/find-anchors.ts';
import type { LoadedLedger } from '../ledger/load-ledger.ts';
import { presentPaidCharges } from '../ledger/present.ts';
import type { listCorrections, PaymentRow } from './queries.ts';

export function presentPayment(row: PaymentRow): Payment {
  return {
    payment_id: row.id,
    shop_id: row.shop_id,
    tenancy_id: row.tenancy_id,
    tenant_name: row.tenant_name,
    invoice_id: row.invoice_number,
    amount_paid: toRupees(row.cents),
    corrected_amount: toRupees(amountOf(row)),
    corrects_payment_id: row.payment_id,
    replaces_payment_id: row.replaces_id,
    payment_date: paymentInstant(dayOf(row.effective_at)),
    payment_method: row.method ?? 'Cash',
    ...presentCheque(row),
    note: row.note,
    recorded_by: row.recorded_by,
    received_by: row.receiver ?? row.recorded_by,
    createdAt: row.recorded_at,
    updatedAt: row.voided_at ?? row.recorded_at,
  };
}

export function presentEqualPayment(row: PaymentRow): EqualPayment {
  const { payment_id, createdAt: recorded_at, received_by } = presentPayment(row);
  return { payment_id, recorded_at, received_by };
}

export function presentListedPayment(row: PaymentRow): ListedPayment {
  return { ...presentPayment(row), shop_name: row.shop_name };
}

export function presentMarkedPayment(row: PaymentRow): ListedPayment {
  return { ...presentListedPayment(row), ...presentVoidMark(row) };
}

export function presentVoidedPayment(row: PaymentRow): VoidedPayment[] {
  const { voided_at, voided_by, void_reason, ...mark } = presentVoidMark(row);
  if (voided_at === null) return [];
  return [{ ...presentPayment(row), ...mark, voided_at, voided_by: voided_by ?? '', void_reason: void_reason ?? '' }];
}

function presentCheque(row: PaymentRow): Cheque & { counts_from?: Day } {
  const { cheque_number, cheque_bank, cheque_date, counts_from } = row;
  return { cheque_number, cheque_bank, cheque_date, ...(counts_from !== null && { counts_from }) };
}

function presentVoidMark(row: PaymentRow) {
  return {
    voided_at: row.voided_at,
    voided_by: row.voided_by,
    void_reason: row.void_reason,
    replaced_by_payment_id: row.replaced_by_id,
  };
}

export function presentPaymentSoFar(row: PaymentRow): Payment {
  return { ...presentPayment(row), amount_paid: toRupees(amountOf(row)) };
}

export function presentReceipt(
  row: PaymentRow,
  opened: LoadedLedger,
  {
    corrections,
    timesPrinted,
    entryHash,
    previousNumber,
    centre: { name, address, officePhones },
  }: {
    corrections: Awaited<ReturnType<typeof listCorrections>>;
    timesPrinted: number;
    entryHash: string | undefined;
    previousNumber: string | undefined;
    centre: Centre;
  },
): Receipt {
  const { language } = opened.tenancy;
  const amount = amountOf(row);
  const isVoid = row.voided_at !== null;
  const { covered, creditCents } = tracePayment(opened.entries, opened.ledger, row.id);
  const debt = cents(amount - creditCents - sumCents(covered.map((part) => part.cents)));
  return {
    payment_id: row.id,
    centre: { name: name.en, address: address.en, phone: officePhones[0] ?? '' },
    shop_id: row.shop_id,
    shop_name: row.shop_name,
    location: row.location,
    tenancy_id: row.tenancy_id,
    tenant_name: row.tenant_name,
    language,
    amount: toRupees(amount),
    amount_in_words: amountInWords(cents(Math.abs(amount)), language),
    corrections: corrections.map((correction) => ({
      amount: toRupees(correction.cents),
      reason: correction.note,
      date: correction.recorded_at,
    })),
    payment_date: paymentInstant(dayOf(row.effective_at)),
    payment_method: row.method ?? 'Cash',
    ...presentCheque(row),
    note: row.note,
    invoice_id: row.invoice_number,
    settled: presentPaidCharges(opened, covered),
    filled_debt: toRupees(isVoid || takesEffectAt(row) === null ? cents(0) : debt),
    ...(!isVoid && takesEffectAt(row) === null && { not_counted: toRupees(amount) }),
    kept_as_credit: toRupees(creditCents),
    balance_amount: toRupees(opened.ledger.balanceCents),
    still_owed: toRupees(totalDebt(opened.ledger)),
    recorded_by: row.recorded_by,
    received_by: row.receiver ?? row.recorded_by,
    recorded_at: row.recorded_at,
    times_printed: timesPrinted,
    ...presentVoidMark(row),
    voided_by_name: row.voider ?? row.voided_by,
    replaces_payment_id: row.replaces_id,
    audit_code: entryHash === undefined ? null : shortCode(entryHash),
    ...(previousNumber !== undefined && { previous_number: previousNumber }),
  };
}

function amountOf(row: PaymentRow) {
  return cents(row.cents + (row.corrected_by_cents ?? 0));
}
