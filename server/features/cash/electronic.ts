import { type Day, dayOf, type Instant, startOfDay } from '#billing/calendar.ts';
import { sumCents, toRupees } from '#billing/money.ts';
import {
  type Confirmation,
  type ElectronicPayment,
  MOST_ELECTRONIC,
  type UnconfirmedMoney,
} from '#contract/electronic.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { electronicMethods } from '#contract/words.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';
import {
  type BankPaymentRow,
  findConfirmationStart,
  insertConfirmationStart,
  listBankPayments,
  sumToConfirm,
} from './bank-payment-queries.ts';
import { refuseLaterDay } from './first-day.ts';
import { listNamesByEmail } from './queries.ts';
import { countOwn, recordBankDay } from './record-bank-day.ts';

/** The largest number of open payments that are read when the first day moves. */
const MOST_SKIPPED = 100_000;

interface ElectronicPayments {
  payments: ElectronicPayment[];
  to_confirm: UnconfirmedMoney;
}

/** `by` is the email of the person whose payments are listed, `seen` of the only one whose sums the caller may see. */
export async function loadElectronic(
  db: Reader,
  { state, by, seen }: { state: Confirmation; by: string | undefined; seen: string | undefined },
): Promise<ElectronicPayments> {
  const rows = await listBankPayments(db, 'electronic', { isOpen: state === 'to_confirm', most: MOST_ELECTRONIC, by });
  return { payments: await presentAll(db, rows), to_confirm: await loadToConfirm(db, seen) };
}

/** Returns what is to be confirmed of one person's payments; of everybody's without an email. */
export async function loadToConfirm(db: Reader, by?: string): Promise<UnconfirmedMoney> {
  const people = await sumToConfirm(db, by);
  return {
    count: people.reduce((sum, { count }) => sum + count, 0),
    amount: toRupees(sumCents(people.map(({ cents }) => cents))),
    people: people.map(({ email, name, count, cents, oldest }) => ({
      email,
      name,
      count,
      amount: toRupees(cents),
      oldest: dayOf(oldest),
    })),
  };
}

/** Records the day on which the bank received payments. Without a day, records that they are to be confirmed again. */
export async function confirmPayments(
  tx: Writer,
  context: ActionContext,
  { ids, day }: { ids: readonly number[]; day: Day | null },
): Promise<ElectronicPayments> {
  const rows = await recordBankDay(tx, context, { kind: 'electronic', ids, day });
  return { payments: await presentAll(tx, rows), to_confirm: await loadToConfirm(tx) };
}

async function presentAll(db: Reader, rows: readonly BankPaymentRow[]): Promise<ElectronicPayment[]> {
  const names = await listNamesByEmail(db, [...new Set(rows.flatMap((row) => row.cleared_by ?? []))]);
  return rows.map((row) => present(row, names));
}

function present(row: BankPaymentRow, names: ReadonlyMap<string, string>): ElectronicPayment {
  const method = electronicMethods.find((one) => one === row.method);
  if (method === undefined) throw new Error(`payment ${row.id} is not electronic`);
  const isConfirmed = row.cleared_on !== null && row.cleared_by !== null;
  return {
    payment_id: row.id,
    is_deposit: row.kind === 'deposit received',
    shop_id: row.shop_id,
    tenancy_id: row.tenancy_id,
    tenant_name: row.tenant_name,
    method,
    amount: toRupees(row.cents),
    paid_on: dayOf(row.effective_at),
    received_on: dayOf(row.recorded_at),
    received_by: row.receiver ?? row.recorded_by,
    confirmed_on: row.cleared_on,
    confirmed_by: isConfirmed ? (names.get(row.cleared_by ?? '') ?? row.cleared_by) : null,
  };
}

export async function readConfirmationDay(db: Reader): Promise<Day | null> {
  const since = await findConfirmationStart(db);
  return since === null ? null : dayOf(since);
}

/** Throws the refusal `invalid_input` for a later day than today, from which nothing would have to be confirmed. */
export async function setConfirmationDay(tx: Writer, context: ActionContext, from: Day | null): Promise<void> {
  const before = await readConfirmationDay(tx);
  if (from === before) return;
  refuseLaterDay(from, dayOf(context.now));
  const since = from === null ? null : startOfDay(from);
  await countSkipped(tx, context, since);
  await insertConfirmationStart(tx, context, since);
  await writeAudit(tx, context, {
    type: 'Confirmation Day Set',
    description: apiMessage('cash.audit.confirmation_set'),
    ...(before !== null && { oldValue: before }),
    ...(from !== null && { newValue: from }),
  });
}

/**
 * Payments that count as confirmed from now on are confirmed by the person who sets the day. Those of accounts as which
 * the person could sign in are own ones too.
 */
async function countSkipped(tx: Writer, context: ActionContext, since: Instant | null): Promise<void> {
  if (since === null) return;
  const wanted = { isOpen: true, most: MOST_SKIPPED };
  const open = await listBankPayments(tx, 'electronic', wanted);
  const cheques = await listBankPayments(tx, 'cheque', wanted);
  const deposits = cheques.filter(({ kind }) => kind === 'deposit received');
  await countOwn(
    tx,
    context,
    [...open, ...deposits].filter(({ recorded_at }) => recorded_at < since),
  );
}
