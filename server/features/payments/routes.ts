import { dayOf } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import type { Body } from '#contract/call.ts';
import { NO_CHEQUE, namedCheque } from '#contract/cheques.ts';
import { type ApiMessage, apiMessage, Sentences } from '#contract/messages/message.ts';
import { payments } from '#contract/payments.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Writer } from '../../db/connect.ts';
import { takesEffectAt } from '../../db/takes-effect.ts';
import { makePdf } from '../../documents/make-pdf.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { FileResponse } from '../../http/core/file-response.ts';
import { isDryRun, type RequestContext } from '../../http/core/read-request.ts';
import { endpoint } from '../../http/endpoint.ts';
import { nameGiving } from '../approvals/name-giving.ts';
import { type LoadedLedger, loadLedgerForUpdate, loadLedgerOfInvoiceForUpdate } from '../ledger/load-ledger.ts';
import { presentBalance, presentEffect, presentTenancyEffect } from '../ledger/present.ts';
import type { InvoiceRow } from '../ledger/queries.ts';
import { waiverOf } from '../ledger/recompute-ledger.ts';
import { findShop } from '../shops/queries.ts';
import { loadPageAddresses, pageOnPaper } from '../tenant-links/page-link.ts';
import { correctPayment, loadLedgerOfCorrection } from './correct-payment.ts';
import { drawReceipt } from './draw-receipt.ts';
import { refuseEarlyDay, refuseOtherDay, refuseWaiver } from './limit-cashiers.ts';
import { loadReceipt } from './load-receipt.ts';
import { nameReversed } from './name-reversed.ts';
import { presentEqualPayment, presentPayment, presentPaymentSoFar, presentReceipt } from './present.ts';
import { findPayment, listPaymentsOn } from './queries.ts';
import { findEqualPayment, type PaymentInput, type RecordedPayment, recordPayment } from './record-payment.ts';
import { recordReceiptPrint } from './record-receipt-print.ts';
import { removePayment } from './remove-payment.ts';
import { replacePayment } from './replace-payment.ts';
import { presentSavedFines, refuseSavedFines } from './saved-fines.ts';
import { streamPayments, streamReceived } from './stream-payments.ts';
import { CHEQUE_RETURNED, NOT_FOUND, type Unpaid, voidUnpaid } from './void-unpaid.ts';

export function paymentRoutes(app: AppContext): void {
  takingMoney(app);
  corrections(app);
  fixes(app);
  reads(app);
  receipts(app);
}

function takingMoney(app: AppContext): void {
  const effectOf = (tx: Writer, { payment }: { payment: { payment_id: number } }) =>
    findPayment(tx, payment.payment_id).then((row) => [row?.voided_at, row?.corrected_by_cents]);
  endpoint(app, payments.byShop, {
    record: async (ask, tx) =>
      takePayment(tx, ask, await loadLedgerForUpdate(tx, ask.params.shopId, ask.body.tenancy_id)),
    effectOf,
  });
  endpoint(app, payments.byInvoice, {
    record: async (ask, tx) => takePayment(tx, ask, await loadLedgerOfInvoiceForUpdate(tx, ask.params.reference)),
    effectOf,
  });
}

/** Records a payment. `invoice` is the invoice that the payer named. */
async function takePayment(
  tx: Writer,
  ask: RequestContext<typeof payments.byShop> | RequestContext<typeof payments.byInvoice>,
  { invoice, ...opened }: LoadedLedger & { invoice?: InvoiceRow },
) {
  const { query, body, context, caller } = ask;
  refuseWaiver(caller, body);
  const input = toPaymentInput(body);
  const equal = findEqualPayment(opened, context, input);
  const { equal_payment_id: seen } = body;
  if (equal !== undefined && seen !== undefined && seen !== equal) throw new Refusal('equal_payment_exists');
  await refuseEarlyDay(tx, ask, input.day);
  const recorded = await recordPayment(tx, context, { opened, ...input, named: invoice });
  await refuseSavedFines(tx, ask, { saved: recorded.saved, reason: body.waive_reason || input.note });
  nameGiving(tx, ask, {
    kind: 'payment_dated_back',
    cents: cents(0),
    shopId: opened.shop.shop_id,
    tenant: opened.tenancy.name,
    subject: input.day,
    reason: body.waive_reason || input.note,
    isSensitive: false,
  });
  const row = isDryRun(query) && equal !== undefined ? await findPayment(tx, equal) : undefined;
  return {
    ...(await loadRecorded(tx, recorded, apiMessage('payments.record.done'))),
    ...(row && { equal_payment: presentEqualPayment(row) }),
  };
}

function corrections(app: AppContext): void {
  endpoint(app, payments.correct, {
    async record(ask, tx) {
      const { body, context } = ask;
      const given = {
        day: body.payment_date,
        recordedCents: body.admin_put_amount,
        paymentId: body.payment_id ?? undefined,
      };
      const corrected = await correctPayment(tx, context, {
        opened: await loadLedgerOfCorrection(tx, body.shop_id, given),
        ...given,
        actualCents: body.actual_amount,
        reason: body.edit_reason,
        invoiceNumber: body.invoice_id ?? undefined,
        waiver: waiverOf(body),
      });
      await refuseOtherDay(tx, ask, corrected.paymentId);
      await refuseSavedFines(tx, ask, { saved: corrected.saved, reason: body.waive_reason || body.edit_reason });
      const kind = corrected.reversed.cents < 0 ? 'payment_raised' : 'payment_lowered';
      nameReversed(tx, ask, { kind, reason: body.edit_reason, reversed: corrected.reversed });
      return loadRecorded(tx, corrected, apiMessage('payments.correct.done'));
    },
  });
  endpoint(app, payments.remove, {
    async record(ask, tx) {
      const { params, body, context } = ask;
      await refuseOtherDay(tx, ask, params.id);
      const recomputed = await removePayment(tx, context, {
        id: params.id,
        reason: body.reason ?? '',
        waiver: waiverOf(body),
      });
      nameReversed(tx, ask, { kind: 'payment_voided', reason: body.reason ?? '', reversed: recomputed.reversed });
      return {
        message: apiMessage('payments.remove.done'),
        balance_amount: presentBalance(recomputed),
        ...presentEffect(recomputed),
      };
    },
  });
}

