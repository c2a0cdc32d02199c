import { z } from 'zod';
import { dayOf } from '#billing/calendar.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { PaymentMethod } from '#contract/words.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import type { LedgerEntryKind } from '../../db/tables/ledger-tables.ts';
import { setting } from '../audit/setting.ts';
import { lockCashSession, lockOpenCashSession, MONEY } from './queries.ts';

export const sessionSetting = setting<boolean>({
  name: 'cash-sessions',
  schema: z.boolean(),
  first: () => false,
  describe: (isOn) => (isOn ? 'on' : 'off'),
  changed: { type: 'Cash Sessions Set', description: apiMessage('cash.audit.set') },
});

interface NewEntry {
  kind: LedgerEntryKind;
  method?: PaymentMethod | null | undefined;
  payment_id?: number | null | undefined;
  linked_id?: number | null | undefined;
}

/**
 * Returns the id of the session to which a new entry belongs, and locks the row of this session. A correction belongs
 * to the session of its payment while that session is open. A replacement belongs to the session in which its payment
 * was voided, so that a change of the shop or the day moves no cash. Other entries, and later corrections, belong to
 * the open session of the person. Returns null for entries that move no money, for a correction made on the day of a
 * payment without a session, and for a person without a session. Throws the refusal `cash_session_needed` for cash
 * without a session while sessions are on.
 */
export async function sessionOfEntry(tx: Writer, context: ActionContext, entry: NewEntry): Promise<number | null> {
  if (!isMoney(entry)) return null;
  if (entry.kind === 'payment' && entry.linked_id != null) return voidSessionOf(tx, entry.linked_id);
  const payment = entry.payment_id == null ? undefined : await findMoney(tx, [entry.payment_id]).then(([row]) => row);
  const isCash = (payment ?? entry).method === 'Cash';
  return payment ? sessionOfChange(tx, context, { changed: payment, isCash }) : ownSession(tx, context, isCash);
}

interface Voiding {
  ids: readonly number[];
  /** False if another entry of the same cash replaces the voided ones, as when only the shop is corrected. */
  movesCash?: boolean | undefined;
}

/**
 * Returns the session to which the voiding of each entry belongs, by the id of the entry. The rules are those of
 * `sessionOfEntry`. A correction that is voided with its payment belongs to the same session, because one person pays
 * both back.
 */
export async function sessionsOfVoiding(
  tx: Writer,
  context: ActionContext,
  { ids, movesCash }: Voiding,
): Promise<Map<number, number | null>> {
  const sessions = new Map<number, number | null>();
  for (const entry of await findMoney(tx, ids)) {
    const ofPayment = entry.payment_id === null ? undefined : sessions.get(entry.payment_id);
    const isCash = movesCash ?? entry.method === 'Cash';
    sessions.set(
      entry.id,
      ofPayment === undefined ? await sessionOfChange(tx, context, { changed: entry, isCash }) : ofPayment,
    );
  }
  return sessions;
}

async function sessionOfChange(
  tx: Writer,
  context: ActionContext,
  { changed, isCash }: { changed: MoneyFacts; isCash: boolean },
): Promise<number | null> {
  const { session_id } = changed;
  if (await isOfTodayWithoutSession(tx, context, changed)) return null;
  const session = session_id === null ? undefined : await lockCashSession(tx, session_id);
  return session?.closed_at === null ? session.id : ownSession(tx, context, isCash);
}

/**
 * Returns whether a payment was taken today without a session. A replacement without one may replace a payment of a
 * closed session: its cash was counted, so paying it back needs a drawer.
 */
async function isOfTodayWithoutSession(tx: Writer, context: ActionContext, entry: MoneyFacts): Promise<boolean> {
  let first: MoneyFacts | undefined = entry;
  while (first && first.session_id === null && dayOf(first.recorded_at) === dayOf(context.now)) {
    if (first.linked_id === null) return true;
    [first] = await findMoney(tx, [first.linked_id]);
  }
  return false;
}

/** Returns and locks the open session of the caller. Without one, cash is refused while sessions are on. */
export async function ownSession(tx: Writer, { accountId }: ActionContext, isCash: boolean): Promise<number | null> {
  // A command has no account, so it has no drawer.
  if (accountId === undefined) return null;
  const own = await lockOpenCashSession(tx, accountId);
  if (own) return own.id;
  if (isCash && (await sessionSetting.read(tx))) throw new Refusal('cash_session_needed');
  return null;
}

function isMoney({ kind, method }: NewEntry): boolean {
  return method != null && MONEY.some((one) => one === kind);
}

async function voidSessionOf(tx: Writer, id: number): Promise<number | null> {
  const row = await tx.selectFrom('ledger_entries').select('void_session_id').where('id', '=', id).executeTakeFirst();
  return row?.void_session_id ?? null;
}

type MoneyFacts = Awaited<ReturnType<typeof findMoney>>[number];

/** Returns the entries that move money, in the order of recording. A correction has the method of its payment. */
function findMoney(tx: Writer, ids: readonly number[]) {
  return tx
    .selectFrom('ledger_entries as entry')
    .leftJoin('ledger_entries as corrected', 'corrected.id', 'entry.payment_id')
    .select((eb) => [
      'entry.id',
      'entry.payment_id',
      'entry.linked_id',
      'entry.session_id',
      'entry.recorded_at',
      eb.fn.coalesce('corrected.method', 'entry.method').as('method'),
    ])
    .where('entry.id', 'in', ids)
    .where('entry.kind', 'in', MONEY)
    .where('entry.method', 'is not', null)
    .orderBy('entry.id')
    .execute();
}
