import { type Selectable, sql } from 'kysely';
import { type Day, endOfDay, type Instant, startOfDay } from '#billing/calendar.ts';
import { type Cents, cents } from '#billing/money.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { prepared } from '../../db/prepared.ts';
import { emailNow } from '../../db/recorded-by.ts';
import type { LedgerEntryKind } from '../../db/tables/ledger-tables.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { IS_TO_CONFIRM } from './bank-payment-queries.ts';

export const MONEY = [
  'payment',
  'correction',
  'deposit received',
  'deposit refunded',
  'refund',
] as const satisfies LedgerEntryKind[];
/** The kinds of entries by which money is received or paid back. */
export type MoneyKind = (typeof MONEY)[number];

function selectMoney(db: Reader) {
  return db
    .selectFrom('ledger_entries as entry')
    .innerJoin('shops', 'shops.id', 'entry.shop_id')
    .innerJoin('tenancies', 'tenancies.id', 'entry.tenancy_id')
    .leftJoin('ledger_entries as corrected', 'corrected.id', 'entry.payment_id')
    .leftJoin('cleared_cheques as cleared', 'cleared.payment_id', 'entry.id')
    .leftJoin('cash_sessions as session', 'session.id', 'entry.session_id')
    .leftJoin('cash_sessions as void_session', 'void_session.id', 'entry.void_session_id')
    .select([
      'entry.id',
      'entry.kind',
      'entry.cents',
      'entry.payment_id',
      'entry.linked_id',
      'entry.method',
      'entry.cheque_number',
      'entry.cheque_bank',
      'entry.cheque_date',
      'entry.note',
      'entry.saved_fine_cents',
      'entry.effective_at',
      'entry.recorded_at',
      'entry.voided_at',
      'entry.void_reason',
      'entry.tenancy_id',
      'tenancies.name as tenant_name',
      'shops.shop_id',
      'corrected.method as paid_method',
      'entry.session_id',
      'entry.void_session_id',
      sql<number>`cast(case when ${IS_TO_CONFIRM} then 1 else 0 end as bigint)`.as('is_to_confirm'),
    ])
    .select([
      emailNow<string>('entry.recorded_by_id', 'entry.recorded_by').as('recorded_by'),
      emailNow<string | null>('entry.voided_by_id', 'entry.voided_by').as('voided_by'),
      emailNow<string | null>('session.account_id', 'session.opened_by').as('session_owner'),
      emailNow<string | null>('void_session.account_id', 'void_session.opened_by').as('void_session_owner'),
    ])
    .where('entry.kind', 'in', MONEY)
    .where('entry.method', 'is not', null);
}

export type CashRow = Awaited<ReturnType<ReturnType<typeof selectMoney>['executeTakeFirstOrThrow']>>;

/** Lists the entries that were recorded or voided on a day, void ones included, in the order of recording. */
export function listMoneyOn(db: Reader, day: Day): Promise<CashRow[]> {
  const from = startOfDay(day);
  const until = endOfDay(day);
  return selectMoney(db)
    .where((eb) =>
      eb.or([
        eb.and([eb('entry.recorded_at', '>=', from), eb('entry.recorded_at', '<', until)]),
        eb.and([eb('entry.voided_at', '>=', from), eb('entry.voided_at', '<', until)]),
      ]),
    )
    .orderBy('entry.id')
    .execute();
}

/** Lists the entries that were recorded or voided without a session since an instant. */
export function listMoneyWithoutSession(db: Reader, from: Instant): Promise<CashRow[]> {
  return selectMoney(db)
    .where((eb) =>
      eb.or([
        eb.and([eb('entry.recorded_at', '>=', from), eb('entry.session_id', 'is', null)]),
        eb.and([eb('entry.voided_at', '>=', from), eb('entry.void_session_id', 'is', null)]),
      ]),
    )
    .orderBy('entry.id')
    .execute();
}