function fixes(app: AppContext): void {
  endpoint(app, payments.replace, {
    async record(ask, tx) {
      const { params, body, context } = ask;
      await refuseOtherDay(tx, ask, params.id);
      if (body.paymentDate !== undefined) await refuseEarlyDay(tx, ask, body.paymentDate);
      const replaced = await replacePayment(tx, context, {
        id: params.id,
        shopId: body.shop_id,
        tenancyId: body.tenancy_id,
        method: body.paymentMethod,
        cheque: namedCheque(body),
        day: body.paymentDate,
        reason: body.reason,
        waiver: waiverOf(body),
      });
      await refuseSavedFines(tx, ask, { saved: replaced.saved, reason: body.waive_reason || body.reason });
      nameReversed(tx, ask, { kind: 'payment_replaced', reason: body.reason, reversed: replaced.reversed });
      const { paymentId, saved, entered, left } = replaced;
      const done = apiMessage('payments.replace.done', { id: String(params.id), replacement: String(paymentId) });
      return {
        ...(await loadRecorded(tx, { ...entered, paymentId, saved }, done)),
        voided_payment_id: params.id,
        tenancy: presentTenancyEffect(entered),
        left: left ? presentTenancyEffect(left) : null,
      };
    },
  });
  unpaidRoute(app, payments.returnCheque, CHEQUE_RETURNED);
  unpaidRoute(app, payments.notFound, NOT_FOUND);
}

function unpaidRoute<C extends typeof payments.returnCheque | typeof payments.notFound>(
  app: AppContext,
  entry: C,
  unpaid: Unpaid,
): void {
  endpoint<typeof payments.returnCheque | typeof payments.notFound>(app, entry, {
    async record(ask, tx) {
      const { params, body, context } = ask;
      const day = 'returned_on' in body ? body.returned_on : undefined;
      const voided = { unpaid, id: params.id, reason: body.reason, waiver: waiverOf(body), day };
      const recomputed = await voidUnpaid(tx, context, voided);
      nameReversed(tx, ask, { kind: unpaid.approval, reason: body.reason, reversed: recomputed.reversed });
      return {
        success: true as const,
        message: apiMessage(unpaid.done, { id: String(params.id) }),
        balance_amount: presentBalance(recomputed),
        ...presentEffect(recomputed),
      };
    },
  });
}

function reads(app: AppContext): void {
  const db = app.database.reader;
  endpoint(app, payments.list, ({ query }) => {
    const { received } = query;
    return received === undefined ? streamPayments(app.database, query) : streamReceived(app.database, received);
  });
  endpoint(app, payments.ofDay, async ({ query }) => {
    const shop = await findShop(db, query.shop_id);
    if (!shop) throw new Refusal('shop_not_found');
    const rows = await listPaymentsOn(db, shop.id, query.payment_date);
    return { success: true as const, data: rows.map(presentPaymentSoFar) };
  });
}

function receipts(app: AppContext): void {
  const receiptOf = (paymentId: number) =>
    app.database.snapshot(async (db) => {
      const { payment, opened, ...more } = await loadReceipt(db, paymentId);
      const { tenancy_id } = payment;
      return {
        ...presentReceipt(payment, opened, { centre: app.centre.facts, ...more }),
        ...pageOnPaper(await loadPageAddresses(db, app, [tenancy_id]), tenancy_id),
      };
    });
  endpoint(app, payments.receipt, ({ params }) => receiptOf(params.id));
  endpoint(app, payments.receiptPdf, async ({ params, context }) => {
    const pdf = await makePdf(drawReceipt(await receiptOf(params.id), dayOf(context.now)));
    return new FileResponse(pdf, { format: 'pdf', name: `receipt-${params.id}` });
  });
  endpoint(app, payments.printReceipt, {
    record: async ({ params, context }, tx) => ({
      message: apiMessage('payments.print.done'),
      times_printed: await recordReceiptPrint(tx, context, params.id),
    }),
  });
}

function toPaymentInput(body: Body<typeof payments.byShop>): PaymentInput {
  return {
    cents: body.amountPaid,
    day: body.paymentDate,
    method: body.paymentMethod,
    cheque: { ...NO_CHEQUE, ...namedCheque(body) },
    note: body.note ?? '',
    waiver: waiverOf(body),
  };
}

async function loadRecorded(tx: Writer, recorded: RecordedPayment, done: ApiMessage) {
  const row = await findPayment(tx, recorded.paymentId);
  if (!row) throw new Error(`payment ${recorded.paymentId} was recorded but does not exist`);
  const day = takesEffectAt(row) === null ? row.counts_from : null;
  return {
    success: true as const,
    message: day === null ? done : new Sentences([done, apiMessage('payments.record.promised', { day: { day } })]),
    payment: presentPayment(row),
    balance_amount: presentBalance(recorded),
    ...presentEffect(recorded),
    ...(recorded.saved.length > 0 && { saved_fines: presentSavedFines(recorded, recorded.saved) }),
  };
}
