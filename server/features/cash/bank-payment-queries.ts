import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import type { Day, Instant, InstantRange } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import type { ChequeSums } from '#contract/cash.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { accountOf, emailNow } from '../../db/recorded-by.ts';
import type { LedgerEntryKind } from '../../db/tables/ledger-tables.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { takesEffectIn } from '../../db/takes-effect.ts';

export interface CountedCents {
  count: number;
  cents: Cents;
}

/** The kinds of entries with money that ends in the bank. */
export const RECEIVED = ['payment', 'deposit received'] as const satisfies LedgerEntryKind[];

/** What ends in the bank: cheques that are pending or cleared, and electronic payments to confirm or confirmed. */
export type BankPayment = 'cheque' | 'electronic';

/**
 * Written as SQL without parameters, because the databases use a partial index only for a query that repeats its
 * condition literally.
 */
const IS: Record<BankPayment, RawBuilder<boolean>> = {
  cheque: sql<boolean>`entry.kind in ('payment', 'deposit received') and entry.method = 'Cheque'
    and entry.voided_at is null`,
  electronic: sql<boolean>`entry.kind in ('payment', 'deposit received')
    and entry.method in ('Bank Transfer', 'Card', 'Online', 'Correction Made') and entry.voided_at is null`,
};

/** An electronic payment that was recorded earlier counts as confirmed, and a deposit by cheque as cleared. */
const START = sql<Instant>`coalesce((select since from confirmation_starts order by id desc limit 1), '')`;

/** Of the entry of a query that has joined the bank's days as `cleared`. */
export const IS_TO_CONFIRM = sql<boolean>`${IS.electronic} and entry.recorded_at >= ${START}
  and cleared.cleared_on is null`;

const IS_OPEN: Record<BankPayment, RawBuilder<boolean>> = {
  cheque: sql<boolean>`${IS.cheque} and (entry.kind = 'payment' or entry.recorded_at >= ${START})
    and cleared.cleared_on is null`,
  electronic: IS_TO_CONFIRM,
};

/** Selects payments and deposits, with the amount of their corrections and the days on which the bank got them. */
function selectReceived(db: Reader) {
  return db
    .selectFrom('ledger_entries as entry')
    .innerJoin('shops', 'shops.id', 'entry.shop_id')
    .innerJoin('tenancies', 'tenancies.id', 'entry.tenancy_id')
    .leftJoin('accounts as receivers', (join) =>
      join.on('receivers.id', '=', accountOf('entry.recorded_by_id', 'entry.recorded_by')),
    )
    .leftJoin('cleared_cheques as cleared', 'cleared.payment_id', 'entry.id')
    .select([
      'entry.id',
      'entry.kind',
      'entry.method',
      'entry.tenancy_id',
      'entry.cheque_number',
      'entry.cheque_bank',
      'entry.cheque_date',
      'entry.counts_from',
      'entry.effective_at',
      'entry.recorded_at',
      'shops.shop_id',
      'tenancies.name as tenant_name',
      'tenancies.tenant_id',
      'receivers.username as receiver',
      'cleared.cleared_on',
      'cleared.deposited_on',
      'cleared.returned_on',
      'cleared.recorded_by as cleared_by',
      accountOf('entry.recorded_by_id', 'entry.recorded_by').as('account_id'),
      CORRECTED_CENTS.as('cents'),
    ])
    .select(emailNow<string>('entry.recorded_by_id', 'entry.recorded_by').as('recorded_by'))
    .where('entry.kind', 'in', RECEIVED);
}

function selectBankPayments(db: Reader) {
  return selectReceived(db).where('entry.voided_at', 'is', null);
}

/** The amount of the payment `entry` with its corrections. */
export const CORRECTED_CENTS = sql<Cents>`cast(entry.cents + coalesce((select sum(correction.cents)
  from ledger_entries as correction where correction.payment_id = entry.id
    and (correction.voided_at is null or correction.voided_at = entry.voided_at)), 0) as bigint)`;

export type BankPaymentRow = Awaited<ReturnType<ReturnType<typeof selectBankPayments>['executeTakeFirstOrThrow']>>;

