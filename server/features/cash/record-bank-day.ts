import { addDays, type Day, dayOf, type Instant } from '#billing/calendar.ts';
import { DAYS_BEFORE_PAYMENT } from '#contract/electronic.ts';
import { type ApiMessageKey, apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import { isCheque, isElectronic, type PaymentMethod } from '#contract/words.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { badInput } from '../../http/core/read-request.ts';
import { accountsOpenTo } from '../approvals/account-changes.ts';
import { countGiven } from '../approvals/tally.ts';
import { writeAudit } from '../audit/write-audit.ts';
import {
  type BankPayment,
  type BankPaymentRow,
  findBankDays,
  findBankPayments,
  findConfirmationStart,
  moveMatchedPart,
  putBankDays,
} from './bank-payment-queries.ts';

const FACTS = {
  cheque: {
    isMethod: isCheque,
    refusal: 'not_a_cheque',
    field: 'cleared_on',
    event: 'Cheque Cleared',
    had: 'cash.audit.cheque_cleared',
    open: 'cash.audit.cheque_pending',
    /** The bank pays no cheque before it was handed in and paid in, nor before its own day. */
    first: (row) => latest(firstDayAtBank(row), row.deposited_on),
  },
  electronic: {
    isMethod: isElectronic,
    refusal: 'not_electronic',
    field: 'confirmed_on',
    event: 'Payment Confirmed',
    had: 'cash.audit.confirmed',
    open: 'cash.audit.to_confirm',
    first: (row) => addDays(dayOf(row.effective_at), -DAYS_BEFORE_PAYMENT),
  },
} as const satisfies Record<BankPayment, KindFacts>;

interface KindFacts {
  isMethod: (method: PaymentMethod | null) => boolean;
  refusal: 'not_a_cheque' | 'not_electronic';
  field: string;
  event: 'Cheque Cleared' | 'Payment Confirmed';
  had: ApiMessageKey;
  open: ApiMessageKey;
  /** The first day on which the bank can have had the money. */
  first: (row: BankPaymentRow) => Day;
}

/** The day of the payment, because a payment that was put right later was recorded again then. */
function firstDayAtBank({ effective_at, cheque_date }: BankPaymentRow): Day {
  return latest(dayOf(effective_at), cheque_date);
}

function latest(one: Day, other: Day | null): Day {
  return other !== null && other > one ? other : one;
}

interface BankDay {
  kind: BankPayment;
  ids: readonly number[];
  /** Null: the bank does not have the money yet. */
  day: Day | null;
  /** True if a statement that somebody else imported has the money. */
  isWitnessed?: boolean;
}

/** Records the day on which the bank had the money of payments, and returns them as they are afterwards. */
export async function recordBankDay(
  tx: Writer,
  context: ActionContext,
  { kind, ids, day, isWitnessed }: BankDay,
): Promise<BankPaymentRow[]> {
  const rows = await loadRows(tx, kind, [...new Set(ids)]);
  const { field, first } = FACTS[kind];
  if (day !== null) checkDay(rows.map(first), { field, day, today: dayOf(context.now) });
  for (const row of rows) if (row.cleared_on !== day) await changeBankDay(tx, context, { kind, row, day });
  if (day !== null && !isWitnessed) await countOwn(tx, context, rows);
  return findBankPayments(
    tx,
    rows.map(({ id }) => id),
  );
}

/**
 * Nobody else has seen the money of own payments that a person confirms: it counts towards the approval limit. Payments
 * of accounts as which the person could sign in are own ones too.
 */
export async function countOwn(tx: Writer, context: ActionContext, rows: readonly BankPaymentRow[]): Promise<void> {
  if (context.accountId === undefined) return;
  const open = await accountsOpenTo(tx, context.accountId, context);
  const own = rows.filter((row) => open.has(row.account_id) && row.cleared_on === null);
  for (const { cents, shop_id, tenant_name } of own)
    await countGiven(tx, context, { cents, shopId: shop_id, tenant: tenant_name });
}

async function loadRows(tx: Writer, kind: BankPayment, ids: readonly number[]): Promise<BankPaymentRow[]> {
  const found = new Map((await findBankPayments(tx, ids)).map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = found.get(id);
    if (!row) throw new Refusal('payment_not_found');
    if (!FACTS[kind].isMethod(row.method)) throw new Refusal(FACTS[kind].refusal);
    return row;
  });
}

interface GivenDay {
  field: string;
  day: Day;
  today: Day;
}

/** A day that is right for all of the payments at once is required, because one day is recorded for all of them. */
function checkDay(firstDays: readonly Day[], { field, day, today }: GivenDay): void {
  const first = firstDays.reduce((one, other) => (one > other ? one : other));
  if (day >= first && day <= today) return;
  const message =
    first > today
      ? apiMessage('cash.bank.too_early', { first: { day: first } })
      : apiMessage('cash.bank.day_range', { first: { day: first }, last: { day: today } });
  throw badInput([{ field, message }]);
}

