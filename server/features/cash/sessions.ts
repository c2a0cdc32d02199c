import { type Day, dayOf } from '#billing/calendar.ts';
import { type Cents, cents, sumCents, toRupees, wholeRupees, writeDecimal } from '#billing/money.ts';
import type { Body } from '#contract/call.ts';
import type { BankedPart, CashCount, CashDesk, CashSession, cash, denominations, KeptCash } from '#contract/cash.ts';
import { centsOf } from '#contract/figures.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { may } from '#contract/permissions.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import type { Caller } from '../../http/core/app-context.ts';
import { badInput } from '../../http/core/read-request.ts';
import { accountsOpenTo } from '../approvals/account-changes.ts';
import { countGiven } from '../approvals/tally.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { loadPendingCheques } from './cheques.ts';
import { CountRefused } from './count-refused.ts';
import { depositSlip } from './deposit-slip.ts';
import { sessionSetting } from './find-session.ts';
import { type GateCashRow, listGateCashIn, sumGateCash } from './gate-cash.ts';
import { lockHeldCents, partFromHeld } from './held-cash.ts';
import { bankingDays, checkFloat, checkKept, floatDifferenceOf, loadKept, lockKept } from './kept-cash.ts';
import { type CashMovement, movementsIn, movementsOn, presentCounted, sumMovements } from './movements.ts';
import {
  type CashSessionRow,
  insertCashSession,
  isCalled,
  type ListedSessionRow,
  listCashSessions,
  listKeptSessions,
  listMoneyIn,
  listMoneyOn,
  listNamesByEmail,
  listSessionsChangedOn,
  listUnbanked,
  lockCashSession,
  updateCashSession,
  type WantedSessions,
} from './queries.ts';

/**
 * An account has at most one open session. The float is the cash that the person left in the drawer; another one needs
 * a reason, except for what the person adds from cash outside the drawer.
 */
export async function openCashSession(
  tx: Writer,
  context: ActionContext,
  { caller, input }: { caller: Caller; input: Body<typeof cash.openSession> },
): Promise<number> {
  const { opening_float: float, reason = '' } = input;
  const kept = await lockKept(tx, caller.accountId);
  const held = await lockHeldCents(tx, caller.accountId);
  const fromHeld = partFromHeld(float - (kept ?? 0), held);
  checkFloat(float, { kept, fromHeld, reason });
  const isOther = kept !== null && float - fromHeld !== kept;
  const id = await insertCashSession(tx, context, {
    account_id: caller.accountId,
    float_cents: float,
    float_expected_cents: kept,
    from_held_cents: fromHeld,
    float_reason: isOther ? reason : '',
  });
  if (id === undefined) throw new Refusal('cash_session_open');
  await writeAudit(tx, context, {
    type: 'Cash Session Opened',
    description: apiMessage('cash.audit.opened', { id: String(id), email: context.actor }),
    ...(kept !== null && { oldValue: writeDecimal(kept) }),
    newValue: writeDecimal(float),
    ...(isOther && { reason }),
  });
  return id;
}

type CountInput = Body<typeof cash.closeSession>;

/**
 * Closes a session with the count of its drawer. The session is locked, so that no money is recorded in it meanwhile.
 */