interface WantedPayments {
  isOpen: boolean;
  most: number;
  /** The email of the person who recorded the payments; undefined for all persons. */
  by?: string | undefined;
  /** Of cheques: true for those that were paid into the bank, false for the others; undefined for both. */
  isDeposited?: boolean | undefined;
}

/** Lists what the bank has not had yet, the earliest first, or what it has, the last first. */
export function listBankPayments(
  db: Reader,
  kind: BankPayment,
  { isOpen, most, by, isDeposited }: WantedPayments,
): Promise<BankPaymentRow[]> {
  const all = selectBankPayments(db)
    .$if(by !== undefined, (query) => query.where(isRecordedBy(by ?? '')))
    .$if(isDeposited !== undefined, (query) =>
      query.where('cleared.deposited_on', isDeposited ? 'is not' : 'is', null),
    );
  const listed = isOpen
    ? all
        .where(IS_OPEN[kind])
        .orderBy(sql`coalesce(entry.cheque_date, substr(entry.recorded_at, 1, 10))`)
        .orderBy('entry.id')
    : all
        .where(IS[kind])
        .where('cleared.cleared_on', 'is not', null)
        .orderBy('cleared.cleared_on', 'desc')
        .orderBy('entry.id', 'desc');
  return listed.limit(most).execute();
}

function isRecordedBy(email: string) {
  return ({ eb }: ExpressionBuilder<Tables & { entry: Tables['ledger_entries'] }, 'entry'>) =>
    eb(emailNow<string>('entry.recorded_by_id', 'entry.recorded_by'), '=', email);
}

/** Lists cheques that the bank returned, the last returned first. */
export function listReturnedCheques(db: Reader, most: number): Promise<BankPaymentRow[]> {
  return selectReceived(db)
    .where('cleared.returned_on', 'is not', null)
    .orderBy('cleared.returned_on', 'desc')
    .orderBy('entry.id', 'desc')
    .limit(most)
    .execute();
}

