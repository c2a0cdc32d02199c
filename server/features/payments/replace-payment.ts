import { type Day, dayOf, type Instant, paymentInstant } from '#billing/calendar.ts';
import { EMPTY_FOLD, type Fold, foldFrom } from '#billing/fold.ts';
import { type Cents, sumCents, writeDecimal } from '#billing/money.ts';
import { type SavedFine, savedFines } from '#billing/saved-fines.ts';
import { type Cheque, isSameCheque, NO_CHEQUE } from '#contract/cheques.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import { isCheque, type PaymentMethod } from '#contract/words.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { takesEffectAt } from '../../db/takes-effect.ts';
import { subjectOf, writeAudit } from '../audit/write-audit.ts';
import { carryBankDays } from '../cash/record-bank-day.ts';
import {
  chooseTenancy,
  effectiveAt,
  type LoadedLedger,
  loadLedgerForUpdate,
  numberOfPayment,
} from '../ledger/load-ledger.ts';
import { findLedgerOfPayment, insertLedgerEntry } from '../ledger/queries.ts';
import { type RecomputedLedger, recomputeLedger, type Waiver } from '../ledger/recompute-ledger.ts';
import { lockShops, type ShopRow } from '../shops/queries.ts';
import { countingOf } from './counting.ts';
import { checkCheque, describeCheque } from './record-payment.ts';
import { auditSavedFines, firstRecordedOn, savedCentsOf } from './saved-fines.ts';
import {
  getPaymentEntry,
  type LoadedPayment,
  paymentNotFound,
  type ReversedPayment,
  voidPayment,
} from './void-payment.ts';

interface Replacement {
  id: number;
  shopId?: string | undefined;
  tenancyId?: number | undefined;
  method?: PaymentMethod | undefined;
  /** The changed details of the cheque. */
  cheque: Partial<Cheque>;
  day?: Day | undefined;
  reason: string;
  waiver?: Waiver | undefined;
}

export interface ReplacedPayment {
  paymentId: number;
  saved: readonly SavedFine[];
  reversed: ReversedPayment;
  entered: RecomputedLedger;
  left: RecomputedLedger | undefined;
}

interface Plan extends LoadedPayment {
  target: LoadedLedger;
  method: PaymentMethod;
  cheque: Cheque;
  day: Day;
}

export async function replacePayment(
  tx: Writer,
  context: ActionContext,
  { reason, waiver, ...wanted }: Replacement,
): Promise<ReplacedPayment> {
  const plan = await loadPlan(tx, wanted);
  const { opened, entry, target, method, cheque, day } = plan;
  checkPlan(plan, dayOf(context.now));
  checkCheque(plan, context);
  const isMoved = target.tenancy.id !== opened.tenancy.id;
  const movesCash = (method === 'Cash') !== (entry.method === 'Cash');
  const { reversed } = await voidPayment(tx, context, { opened, entry, reason, movesCash });
  const isSameDay = day === dayOf(entry.effective_at);
  const at = isSameDay ? entry.effective_at : effectiveOn(day, context, target);
  const counting = await countingAfter(tx, context, plan);
  const effect = takesEffectAt({ effective_at: at, ...counting });
  const keepsPlace = isSameDay && !isMoved && effect === takesEffectAt(entry);
  const saved = keepsPlace || effect === null ? [] : await savedAnew(tx, plan, { at: effect, cents: reversed.cents });
  const paymentId = await insertLedgerEntry(tx, context, {
    tenancy: target.tenancy,
    kind: 'payment',
    effective_at: at,
    cents: reversed.cents,
    method,
    ...cheque,
    ...counting,
    note: entry.note,
    linked_id: entry.id,
    saved_fine_cents: keepsPlace ? savedBefore(plan) : savedCentsOf(saved),
    // A replacement on the same day keeps the payment's place in the ledger. If only the method changes, the payment
    // then still pays the same charges.
    ...(keepsPlace && { place: entry.place ?? entry.id }),
    ...(!isMoved && { invoice_id: entry.invoice_id }),
  });
  if (method === entry.method) await carryBankDays(tx, context, { from: entry, to: paymentId });
  const left = isMoved ? await recomputeLedger(tx, context, { before: opened, waiver }) : undefined;
  const entered = await recomputeLedger(tx, context, { before: target, waiver });
  await auditSavedFines(tx, context, { opened: target, saved, paymentId, day, reason: waiver?.reason || reason });
  await auditReplacement(tx, context, { plan, paymentId, cents: reversed.cents, reason });
  return { paymentId, saved, reversed, entered, left };
}