export async function closeSession(
  tx: Writer,
  context: ActionContext,
  { id, caller, input }: { id: number; caller: Caller; input: CountInput },
): Promise<void> {
  const session = await lockCashSession(tx, id);
  const isOwn = session?.account_id === caller.accountId;
  if (!session || !(isOwn || may(caller.role, 'books.write'))) throw new Refusal('cash_session_not_found');
  if (session.closed_at !== null) throw new Refusal('cash_session_closed');
  const { kept_cash: kept = cents(0), reason = '' } = input;
  const gateCents = sumGateCash(await listGateCashIn(tx, [id]), id);
  const expected = expectedIn({ ...session, gateCents }, movementsIn(await listMoneyIn(tx, [id]), id));
  const counted = countCash(input.count);
  if (kept > counted)
    throw badInput([
      { field: 'kept_cash', message: apiMessage('cash.close.kept_too_much', { amount: writeDecimal(counted) }) },
    ]);
  if (counted !== expected && reason === '') {
    const description = apiMessage('cash.audit.count_refused', { id: String(id), email: session.opened_by });
    throw new CountRefused(context, { description, expected, counted });
  }
  await updateCashSession(tx, id, {
    closed_at: context.now,
    closed_by: context.actor,
    expected_cents: expected,
    counted_cents: counted,
    kept_cents: kept,
    pieces: JSON.stringify(input.count.filter(({ pieces }) => pieces > 0)),
    reason,
  });
  await writeAudit(tx, context, {
    type: 'Cash Session Closed',
    description: apiMessage('cash.audit.closed', { id: String(id), email: session.opened_by }),
    oldValue: writeDecimal(expected),
    newValue: writeDecimal(counted),
    ...(reason !== '' && { reason }),
  });
}

/** Records that the cash to be banked of a closed session, or the cash left in its drawer, was banked. */
export async function bankSession(
  tx: Writer,
  context: ActionContext,
  { id, day, part, isWitnessed }: { id: number; day: Day; part: BankedPart; isWitnessed?: boolean },
): Promise<void> {
  const session = await lockCashSession(tx, id);
  if (!session) throw new Refusal('cash_session_not_found');
  if (session.closed_at === null) throw new Refusal('cash_session_open');
  if (part === 'kept') await checkKept(tx, session);
  else if (session.banked_on !== null) throw new Refusal('cash_session_banked');
  const { first, last } = bankingDays(session, dayOf(context.now));
  if (day < first || day > last)
    throw badInput([
      {
        field: 'banked_on',
        message: apiMessage('cash.bank.day_range', { first: { day: first }, last: { day: last } }),
      },
    ]);
  const amount = part === 'kept' ? (session.kept_cents ?? cents(0)) : toBankOf(session);
  if (!isWitnessed) await countOwnCash(tx, context, { session, amount });
  const facts = { id: String(id), email: session.opened_by, day: { day } };
  if (part === 'kept') {
    await updateCashSession(tx, id, { kept_banked_on: day, kept_banked_by: context.actor });
    await writeAudit(tx, context, {
      type: 'Cash Banked',
      description: apiMessage('cash.audit.kept_banked', facts),
      newValue: writeDecimal(amount),
    });
    return;
  }
  await updateCashSession(tx, id, { banked_on: day, banked_by: context.actor });
  await depositSlip(tx, context, { session, day });
  await writeAudit(tx, context, {
    type: 'Cash Banked',
    description: apiMessage('cash.audit.banked', facts),
    newValue: writeDecimal(amount),
  });
}

/**
 * Nobody else has seen the cash that a person took or counted and says is in the bank, also as another account as which
 * the person could sign in.
 */
async function countOwnCash(
  tx: Writer,
  context: ActionContext,
  { session, amount }: { session: CashSessionRow; amount: Cents },
): Promise<void> {
  if (context.accountId === undefined) return;
  const open = await accountsOpenTo(tx, context.accountId, context);
  const isOwn = open.has(session.account_id) || (await isCalled(tx, open, session.closed_by));
  if (isOwn) await countGiven(tx, context, { cents: amount, shopId: '', tenant: '' });
}

type ShownSessionRow = ListedSessionRow & { isKept: boolean; isBlind: boolean; gateCents: Cents };

export interface LoadedSession {
  row: ShownSessionRow;
  session: CashSession;
  movements: CashMovement[];
  gateCash: GateCashRow[];
}

/**
 * Loads sessions with their movements, newest first. For a caller without `shifts.all` the expected cash of an open
 * session is left out.
 */
