import { addDays, type Day, dayOf, type InstantRange, instantsOfMonths, monthInYear } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import type { ApprovalKind } from '#contract/approvals.ts';
import type { Body, Call } from '#contract/call.ts';
import { NO_CHEQUE, namedCheque } from '#contract/cheques.ts';
import { type ApiMessage, apiMessage, Sentences } from '#contract/messages/message.ts';
import { payments } from '#contract/payments.ts';
import { may } from '#contract/permissions.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Writer } from '../../db/connect.ts';
import { readInPieces } from '../../db/read-in-pieces.ts';
import { takesEffectAt } from '../../db/takes-effect.ts';
import { makePdf } from '../../documents/make-pdf.ts';
import type { AppContext, Caller } from '../../http/core/app-context.ts';
import { FileResponse } from '../../http/core/file-response.ts';
import { isDryRun, type RequestContext } from '../../http/core/read-request.ts';
import { StreamedJson } from '../../http/core/streamed-json.ts';
import { endpoint } from '../../http/endpoint.ts';
import { nameGiving } from '../approvals/name-giving.ts';
import { yesterdaySetting } from '../cash/cashier-days.ts';
import { isOfPayments, movementsOn, presentCashDay } from '../cash/movements.ts';
import { listMoneyOn, listNamesByEmail } from '../cash/queries.ts';
import {
  chooseTenancy,
  type LoadedLedger,
  loadLedger,
  loadLedgerForUpdate,
  loadLedgerOfInvoiceForUpdate,
} from '../ledger/load-ledger.ts';
import { presentBalance, presentEffect, presentTenancyEffect } from '../ledger/present.ts';
import { findPreviousNumbers, type InvoiceRow } from '../ledger/queries.ts';
import { waiverOf } from '../ledger/recompute-ledger.ts';
import { findShop } from '../shops/queries.ts';
import { correctPayment, loadLedgerOfCorrection } from './correct-payment.ts';
import { drawReceipt } from './draw-receipt.ts';
import {
  presentEqualPayment,
  presentListedPayment,
  presentMarkedPayment,
  presentPayment,
  presentPaymentSoFar,
  presentReceipt,
} from './present.ts';
import {
  countPrints,
  findEntryHash,
  findPayment,
  listCorrections,
  listPaymentsById,
  listPaymentsOn,
  listPaymentTimes,
  type PaymentRow,
  type PaymentTime,
} from './queries.ts';
import { findEqualPayment, type PaymentInput, type RecordedPayment, recordPayment } from './record-payment.ts';
import { recordReceiptPrint } from './record-receipt-print.ts';
import { removePayment } from './remove-payment.ts';
import { replacePayment } from './replace-payment.ts';
import { presentSavedFines, refuseSavedFines } from './saved-fines.ts';
import type { TakenBack } from './void-payment.ts';
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
      const kind = corrected.taken.cents < 0 ? 'payment_raised' : 'payment_lowered';
      nameTaken(tx, ask, { kind, reason: body.edit_reason, taken: corrected.taken });
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
      nameTaken(tx, ask, { kind: 'payment_voided', reason: body.reason ?? '', taken: recomputed.taken });
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
      nameTaken(tx, ask, { kind: 'payment_replaced', reason: body.reason, taken: replaced.taken });
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
      nameTaken(tx, ask, { kind: unpaid.approval, reason: body.reason, taken: recomputed.taken });
      return {
        success: true as const,
        message: apiMessage(unpaid.done, { id: String(params.id) }),
        balance_amount: presentBalance(recomputed),
        ...presentEffect(recomputed),
      };
    },
  });
}

type PaymentChange =
  | RequestContext<typeof payments.remove>
  | RequestContext<typeof payments.replace>
  | RequestContext<typeof payments.correct>;

/**
 * Refuses to change a payment that the caller did not record today, unless the caller may change payments of any day.
 */
async function refuseOtherDay(tx: Writer, { body, caller, context }: PaymentChange, paymentId: number): Promise<void> {
  if (may(caller.role, 'books.write')) return;
  refuseWaiver(caller, body);
  const payment = await findPayment(tx, paymentId);
  if (!payment) throw new Refusal('payment_not_found');
  const isOwn = payment.recorded_by_id === caller.accountId && dayOf(payment.recorded_at) === dayOf(context.now);
  if (!isOwn) throw new Refusal('payment_of_other_day');
}