/** Lists the entries that were recorded or voided in a session. */
export function listMoneyIn(db: Reader, sessionIds: readonly number[]): Promise<CashRow[]> {
  return selectMoney(db)
    .where((eb) => eb.or([eb('entry.session_id', 'in', sessionIds), eb('entry.void_session_id', 'in', sessionIds)]))
    .orderBy('entry.id')
    .execute();
}

export type CashSessionRow = Selectable<Tables['cash_sessions']>;
export type ListedSessionRow = Awaited<ReturnType<typeof listCashSessions>>[number];

export async function insertCashSession(
  tx: Writer,
  { now, actor }: ActionContext,
  session: Pick<
    CashSessionRow,
    'account_id' | 'float_cents' | 'float_expected_cents' | 'from_held_cents' | 'float_reason'
  >,
): Promise<number | undefined> {
  const inserted = await tx
    .insertInto('cash_sessions')
    .values({ ...session, opened_by: actor, opened_at: now, pieces: '[]', reason: '' })
    // A unique index allows one open session for each account.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

export function lockCashSession(tx: Writer, id: number): Promise<CashSessionRow | undefined> {
  return tx.selectFrom('cash_sessions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Returns the open session of an account, and locks it so that it cannot be closed meanwhile. */
export const lockOpenCashSession = prepared((tx, accountId: number) =>
  tx
    .selectFrom('cash_sessions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('closed_at', 'is', null)
    .forUpdate(),
);

/** Returns the last session of an account, open or closed, and locks it. */
export function lockLastCashSession(tx: Writer, accountId: number): Promise<CashSessionRow | undefined> {
  return tx
    .selectFrom('cash_sessions')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
}

export function findLaterSession(
  tx: Writer,
  { id, account_id }: Pick<CashSessionRow, 'id' | 'account_id'>,
): Promise<{ id: number } | undefined> {
  return tx
    .selectFrom('cash_sessions')
    .select('id')
    .where('account_id', '=', account_id)
    .where('id', '>', id)
    .limit(1)
    .executeTakeFirst();
}

/** Lists the last session of each account if cash was left in its drawer and not banked. */
export function listKeptSessions(db: Reader, owner?: string) {
  return db
    .selectFrom('cash_sessions')
    .selectAll()
    .select(emailNow<string>('cash_sessions.account_id', 'cash_sessions.opened_by').as('owner'))
    .where('kept_cents', '>', cents(0))
    .where('kept_banked_on', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('cash_sessions as later')
            .select('later.id')
            .whereRef('later.account_id', '=', 'cash_sessions.account_id')
            .whereRef('later.id', '>', 'cash_sessions.id'),
        ),
      ),
    )
    .$if(owner !== undefined, (query) => query.where('account_id', 'in', accountsCalled(db, owner)))
    .orderBy('id')
    .execute();
}

/** Returns true if one of the accounts has this email. */
export async function isCalled(db: Reader, accounts: ReadonlySet<number>, email: string | null): Promise<boolean> {
  const called = await accountsCalled(db, email ?? '').execute();
  return called.some(({ id }) => accounts.has(id));
}

/** Selects accounts by email instead of sessions, because the email of an account can change. */
function accountsCalled(db: Reader, owner = '') {
  return db.selectFrom('accounts').select('id').where('email', '=', owner);
}

export async function updateCashSession(
  tx: Writer,
  id: number,
  changes: Partial<Omit<CashSessionRow, 'id'>>,
): Promise<void> {
  await tx.updateTable('cash_sessions').set(changes).where('id', '=', id).execute();
}

const NEWEST = 200;

export interface WantedSessions {
  id?: number;
  /**
   * The email of the person whose sessions are listed. If this is undefined, the sessions of all persons are listed.
   */
  owner?: string | undefined;
  /** The day on which the sessions were opened. */
  date?: Day | undefined;
  isOpen?: boolean;
}

/** Lists sessions, newest first. With `date`, lists all sessions of that day; otherwise only the newest 200. */
export function listCashSessions(db: Reader, { date, isOpen, owner, id }: WantedSessions) {
  return db
    .selectFrom('cash_sessions')
    .selectAll()
    .select(emailNow<string>('cash_sessions.account_id', 'cash_sessions.opened_by').as('owner'))
    .$call((query) =>
      date === undefined
        ? query.limit(NEWEST)
        : query.where('opened_at', '>=', startOfDay(date)).where('opened_at', '<', endOfDay(date)),
    )
    .$if(isOpen === true, (query) => query.where('closed_at', 'is', null))
    .$if(owner !== undefined, (query) => query.where('account_id', 'in', accountsCalled(db, owner)))
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .orderBy('id', 'desc')
    .execute();
}

/** Lists the sessions that were opened or closed on a day. */
export function listSessionsChangedOn(db: Reader, day: Day): Promise<CashSessionRow[]> {
  const from = startOfDay(day);
  const until = endOfDay(day);
  return db
    .selectFrom('cash_sessions')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb.and([eb('closed_at', '>=', from), eb('closed_at', '<', until)]),
        eb.and([eb('opened_at', '>=', from), eb('opened_at', '<', until)]),
      ]),
    )
    .execute();
}