/** Loads what is needed to replace a payment. Locks both shops before it reads a ledger. */
async function loadPlan(
  tx: Writer,
  { id, shopId, tenancyId, cheque, day, ...wanted }: Omit<Replacement, 'reason' | 'waiver'>,
): Promise<Plan> {
  const found = await findLedgerOfPayment(tx, id);
  if (!found) throw await paymentNotFound(tx, id);
  const shops = await lockShops(tx, [found.shop_id, shopId ?? found.shop_id]);
  const shop = shopCalled(shops, found.shop_id);
  const targetShop = shopCalled(shops, shopId ?? found.shop_id);
  const opened = await loadLedgerForUpdate(tx, shop.shop_id, found.tenancy_id);
  const entry = await getPaymentEntry(tx, opened, id);
  if (entry.kind !== 'payment') throw new Refusal('payment_not_found');
  const chosen = tenancyId ?? (targetShop.id === shop.id ? opened.tenancy.id : undefined);
  const tenancy = await chooseTenancy(tx, targetShop, chosen);
  const isSame = tenancy.id === opened.tenancy.id;
  const target = isSame ? opened : await loadLedgerForUpdate(tx, targetShop.shop_id, tenancy.id);
  const method = wanted.method ?? entry.method ?? 'Cash';
  return {
    opened,
    entry,
    target,
    method,
    cheque: { ...(isCheque(method) ? chequeIn(entry) : NO_CHEQUE), ...cheque },
    day: day ?? dayOf(entry.effective_at),
  };
}

function chequeIn({ cheque_number, cheque_bank, cheque_date }: Cheque): Cheque {
  return { cheque_number, cheque_bank, cheque_date };
}

function shopCalled(shops: readonly ShopRow[], shopId: string): ShopRow {
  const found = shops.find(({ shop_id }) => shop_id.toLowerCase() === shopId.toLowerCase());
  if (!found) throw new Refusal('shop_not_found');
  return found;
}

function checkPlan({ opened, entry, target, method, cheque, day }: Plan, today: Day): void {
  const isSame =
    target.tenancy.id === opened.tenancy.id &&
    method === entry.method &&
    isSameCheque(cheque, entry) &&
    day === dayOf(entry.effective_at);
  if (isSame) throw new Refusal('payment_unchanged');
  if (day > today) throw new Refusal('payment_in_future');
  const corrections = opened.rows.filter((row) => row.payment_id === entry.id);
  const cents = corrections.reduce((sum, row) => sum + row.cents, Number(entry.cents));
  if (cents <= 0) throw new Refusal('payment_is_zero');
}

/** Returns the fines that the payment saves on its new day or in its new ledger. */
async function savedAnew(
  tx: Writer,
  { opened, entry, target }: Plan,
  money: { at: Instant; cents: Cents },
): Promise<SavedFine[]> {
  const without = target.tenancy.id === opened.tenancy.id ? foldWithout(opened, entry.id) : target;
  return savedFines(without, { ...money, recordedOn: await firstRecordedOn(tx, entry) });
}

function foldWithout({ entries }: LoadedLedger, paymentId: number): Fold {
  const others = entries.filter(
    (entry) => entry.id !== paymentId && !(entry.kind === 'correction' && entry.paymentId === paymentId),
  );
  return foldFrom(EMPTY_FOLD, others);
}

/** Returns the fines that the payment and its corrections have saved so far; the replacement saves the same. */
function savedBefore({ opened, entry }: Plan): Cents | null {
  const saved = [entry, ...opened.rows.filter((row) => row.payment_id === entry.id)].flatMap(
    ({ saved_fine_cents }) => saved_fine_cents ?? [],
  );
  return saved.length === 0 ? null : sumCents(saved);
}

/**
 * Returns from when the replacement counts. While day, method and the cheque's day are the same, it counts as the
 * payment did, because the rule may have changed since.
 */
async function countingAfter(tx: Writer, context: ActionContext, { entry, method, cheque, day }: Plan) {
  const { counts_from, counted_at } = entry;
  const isSame =
    method === entry.method && cheque.cheque_date === entry.cheque_date && day === dayOf(entry.effective_at);
  return isSame ? { counts_from, counted_at } : countingOf(tx, context, { method, cheque, day });
}

function effectiveOn(day: Day, context: ActionContext, target: LoadedLedger) {
  return day === dayOf(context.now) ? effectiveAt(target, context) : paymentInstant(day);
}

async function auditReplacement(
  tx: Writer,
  context: ActionContext,
  { plan, paymentId, cents, reason }: { plan: Plan; paymentId: number; cents: Cents; reason: string },
): Promise<void> {
  const { opened, entry, target, day } = plan;
  const facts = {
    id: String(entry.id),
    tenant: opened.tenancy.name,
    shop: opened.shop.shop_id,
    date: dayOf(entry.effective_at),
    method: entry.method === null ? '' : describeCheque({ method: entry.method, cheque: entry }),
    replacement: String(paymentId),
    newTenant: target.tenancy.name,
    newShop: target.shop.shop_id,
    newDate: day,
    newMethod: describeCheque(plan),
  };
  await writeAudit(tx, context, {
    type: 'Payment Replaced',
    description: apiMessage('payments.audit.replaced', facts),
    subject: subjectOf(opened),
    ...numberOfPayment(opened, entry),
    oldValue: writeDecimal(cents),
    ...(target.shop.id === opened.shop.id && { newValue: writeDecimal(cents) }),
    reason,
  });
  if (target.shop.id === opened.shop.id) return;
  await writeAudit(tx, context, {
    type: 'Payment Replaced',
    description: apiMessage('payments.audit.moved_here', facts),
    subject: subjectOf(target),
    newValue: writeDecimal(cents),
    reason,
  });
}