async function changeBankDay(
  tx: Writer,
  context: ActionContext,
  { kind, row, day }: { kind: BankPayment; row: BankPaymentRow; day: Day | null },
): Promise<void> {
  const { event, had, open } = FACTS[kind];
  const id = String(row.id);
  await putBankDays(tx, context, { id: row.id, cleared_on: day });
  await writeAudit(tx, context, {
    type: event,
    description: day === null ? apiMessage(open, { id }) : apiMessage(had, { id, day: { day } }),
    subject: { shopId: row.shop_id, tenancyId: row.tenancy_id },
    ...(row.cleared_on !== null && { oldValue: row.cleared_on }),
    ...(day !== null && { newValue: day }),
  });
}

/** Records the day on which cheques were paid into the bank, and returns them as they are afterwards. */
export async function recordDeposit(
  tx: Writer,
  context: ActionContext,
  { ids, day }: { ids: readonly number[]; day: Day | null },
): Promise<BankPaymentRow[]> {
  const rows = await loadRows(tx, 'cheque', [...new Set(ids)]);
  if (day !== null) {
    checkDay(rows.map(firstDayAtBank), { field: 'deposited_on', day, today: dayOf(context.now) });
    checkCleared(rows, day);
  }
  for (const row of rows) {
    if (row.deposited_on === day) continue;
    await putBankDays(tx, context, { id: row.id, deposited_on: day });
    const id = String(row.id);
    await writeAudit(tx, context, {
      type: 'Cheque Deposited',
      description:
        day === null
          ? apiMessage('cash.audit.cheque_not_deposited', { id })
          : apiMessage('cash.audit.cheque_deposited', { id, day: { day } }),
      subject: { shopId: row.shop_id, tenancyId: row.tenancy_id },
      ...(row.deposited_on !== null && { oldValue: row.deposited_on }),
      ...(day !== null && { newValue: day }),
    });
  }
  return findBankPayments(
    tx,
    rows.map(({ id }) => id),
  );
}

/** Refuses a day on which the bank cannot have returned a cheque: before it had the cheque or said that it paid it, or to come. */
export async function checkReturnDay(
  db: Reader,
  { now }: Pick<ActionContext, 'now'>,
  { id, day }: { id: number; day: Day },
): Promise<void> {
  const rows = await findBankPayments(db, [id]);
  const first = rows.map((row) => latest(latest(dayOf(row.effective_at), row.deposited_on), row.cleared_on));
  checkDay(first, { field: 'returned_on', day, today: dayOf(now) });
}

function checkCleared(rows: readonly BankPaymentRow[], day: Day): void {
  for (const { id, cleared_on } of rows)
    if (cleared_on !== null && day > cleared_on) {
      const message = apiMessage('cash.cheques.cleared_before', { id: String(id), day: { day: cleared_on } });
      throw badInput([{ field: 'deposited_on', message }]);
    }
}

/**
 * Removes the day on which the bank had the money of a payment whose amount changes: what the bank was said to have is
 * another amount.
 */
export async function reopenBankDay(tx: Writer, context: ActionContext, paymentId: number): Promise<void> {
  const [row] = await findBankPayments(tx, [paymentId]);
  if (!row || row.cleared_on === null) return;
  const kind = isCheque(row.method) ? 'cheque' : 'electronic';
  await changeBankDay(tx, context, { kind, row, day: null });
}

interface Replaced {
  id: number;
  method: PaymentMethod | null;
  recorded_at: Instant;
  effective_at: Instant;
}

/**
 * Records the bank's days of a payment for the payment that replaces it with the same method and amount. A day that is
 * too early for the new date of the cheque or payment is left out.
 */
export async function carryBankDays(
  tx: Writer,
  context: ActionContext,
  { from, to }: { from: Replaced; to: number },
): Promise<void> {
  const known = await findBankDays(tx, from.id);
  const [row] = await findBankPayments(tx, [to]);
  if (!row) return;
  const first = FACTS[isCheque(row.method) ? 'cheque' : 'electronic'].first(row);
  const fitting = (day: Day | null | undefined) => (day && day >= first ? day : null);
  const cleared_on = fitting(known?.cleared_on) ?? (await dayBeforeStart(tx, from));
  const deposited_on = fitting(known?.deposited_on);
  await moveMatchedPart(tx, { from: from.id, to });
  if (cleared_on !== null || deposited_on !== null)
    await putBankDays(tx, context, { id: to, cleared_on, deposited_on });
}

/** A payment that counts as confirmed because it was recorded early would lose this with its date of recording. */
async function dayBeforeStart(db: Reader, { method, recorded_at, effective_at }: Replaced): Promise<Day | null> {
  if (!isElectronic(method)) return null;
  const since = await findConfirmationStart(db);
  return since !== null && recorded_at < since ? dayOf(effective_at) : null;
}