const IS_TO_BANK = sql<boolean>`banked_on is null and counted_cents > kept_cents`;

/**
 * Lists, for each person, the number of closed sessions whose cash has not been banked, the sum of that cash, and when
 * the first session was opened since which the person has banked nothing, or whose cash is still to be banked. People
 * whose last session was banked are left out.
 */
export function listUnbanked(db: Reader) {
  const lastBanked = sql<number>`coalesce((select max(banked.id) from cash_sessions as banked
    where banked.account_id = cash_sessions.account_id
    and (banked.banked_on is not null or banked.kept_banked_on is not null)), 0)`;
  return db
    .selectFrom('cash_sessions')
    .leftJoin('accounts', 'accounts.id', 'cash_sessions.account_id')
    .select([
      sql<string>`coalesce(accounts.email, max(cash_sessions.opened_by))`.as('email'),
      sql<string>`coalesce(accounts.username, max(cash_sessions.opened_by))`.as('name'),
      sql<Instant>`min(cash_sessions.opened_at)`.as('since'),
      sql<number>`cast(sum(case when ${IS_TO_BANK} then 1 else 0 end) as bigint)`.as('count'),
      sql<Cents>`cast(sum(case when ${IS_TO_BANK} then counted_cents - kept_cents else 0 end) as bigint)`.as('cents'),
    ])
    .where(({ or }) => or([sql<boolean>`cash_sessions.id > ${lastBanked}`, IS_TO_BANK]))
    .groupBy(['cash_sessions.account_id', 'accounts.email', 'accounts.username'])
    .execute();
}

/** Lists the last day on which cash of each person's sessions was banked. */
export function listLastBanked(db: Reader) {
  const banked = (day: 'banked_on' | 'kept_banked_on') =>
    db
      .selectFrom('cash_sessions')
      .select(emailNow<string>('cash_sessions.account_id', 'cash_sessions.opened_by').as('email'))
      .select(sql<Day>`${sql.ref(day)}`.as('day'))
      .where(day, 'is not', null);
  return db
    .selectFrom(banked('banked_on').unionAll(banked('kept_banked_on')).as('banked'))
    .select(['banked.email', sql<Day>`max(banked.day)`.as('day')])
    .groupBy('banked.email')
    .execute();
}

export async function listNamesByEmail(db: Reader, emails: readonly string[]): Promise<Map<string, string>> {
  if (emails.length === 0) return new Map();
  const rows = await db.selectFrom('accounts').select(['email', 'username']).where('email', 'in', emails).execute();
  return new Map(rows.map(({ email, username }) => [email, username]));
}
