import { addMonths, type Day, dayOf, paymentInstant, startOfDay } from '#billing/calendar.ts';
import type { Body } from '#contract/call.ts';
import { payments } from '#contract/payments.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Writer } from '../../db/connect.ts';
import { makePdf } from '../../documents/make-pdf.ts';
import type { Door } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/core/endpoint.ts';
import { ReadyFile } from '../../http/core/file-response.ts';
import { recording } from '../../http/idempotency/write-endpoint.ts';
import { openBooks, openBooksOfInvoice, readBooks } from '../ledger/load-ledger.ts';
import { presentBalance, presentEffect } from '../ledger/present.ts';
import { findShop } from '../shops/queries.ts';
import { correctPayment } from './correct-payment.ts';
import { drawReceipt } from './draw-receipt.ts';
import { presentListedPayment, presentPayment, presentPaymentSoFar, presentReceipt } from './present.ts';
import { countPrints, findPayment, listCorrections, listPayments, listPaymentsAt, type Span } from './queries.ts';
import { type PaymentGiven, type RecordedPayment, recordPayment } from './record-payment.ts';
import { noteReceipt } from './record-print.ts';
import { removePayment } from './remove-payment.ts';

/** Payments, their corrections and their receipts. */
export function paymentRoutes(door: Door): void {
  takingMoney(door);
  corrections(door);
  reads(door);
  receipts(door);
}

function takingMoney(door: Door): void {
  recording(door, payments.byShop, async ({ params, body, act }, tx) => {
    const opened = await openBooks(tx, params.shopId);
    return presentRecorded(tx, await recordPayment(tx, act, opened, givenBy(body)), PAID);
  });
  recording(door, payments.byInvoice, async ({ params, body, act }, tx) => {
    const { invoice, ...opened } = await openBooksOfInvoice(tx, params.reference);
    return presentRecorded(tx, await recordPayment(tx, act, opened, givenBy(body), invoice), PAID);
  });
  endpoint(door, payments.preview, async ({ body, act }) =>
    door.database.rehearse(async (tx) => {
      const given = { paymentMethod: 'Cash' as const, ...body };
      const recorded = await recordPayment(tx, act, await openBooks(tx, body.shop_id), givenBy(given));
      return {
        success: true as const,
        balance_amount: presentBalance(recorded),
        ...presentEffect(recorded),
      };
    }),
  );
}

function corrections(door: Door): void {
  recording(door, payments.correct, async ({ body, act }, tx) => {
    const corrected = await correctPayment(tx, act, await openBooks(tx, body.shop_id), {
      day: body.payment_date,
      recordedCents: body.admin_put_amount,
      actualCents: body.actual_amount,
      reason: body.edit_reason,
      paymentId: body.payment_id ?? undefined,
      invoiceNumber: body.invoice_id ?? undefined,
      spared: body.do_not_charge,
    });
    return presentRecorded(tx, corrected, '✅ Payment correction applied successfully!');
  });
  recording(door, payments.remove, async ({ params, body, act }, tx) => {
    const settled = await removePayment(tx, act, params.id, { reason: body.reason, spared: body.do_not_charge });
    return {
      message: 'Payment deleted successfully.',
      balance_amount: presentBalance(settled),
      ...presentEffect(settled),
    };
  });
}

function reads(door: Door): void {
  const db = door.database.reader;
  endpoint(door, payments.list, async ({ query, act }) => ({
    success: true as const,
    payments: (await listPayments(db, spanOf(query, dayOf(act.at)))).map(presentListedPayment),
  }));
  endpoint(door, payments.ofDay, async ({ query }) => {
    const shop = await findShop(db, query.shop_id);
    if (!shop) throw new Refusal('shop_not_found');
    const rows = await listPaymentsAt(db, shop.id, paymentInstant(query.payment_date));
    return { success: true as const, data: rows.map(presentPaymentSoFar) };
  });
}

function receipts(door: Door): void {
  const receiptOf = (paymentId: number) =>
    door.database.snapshot(async (db) => {
      const payment = await findPayment(db, paymentId);
      const shop = payment && payment.kind === 'payment' ? await findShop(db, payment.shop_id) : undefined;
      if (!payment || !shop) throw new Refusal('payment_not_found');
      const [opened, its, prints] = [
        await readBooks(db, shop),
        await listCorrections(db, payment.id),
        await countPrints(db, payment.id),
      ];
      return presentReceipt(payment, opened, its, prints, door.config.centre);
    });
  endpoint(door, payments.receipt, ({ params }) => receiptOf(params.id));
  endpoint(door, payments.receiptPdf, async ({ params }) => {
    const pdf = await makePdf(drawReceipt(await receiptOf(params.id)));
    return new ReadyFile(pdf, 'pdf', `receipt-${params.id}`);
  });
  recording(door, payments.printReceipt, async ({ params, act }, tx) => ({
    message: 'Receipt printed.',
    times_printed: await noteReceipt(tx, act, params.id),
  }));
}

const PAID = 'Payment processed successfully!';

function givenBy(body: Omit<Body<typeof payments.byShop>, 'note'> & { note?: string | undefined }): PaymentGiven {
  return {
    cents: body.amountPaid,
    day: body.paymentDate,
    method: body.paymentMethod,
    note: body.note ?? '',
    spared: body.do_not_charge,
  };
}

async function presentRecorded(tx: Writer, recorded: RecordedPayment, message: string) {
  const row = await findPayment(tx, recorded.paymentId);
  if (!row) throw new Error(`payment ${recorded.paymentId} was recorded and is not there`);
  return {
    success: true as const,
    message,
    payment: presentPayment(row),
    balance_amount: presentBalance(recorded),
    ...presentEffect(recorded),
  };
}

/** The span that a year or a month of it names; a month alone is one of this year, 0 and nothing stand for all. */
function spanOf(
  { year, month }: { year?: string | undefined; month?: string | undefined },
  today: Day,
): Span | undefined {
  const number = Number(month ?? 0);
  if (!year && number === 0) return undefined;
  // Any year of four digits may be asked for, even one in which the calendar has no days.
  const first = `${year || today.slice(0, 4)}-${String(number || 1).padStart(2, '0')}-01` as Day;
  return { from: startOfDay(first), until: startOfDay(addMonths(first, number === 0 ? 12 : 1)) };
}
