import { dayOf, type InstantRange, instantsOfMonths, monthInYear, paymentInstant } from '#billing/calendar.ts';
import type { Body } from '#contract/call.ts';
import { type ApiMessageKey, message } from '#contract/messages/message.ts';
import { payments } from '#contract/payments.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { makePdf } from '../../documents/make-pdf.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/core/endpoint.ts';
import { FileResponse } from '../../http/core/file-response.ts';
import { writeEndpoint } from '../../http/idempotency/write-endpoint.ts';
import { loadLedger, loadLedgerForUpdate, loadLedgerOfInvoiceForUpdate } from '../ledger/load-ledger.ts';
import { presentBalance, presentEffect } from '../ledger/present.ts';
import { findShop } from '../shops/queries.ts';
import { correctPayment } from './correct-payment.ts';
import { drawReceipt } from './draw-receipt.ts';
import { presentListedPayment, presentPayment, presentPaymentSoFar, presentReceipt } from './present.ts';
import { countPrints, findPayment, listCorrections, listPayments, listPaymentsAt, type PaymentRow } from './queries.ts';
import { type PaymentInput, type RecordedPayment, recordPayment } from './record-payment.ts';
import { recordReceiptPrint } from './record-print.ts';
import { removePayment } from './remove-payment.ts';

export function paymentRoutes(app: AppContext): void {
  takingMoney(app);
  corrections(app);
  reads(app);
  receipts(app);
}

function takingMoney(app: AppContext): void {
  const payByShop = async (
    tx: Writer,
    context: ActionContext,
    { shopId, ...input }: PaymentInput & { shopId: string },
  ) => recordPayment(tx, context, { opened: await loadLedgerForUpdate(tx, shopId), ...input });
  writeEndpoint(app, payments.byShop, async ({ params, body, context }, tx) =>
    presentRecorded(
      tx,
      await payByShop(tx, context, { shopId: params.shopId, ...toPaymentInput(body) }),
      'payments.record.done',
    ),
  );
  writeEndpoint(app, payments.byInvoice, async ({ params, body, context }, tx) => {
    const { invoice, ...opened } = await loadLedgerOfInvoiceForUpdate(tx, params.reference);
    const recorded = await recordPayment(tx, context, { opened, ...toPaymentInput(body), named: invoice });
    return presentRecorded(tx, recorded, 'payments.record.done');
  });
  // The dry run of payments.byShop, for older clients.
  endpoint(app, payments.preview, ({ body, context }) =>
    app.database.dryRun(async (tx) => {
      const input = toPaymentInput({ paymentMethod: 'Cash', ...body });
      const recorded = await payByShop(tx, context, { shopId: body.shop_id, ...input });
      return { success: true as const, balance_amount: presentBalance(recorded), ...presentEffect(recorded) };
    }),
  );
}

function corrections(app: AppContext): void {
  writeEndpoint(app, payments.correct, async ({ body, context }, tx) => {
    const corrected = await correctPayment(tx, context, {
      opened: await loadLedgerForUpdate(tx, body.shop_id),
      day: body.payment_date,
      recordedCents: body.admin_put_amount,
      actualCents: body.actual_amount,
      reason: body.edit_reason,
      paymentId: body.payment_id ?? undefined,
      invoiceNumber: body.invoice_id ?? undefined,
      waivedInvoices: body.do_not_charge,
    });
    return presentRecorded(tx, corrected, 'payments.correct.done');
  });
  writeEndpoint(app, payments.remove, async ({ params, body, context }, tx) => {
    const recomputed = await removePayment(tx, context, {
      id: params.id,
      reason: body.reason,
      waivedInvoices: body.do_not_charge,
    });
    return {
      message: message('payments.remove.done'),
      balance_amount: presentBalance(recomputed),
      ...presentEffect(recomputed),
    };
  });
}

function reads(app: AppContext): void {
  const db = app.database.reader;
  endpoint(app, payments.list, async ({ query: { year, month } }) => {
    const rows = year ? await listPayments(db, spanOf(year, month)) : inMonthOfAnyYear(await listPayments(db), month);
    return { success: true as const, payments: rows.map(presentListedPayment) };
  });
  endpoint(app, payments.ofDay, async ({ query }) => {
    const shop = await findShop(db, query.shop_id);
    if (!shop) throw new Refusal('shop_not_found');
    const rows = await listPaymentsAt(db, shop.id, paymentInstant(query.payment_date));
    return { success: true as const, data: rows.map(presentPaymentSoFar) };
  });
}

function receipts(app: AppContext): void {
  const receiptOf = (paymentId: number) =>
    app.database.snapshot(async (db) => {
      const payment = await findPayment(db, paymentId);
      const shop = payment && payment.kind === 'payment' ? await findShop(db, payment.shop_id) : undefined;
      if (!payment || !shop) throw new Refusal('payment_not_found');
      const [opened, its, prints] = [
        await loadLedger(db, shop),
        await listCorrections(db, payment.id),
        await countPrints(db, payment.id),
      ];
      return presentReceipt(payment, opened, { corrections: its, timesPrinted: prints, centre: app.config.centre });
    });
  endpoint(app, payments.receipt, ({ params }) => receiptOf(params.id));
  endpoint(app, payments.receiptPdf, async ({ params, context }) => {
    const pdf = await makePdf(drawReceipt(await receiptOf(params.id), dayOf(context.now)));
    return new FileResponse(pdf, { format: 'pdf', name: `receipt-${params.id}` });
  });
  writeEndpoint(app, payments.printReceipt, async ({ params, context }, tx) => ({
    message: message('payments.print.done'),
    times_printed: await recordReceiptPrint(tx, context, params.id),
  }));
}

function toPaymentInput(
  body: Omit<Body<typeof payments.byShop>, 'note'> & { note?: string | undefined },
): PaymentInput {
  return {
    cents: body.amountPaid,
    day: body.paymentDate,
    method: body.paymentMethod,
    note: body.note ?? '',
    waivedInvoices: body.do_not_charge,
  };
}

async function presentRecorded(tx: Writer, recorded: RecordedPayment, done: ApiMessageKey) {
  const row = await findPayment(tx, recorded.paymentId);
  if (!row) throw new Error(`payment ${recorded.paymentId} was recorded but does not exist`);
  return {
    success: true as const,
    message: message(done),
    payment: presentPayment(row),
    balance_amount: presentBalance(recorded),
    ...presentEffect(recorded),
  };
}

/** Month 0 and no month mean the whole year. */
function spanOf(year: string, month = '0'): InstantRange {
  const number = Number(month);
  return instantsOfMonths(monthInYear(year, number || 1), number === 0 ? 12 : 1);
}

function inMonthOfAnyYear(rows: PaymentRow[], month = '0'): PaymentRow[] {
  const number = Number(month);
  return number === 0 ? rows : rows.filter(({ effective_at }) => Number(dayOf(effective_at).slice(5, 7)) === number);
}
