import { dayOf } from '#billing/calendar.ts';
import { Refusal } from '#contract/refusals.ts';
import type { PaymentMethod } from '#contract/words.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { findSetting } from '../../db/settings.ts';
import type { LedgerEntryKind } from '../../db/tables/ledger-tables.ts';
import { lockCashSession, lockOpenCashSession, MONEY } from './queries.ts';

export const SESSIONS_SETTING = 'cash-sessions';

export async function areSessionsOn(db: Reader): Promise<boolean> {
  return (await findSetting(db, SESSIONS_SETTING))?.value === 'true';
}

interface NewEntry {
  kind: LedgerEntryKind;
  method?: PaymentMethod | null | undefined;
  payment_id?: number | null | undefined;
}

/**
 * Returns the id of the session to which a new entry belongs, and locks the row of this session. A correction belongs
 * to the session of its payment while that session is open. Other entries, and later corrections, belong to the open
 * session of the person. Returns null for entries that move no money, for a correction made on the day of a payment
 * without a session, and for a person without a session. Throws the refusal `cash_session_needed` for cash without a
 * session while sessions are on.
 */
export async function sessionOfEntry(tx: Writer, context: ActionContext, entry: NewEntry): Promise<number | null> {
  if (!isMoney(entry)) return null;
  const payment = entry.payment_id == null ? undefined : await findMoney(tx, [entry.payment_id]).then(([row]) => row);
  if (!payment) return ownSession(tx, context, entry.method);
  return sessionOfChange(tx, context, payment);
}

/**
 * Returns the session to which the voiding of each entry belongs, by the id of the entry. The rules are those of
 * `sessionOfEntry`.
 */
export async function sessionsOfVoiding(
  tx: Writer,
  context: ActionContext,
  ids: readonly number[],
): Promise<Map<number, number | null>> {
  const sessions = new Map<number, number | null>();
  for (const entry of await findMoney(tx, ids)) sessions.set(entry.id, await sessionOfChange(tx, context, entry));
  return sessions;
}

async function sessionOfChange(tx: Writer, context: ActionContext, changed: MoneyFacts): Promise<number | null> {
  const { session_id, recorded_at, method } = changed;
  if (session_id === null && dayOf(recorded_at) === dayOf(context.now)) return null;
  const session = session_id === null ? undefined : await lockCashSession(tx, session_id);
  return session?.closed_at === null ? session.id : ownSession(tx, context, method);
}

async function ownSession(
  tx: Writer,
  { accountId }: ActionContext,
  method: PaymentMethod | null | undefined,
): Promise<number | null> {
  // A command has no account, so it has no drawer.
  if (accountId === undefined) return null;
  const own = await lockOpenCashSession(tx, accountId);
  if (own) return own.id;
  if (method === 'Cash' && (await areSessionsOn(tx))) throw new Refusal('cash_session_needed');
  return null;
}

function isMoney({ kind, method }: NewEntry): boolean {
  return method != null && MONEY.some((one) => one === kind);
}

type MoneyFacts = Awaited<ReturnType<typeof findMoney>>[number];

/** Returns the entries that move money. A correction has the payment method of its payment. */
function findMoney(tx: Writer, ids: readonly number[]) {
  return tx
    .selectFrom('ledger_entries as entry')
    .leftJoin('ledger_entries as corrected', 'corrected.id', 'entry.payment_id')
    .select((eb) => [
      'entry.id',
      'entry.session_id',
      'entry.recorded_at',
      eb.fn.coalesce('corrected.method', 'entry.method').as('method'),
    ])
    .where('entry.id', 'in', ids)
    .where('entry.kind', 'in', MONEY)
    .where('entry.method', 'is not', null)
    .execute();
}