export async function loadSessions(db: Reader, wanted: WantedSessions, caller?: Caller): Promise<LoadedSession[]> {
  const rows = await listCashSessions(db, wanted);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const money = await listMoneyIn(db, ids);
  const received = await listGateCashIn(db, ids);
  const names = await listNamesByEmail(db, [
    ...new Set(rows.flatMap((row) => [row.owner, row.closed_by ?? '', row.banked_by ?? '', row.kept_banked_by ?? ''])),
  ]);
  const kept = new Set((await listKeptSessions(db, wanted.owner)).map(({ id }) => id));
  return rows.map((listed) => {
    const isBlind = caller !== undefined && !may(caller.role, 'shifts.all') && listed.closed_at === null;
    const row = { ...listed, isKept: kept.has(listed.id), isBlind, gateCents: sumGateCash(received, listed.id) };
    const movements = movementsIn(money, row.id);
    const gateCash = received.filter(({ session_id }) => session_id === row.id);
    return { row, session: presentSession(row, movements, names), movements, gateCash };
  });
}

/** Returns a session that the caller may see: one of their own, or any session if they have `shifts.all`. */
export async function loadSession(db: Reader, id: number, caller: Caller): Promise<LoadedSession> {
  const owner = may(caller.role, 'shifts.all') ? undefined : caller.email;
  const [loaded] = await loadSessions(db, { id, owner }, caller);
  if (!loaded) throw new Refusal('cash_session_not_found');
  return loaded;
}

/** Returns the number of open sessions; null while sessions are off and none is open. */
export async function countOpenSessions(db: Reader): Promise<number | null> {
  const open = await listCashSessions(db, { isOpen: true });
  return open.length > 0 || (await sessionSetting.read(db)) ? open.length : null;
}

/**
 * Returns the figures of the cash desk on the manager dashboard; null while sessions are off and no cash of earlier
 * ones is in a drawer or to be banked.
 */
export async function loadDesk(db: Reader, today: Day): Promise<CashDesk | null> {
  const open = await loadSessions(db, { isOpen: true });
  const unbanked = await listUnbanked(db);
  const kept = await loadKept(db);
  const changed = await loadChangedFromCash(db, today);
  const toBank = {
    count: unbanked.reduce((sum, { count }) => sum + count, 0),
    cents: sumCents(unbanked.map((one) => one.cents)),
  };
  const isEmpty = [open, kept, changed].every(({ length }) => length === 0) && toBank.count === 0;
  if (isEmpty && !(await sessionSetting.read(db))) return null;
  const expected = sumCents(open.map(({ row, movements }) => expectedIn(row, movements)));
  const different = (await listSessionsChangedOn(db, today))
    .flatMap((session) => differencesOn(session, today))
    .filter((difference) => difference !== 0);
  return {
    open_sessions: presentCounted({ count: open.length, cents: expected }),
    differences_today: presentCounted({ count: different.length, cents: sumCents(different) }),
    not_banked: presentCounted(toBank),
    kept,
    in_hand: inHandOf({ open, kept, unbanked }),
    changed_from_cash: changed,
    pending_cheques: await loadPendingCheques(db),
  };
}

/** Returns what each person has of drawers and of counted cash, those with the most first. */
function inHandOf({
  open,
  kept,
  unbanked,
}: {
  open: readonly LoadedSession[];
  kept: readonly KeptCash[];
  unbanked: Awaited<ReturnType<typeof listUnbanked>>;
}): CashDesk['in_hand'] {
  return unbanked
    .map(({ email, name, since, cents: toBank }) => {
      const inDrawer = open
        .filter(({ row }) => row.owner === email)
        .map(({ row, movements }) => expectedIn(row, movements));
      const left = kept.filter(({ person }) => person.email === email).map(({ amount }) => centsOf(amount));
      return { person: { email, name }, since, cents: sumCents([toBank, ...inDrawer, ...left]) };
    })
    .filter((one) => one.cents !== 0)
    .toSorted((one, other) => other.cents - one.cents)
    .map(({ cents: amount, ...rest }) => ({ ...rest, amount: toRupees(amount) }));
}