/** Refuses a cashier's payment of a day that the market does not let cashiers name. */
async function refuseEarlyDay(
  tx: Writer,
  { caller, context }: Pick<PaymentChange, 'caller' | 'context'>,
  day: Day,
): Promise<void> {
  if (may(caller.role, 'books.write')) return;
  const today = dayOf(context.now);
  if (day >= today) return;
  const yesterday = await yesterdaySetting.read(tx);
  if (yesterday && day === addDays(today, -1)) return;
  const message = yesterday && apiMessage('refusals.payment_day_too_early.yesterday');
  throw new Refusal('payment_day_too_early', message ? { message } : undefined);
}

/** Refuses to waive fines unless the caller may change payments of any day: a waiver reduces the amount due. */
function refuseWaiver(
  { role }: Caller,
  { do_not_charge = [] }: { do_not_charge?: readonly string[] | undefined },
): void {
  if (do_not_charge.length > 0 && !may(role, 'books.write')) throw new Refusal('not_allowed');
}

function nameTaken<C extends Call>(
  tx: Writer,
  ask: RequestContext<C>,
  { kind, taken, reason }: { kind: ApprovalKind; taken: TakenBack; reason: string },
): void {
  const { shopId, tenant, paymentId } = taken;
  nameGiving(tx, ask, {
    kind,
    cents: cents(Math.max(0, taken.cents)),
    reason,
    isSensitive: false,
    shopId,
    tenant,
    subject: String(paymentId),
  });
}

function reads(app: AppContext): void {
  const db = app.database.reader;
  endpoint(app, payments.list, async ({ query: { year, month, voided, received } }) => {
    if (received !== undefined) return listReceived(app, received);
    const includesVoid = voided === 'true';
    const span = year ? spanOf(year, month) : undefined;
    const times = await app.database.snapshotApart((apart) => listPaymentTimes(apart, { span, includesVoid }));
    const ids = (year ? times : inMonthOfAnyYear(times, month)).map(({ id }) => id);
    const present = includesVoid ? presentMarkedPayment : presentListedPayment;
    const pieces = readInPieces(app.database, ids, { list: listPaymentsById, present });
    return StreamedJson.object({ success: true }, 'payments', { total: ids.length, pieces });
  });
  endpoint(app, payments.ofDay, async ({ query }) => {
    const shop = await findShop(db, query.shop_id);
    if (!shop) throw new Refusal('shop_not_found');
    const rows = await listPaymentsOn(db, shop.id, query.payment_date);
    return { success: true as const, data: rows.map(presentPaymentSoFar) };
  });
}

/**
 * Lists the payments that were recorded or voided on a day, newest first, each with the cash day to which it belongs.
 */
async function listReceived(app: AppContext, day: Day) {
  const found = await app.database.snapshot(async (db) => {
    const movements = movementsOn(await listMoneyOn(db, day), day).filter(({ kind }) => isOfPayments(kind));
    const names = await listNamesByEmail(db, [...new Set(movements.map(({ owner }) => owner))]);
    return movements.toReversed().map((movement) => presentCashDay(movement, names));
  });
  const days = new Map(found);
  const present = (row: PaymentRow) => ({ ...presentMarkedPayment(row), cash_day: days.get(row.id) });
  const pieces = readInPieces(app.database, [...days.keys()], { list: listPaymentsById, present });
  return StreamedJson.object({ success: true }, 'payments', { total: days.size, pieces });
}

function receipts(app: AppContext): void {
  const receiptOf = (paymentId: number) =>
    app.database.snapshot(async (db) => {
      const payment = await findPayment(db, paymentId);
      const shop = payment && payment.kind === 'payment' ? await findShop(db, payment.shop_id) : undefined;
      if (!payment || !shop) throw new Refusal('payment_not_found');
      const opened = await loadLedger(db, { shop, tenancy: await chooseTenancy(db, shop, payment.tenancy_id) });
      const its = await listCorrections(db, payment);
      const prints = await countPrints(db, payment.id);
      const entryHash = await findEntryHash(db, payment);
      const previous = await findPreviousNumbers(db, 'payments', [payment.id]);
      const centre = app.centre.facts;
      const more = { timesPrinted: prints, entryHash, previousNumber: previous.get(payment.id) };
      return presentReceipt(payment, opened, { corrections: its, centre, ...more });
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

function spanOf(year: string, month = '0'): InstantRange {
  const number = Number(month);
  return instantsOfMonths(monthInYear(year, number || 1), number === 0 ? 12 : 1);
}

function inMonthOfAnyYear(rows: PaymentTime[], month = '0'): PaymentTime[] {
  const number = Number(month);
  return number === 0 ? rows : rows.filter(({ effective_at }) => Number(dayOf(effective_at).slice(5, 7)) === number);
}