/** Returns the number of cheques of each tenant, in all shops, that the bank has returned since a day. */
export async function countReturned(
  db: Reader,
  { tenantIds, since }: { tenantIds: readonly number[]; since: Day },
): Promise<Map<number, number>> {
  if (tenantIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('cleared_cheques as cleared')
    .innerJoin('ledger_entries as entry', 'entry.id', 'cleared.payment_id')
    .innerJoin('tenancies', 'tenancies.id', 'entry.tenancy_id')
    .select(['tenancies.tenant_id', sql<number>`cast(count(*) as bigint)`.as('count')])
    .where('cleared.returned_on', '>=', since)
    .where('tenancies.tenant_id', 'in', tenantIds)
    .groupBy('tenancies.tenant_id')
    .execute();
  return new Map(rows.map(({ tenant_id, count }) => [tenant_id, count]));
}

/** Finds the payments with these ids that are not void, whatever their payment method. */
export function findBankPayments(db: Reader, ids: readonly number[]): Promise<BankPaymentRow[]> {
  return selectBankPayments(db).where('entry.id', 'in', ids).execute();
}

export function sumPendingCheques(db: Reader): Promise<CountedCents> {
  return sumAll(db, selectBankPayments(db).where(IS_OPEN.cheque));
}

/** Sums the payments of a span that the bank is not known to have: pending cheques, or electronic ones to confirm. */
export function sumUnconfirmed(db: Reader, kind: BankPayment, { from, until }: InstantRange): Promise<CountedCents> {
  const open = selectBankPayments(db)
    .where(IS_OPEN[kind])
    .where('entry.kind', '=', 'payment')
    .where(takesEffectIn('entry'), '>=', from)
    .where(takesEffectIn('entry'), '<', until);
  return sumAll(db, open);
}

function sumAll(db: Reader, payments: ReturnType<typeof selectBankPayments>): Promise<CountedCents> {
  return db
    .selectFrom(payments.as('one'))
    .select([
      sql<number>`cast(count(*) as bigint)`.as('count'),
      sql<Cents>`cast(coalesce(sum(one.cents), 0) as bigint)`.as('cents'),
    ])
    .executeTakeFirstOrThrow();
}

const WHERE_IT_IS = sql<keyof ChequeSums>`case when cleared.returned_on is not null then 'returned'
  when cleared.cleared_on is not null then 'cleared' when cleared.deposited_on is not null then 'paid_in'
  else 'in_hand' end`;

/** Sums pending cheques, and those that the bank has paid or returned since a day, by what has happened to them last. */
export function sumCheques(db: Reader, since: Day) {
  const received = () => selectReceived(db).select(WHERE_IT_IS.as('place'));
  const pending = received().where(IS_OPEN.cheque);
  const cleared = received().where(IS.cheque).where('cleared.cleared_on', '>=', since);
  const returned = received().where('cleared.returned_on', '>=', since);
  return db
    .selectFrom(pending.unionAll(cleared).unionAll(returned).as('cheque'))
    .select(['cheque.place'])
    .select([
      sql<number>`cast(count(*) as bigint)`.as('count'),
      sql<Cents>`cast(sum(cheque.cents) as bigint)`.as('cents'),
    ])
    .groupBy('cheque.place')
    .execute();
}

/** Sums the electronic payments that are to be confirmed for each person who recorded them, the oldest first. */
export function sumToConfirm(db: Reader, by: string | undefined) {
  return db
    .selectFrom(
      selectBankPayments(db)
        .where(IS_TO_CONFIRM)
        .$if(by !== undefined, (query) => query.where(isRecordedBy(by ?? '')))
        .as('open'),
    )
    .select(['open.recorded_by as email'])
    .select([
      sql<string>`coalesce(max(open.receiver), open.recorded_by)`.as('name'),
      sql<number>`cast(count(*) as bigint)`.as('count'),
      sql<Cents>`cast(sum(open.cents) as bigint)`.as('cents'),
      sql<Instant>`min(open.recorded_at)`.as('oldest'),
    ])
    .groupBy('open.recorded_by')
    .orderBy('oldest')
    .orderBy('email')
    .execute();
}

type BankDays = Partial<Pick<Tables['cleared_cheques'], 'cleared_on'>> & {
  deposited_on?: Day | null;
  returned_on?: Day | null;
};

/** Stores days of a payment at the bank. Days that are not named stay as they are. */
export async function putBankDays(
  tx: Writer,
  { now, actor }: ActionContext,
  { id, ...days }: BankDays & { id: number },
): Promise<void> {
  const recorded = { ...days, recorded_at: now, recorded_by: actor };
  await tx
    .insertInto('cleared_cheques')
    .values({ payment_id: id, cleared_on: null, ...recorded })
    .onConflict((conflict) => conflict.column('payment_id').doUpdateSet(recorded))
    .execute();
}

/** Returns the days of a payment at the bank; undefined if none is recorded. */
export function findBankDays(db: Reader, id: number) {
  return db
    .selectFrom('cleared_cheques')
    .select(['cleared_on', 'deposited_on'])
    .where('payment_id', '=', id)
    .executeTakeFirst();
}

/** Returns the instant from which electronic payments are to be confirmed; null if all of them are. */
export async function findConfirmationStart(db: Reader): Promise<Instant | null> {
  const newest = db.selectFrom('confirmation_starts').select('since').orderBy('id', 'desc').limit(1);
  return (await newest.executeTakeFirst())?.since ?? null;
}

export async function insertConfirmationStart(
  tx: Writer,
  { now, actor }: ActionContext,
  since: Instant | null,
): Promise<void> {
  await tx.insertInto('confirmation_starts').values({ since, set_at: now, set_by: actor }).execute();
}

/** Lets the line of a bank account that has a payment have the one that replaces it. */
export async function moveMatchedPart(tx: Writer, { from, to }: { from: number; to: number }): Promise<void> {
  await tx
    .updateTable('bank_match_parts')
    .set({ subject_id: to })
    .where('kind', '=', 'payment')
    .where('subject_id', '=', from)
    .where('is_open', '=', 1)
    .execute();
}