async function loadChangedFromCash(db: Reader, day: Day) {
  const changed = movementsOn(await listMoneyOn(db, day), day).filter(
    ({ changedFrom, method, isVoid }) => changedFrom === 'Cash' && method !== 'Cash' && !isVoid,
  );
  const names = await listNamesByEmail(db, [...new Set(changed.map(({ owner }) => owner))]);
  return [...Map.groupBy(changed, ({ owner }) => owner)].map(([owner, its]) => ({
    person: names.get(owner) ?? owner,
    ...presentCounted({ count: its.length, cents: sumCents(its.map((movement) => movement.cents)) }),
  }));
}

/** Returns the differences that a session had on a day: of its float when it was opened, of its count when closed. */
function differencesOn(session: CashSessionRow, day: Day): Cents[] {
  const { opened_at, closed_at } = session;
  return [
    ...(dayOf(opened_at) === day ? [floatDifferenceOf(session)] : []),
    ...(closed_at !== null && dayOf(closed_at) === day ? [differenceOf(session)] : []),
  ];
}

function presentSession(
  row: ShownSessionRow,
  movements: readonly CashMovement[],
  names: ReadonlyMap<string, string>,
): CashSession {
  const { expected_cents, counted_cents, kept_cents } = row;
  const rupees = (amount: Cents | null) => (amount === null ? null : toRupees(amount));
  const nameOf = (email: string | null) => (email === null ? null : (names.get(email) ?? email));
  const isClosed = counted_cents !== null && expected_cents !== null;
  return {
    session_id: row.id,
    person: { email: row.owner, name: names.get(row.owner) ?? row.owner },
    opened_at: row.opened_at,
    opening_float: toRupees(row.float_cents),
    expected_float: rupees(row.float_expected_cents),
    float_from_held: toRupees(row.from_held_cents),
    float_difference: toRupees(floatDifferenceOf(row)),
    float_reason: row.float_reason,
    sums: sumMovements(movements),
    gate_cash: toRupees(row.gateCents),
    expected_cash: row.isBlind ? null : toRupees(expected_cents ?? expectedIn(row, movements)),
    closed_at: row.closed_at,
    closed_by: nameOf(row.closed_by),
    counted_cash: rupees(counted_cents),
    difference: isClosed ? toRupees(differenceOf(row)) : null,
    kept_cash: rupees(kept_cents),
    is_kept: row.isKept,
    cash_to_bank: isClosed ? toRupees(toBankOf(row)) : null,
    count: JSON.parse(row.pieces) as CashCount,
    reason: row.reason,
    banked_on: row.banked_on,
    banked_by: nameOf(row.banked_by),
    is_own_word: row.banked_by !== null && [row.owner, row.closed_by].includes(row.banked_by),
    kept_banked_on: row.kept_banked_on,
    kept_banked_by: nameOf(row.kept_banked_by),
  };
}

function differenceOf({ counted_cents, expected_cents }: CashSessionRow): Cents {
  return cents((counted_cents ?? 0) - (expected_cents ?? 0));
}

function toBankOf({ counted_cents, kept_cents }: CashSessionRow): Cents {
  return cents((counted_cents ?? 0) - (kept_cents ?? 0));
}

function expectedIn(
  { float_cents, gateCents }: Pick<ShownSessionRow, 'float_cents' | 'gateCents'>,
  movements: readonly CashMovement[],
): Cents {
  const counted = movements.filter(({ method, isVoid }) => method === 'Cash' && !isVoid);
  return cents(float_cents + gateCents + sumCents(counted.map((movement) => movement.cents)));
}

/**
 * Returns the value of the counted notes and coins in cents. In a count, a piece with the value 0.01 is worth one cent.
 */
function countCash(count: CashCount): Cents {
  return sumCents(count.map(({ value, pieces }) => cents(centsOfPiece(value) * pieces)));
}

function centsOfPiece(value: (typeof denominations)[number]): number {
  return value < 1 ? 1 : wholeRupees(value);
}
