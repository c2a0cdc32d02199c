import type { Month } from '#billing/calendar.ts';
import { billOf, dueDayOf, invoiceEffectiveAt, invoiceNumber } from '#billing/invoice.ts';
import { type PaidAmount, takeSnapshot } from '#billing/invoice-snapshot.ts';
import { type Cents, cents, sumCents, writeDecimal } from '#billing/money.ts';
import { apiMessage, message } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { effectiveAt, type LoadedLedger, loadLedgerForUpdate } from '../ledger/load-ledger.ts';
import { insertInvoice, insertLedgerEntry } from '../ledger/queries.ts';
import { type RecomputedLedger, recomputeLedger } from '../ledger/recompute-ledger.ts';
import { applyDueRates } from '../vat-rates/apply-due-rates.ts';

export interface GeneratedInvoice extends RecomputedLedger {
  invoiceId: number;
  billCents: Cents;
}

export async function generateInvoice(
  tx: Writer,
  context: ActionContext,
  { shopId, month }: { shopId: string; month: Month },
): Promise<GeneratedInvoice> {
  await applyDueRates(tx, context);
  const opened = await loadLedgerForUpdate(tx, shopId);
  const { shop } = opened;
  const existing = opened.invoices.find((invoice) => invoice.month === month);
  if (existing) {
    const names = { shop: shop.shop_id, number: existing.number };
    throw new Refusal('invoice_exists', { message: apiMessage('invoices.generate.exists', names) });
  }
  const number = invoiceNumber(shop.shop_id, month);
  const bill = billOf(shop.rent_cents, shop.operation_fee_cents, shop.vat_rate_basis_points);
  const billCents = sumCents(Object.values(bill));
  const invoiceId = await insertLedgerEntry(tx, context, {
    shop,
    kind: 'invoice',
    effective_at: invoiceEffectiveAt(month, effectiveAt(opened, context)),
    month,
    tenant_id: opened.tenantId,
  });
  await insertInvoice(tx, {
    id: invoiceId,
    shop_id: shop.id,
    number,
    month,
    generated_at: context.now,
    due_day: dueDayOf({ month, generatedAt: context.now }),
    vat_rate_basis_points: shop.vat_rate_basis_points,
    rent_cents: bill.rentCents,
    operation_fee_cents: bill.operationFeeCents,
    vat_cents: bill.vatCents,
    ...snapshotOf(opened, month, billCents),
    times_printed: 0,
    status: 'Unpaid',
    paid_cents: cents(0),
    updated_at: context.now,
  });
  const recomputed = await recomputeLedger(tx, context, { before: opened });
  await writeAudit(tx, context, {
    type: 'Invoice Generated',
    description: message('invoices.audit.generated', { number }),
    shopId: shop.shop_id,
    invoiceId: number,
    newValue: writeDecimal(billCents),
  });
  return { ...recomputed, invoiceId, billCents };
}

function snapshotOf(opened: LoadedLedger, month: Month, billCents: Cents) {
  const previous = opened.invoices.findLast((invoice) => invoice.month < month);
  const snapshot = takeSnapshot(opened.ledger, {
    month,
    billCents,
    previous: previous && { month: previous.month, totalCents: previous.total_cents },
    payments: paymentsOf(opened),
  });
  return {
    previous_balance_cents: snapshot.previousBalanceCents,
    total_arrears_cents: snapshot.totalArrearsCents,
    fines_cents: snapshot.finesCents,
    previous_fines_cents: snapshot.previousFinesCents,
    previous_total_cents: snapshot.previousTotalCents,
    previous_paid_cents: snapshot.previousPaidCents,
    previous_paid_at: snapshot.previousPaidAt ?? null,
    total_cents: snapshot.totalCents,
  };
}

function paymentsOf({ rows }: LoadedLedger): PaidAmount[] {
  const correctionsOf = Map.groupBy(rows, ({ payment_id }) => payment_id);
  return rows
    .filter((row) => row.kind === 'payment')
    .map((payment) => {
      const corrections = correctionsOf.get(payment.id) ?? [];
      return { at: payment.effective_at, cents: sumCents([payment, ...corrections].map((row) => row.cents)) };
    });
}
