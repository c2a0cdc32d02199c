import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Day } from '#billing/calendar.ts';
import { type Cents, cents, sumCents } from '#billing/money.ts';
import type { MailState, ReminderLevel } from '#contract/words.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { erasedColumns, type PersonalColumns } from '../../db/personal-columns.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { takesEffectIn } from '../../db/takes-effect.ts';
import { loadPromisedCheques } from '../ledger/promised-cheques.ts';
import { selectUnpaidCharges } from '../ledger/queries.ts';

export type StoredReminder = Selectable<Tables['reminders']>;
export type NewReminder = Insertable<Tables['reminders']>;
export type ReminderRow = Awaited<ReturnType<typeof listReminders>>[number];
export type OverdueRow = Awaited<ReturnType<typeof listOverdue>>[number];

/** Locks the shops of the tenancies, in the order of the shops' ids. */
export async function lockShopsOf(tx: Writer, tenancyIds: readonly number[]): Promise<void> {
  await tx
    .selectFrom('shops')
    .select('id')
    .where('id', 'in', tx.selectFrom('tenancies').select('shop_id').where('id', 'in', tenancyIds))
    .orderBy('id')
    .forUpdate()
    .execute();
}

/**
 * Lists tenancies with the amount that is overdue: unpaid charges after their due day, and a negative balance. A charge
 * is not late on its due day. `oldest_due_day` is null if only the balance is due. `due_cents` is what is demanded:
 * less the cheques that were received and count later.
 */
export async function listOverdue(db: Reader, tenancyIds: readonly number[], today: Day) {
  const unpaid = selectUnpaidCharges(db)
    .select(({ fn }) => [
      'charges.tenancy_id',
      fn.min('invoices.due_day').as('oldest_due_day'),
      sql<Cents>`cast(sum(charges.cents - charges.paid_cents) as bigint)`.as('cents'),
    ])
    .where('invoices.due_day', '<', today)
    .where('charges.tenancy_id', 'in', tenancyIds)
    .groupBy('charges.tenancy_id');
  const rows = await db
    .selectFrom('tenancies')
    .innerJoin('shops', 'shops.id', 'tenancies.shop_id')
    .leftJoin(unpaid.as('unpaid'), 'unpaid.tenancy_id', 'tenancies.id')
    .select([
      'tenancies.id',
      'tenancies.name',
      'tenancies.email',
      'tenancies.language',
      'tenancies.balance_at',
      'shops.shop_id as written_shop_id',
      'unpaid.oldest_due_day',
      sql<Cents>`coalesce(unpaid.cents, 0) + case when tenancies.balance_cents < 0 then -tenancies.balance_cents else 0 end`.as(
        'overdue_cents',
      ),
    ])
    .where('tenancies.id', 'in', tenancyIds)
    .execute();
  const promised = await loadPromisedCheques(db, tenancyIds);
  return rows.map((row) => {
    const cheques = sumCents((promised.get(row.id) ?? []).map((one) => one.cents));
    return { ...row, due_cents: cents(Math.max(0, row.overdue_cents - cheques)) };
  });
}

/** Returns the tenancies that were ever reminded, with the day of the last reminder. */
export async function listReminded(db: Reader, tenancyIds: readonly number[]): Promise<Map<number, Day>> {
  const rows = await db
    .selectFrom('reminders')
    .select(({ fn }) => ['tenancy_id', fn.max('day').as('day')])
    .where('tenancy_id', 'in', tenancyIds)
    // A failed email does not count, because it reminded nobody.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mails')
            .select('mails.id')
            .whereRef('mails.reminder_id', '=', 'reminders.id')
            .where('mails.state', '=', 'failed'),
        ),
      ),
    )
    .groupBy('tenancy_id')
    .execute();
  return new Map(rows.map(({ tenancy_id, day }) => [tenancy_id, day]));
}

export async function insertReminder(tx: Writer, reminder: NewReminder): Promise<number> {
  return (await tx.insertInto('reminders').values(reminder).returning('id').executeTakeFirstOrThrow()).id;
}

export async function updateReminder(tx: Writer, id: number, changes: Updateable<Tables['reminders']>): Promise<void> {
  await tx.updateTable('reminders').set(changes).where('id', '=', id).execute();
}

/**
 * The amount in cents paid since a promise: payments and corrections recorded after it was made and dated on or after
 * its day. A cheque that was received and counts later is among them, because nobody asks for it again.
 */
const PAID_SINCE = sql<Cents>`(select cast(coalesce(sum(paid.cents), 0) as bigint) from ledger_entries as paid
  where paid.tenancy_id = reminders.tenancy_id and paid.kind in ('payment', 'correction') and paid.voided_at is null
  and paid.recorded_at >= reminders.promised_at and coalesce(${takesEffectIn('paid')}, paid.effective_at) >= reminders.promised_from)`;

/** Lists reminders, newest first: those of a tenancy, or those with the given ids. */
export function listReminders(db: Reader, of: { tenancyId: number } | { ids: readonly number[] }) {
  return db
    .selectFrom('reminders')
    .innerJoin('tenancies', 'tenancies.id', 'reminders.tenancy_id')
    .innerJoin('shops', 'shops.id', 'tenancies.shop_id')
    .selectAll('reminders')
    .select([
      'shops.shop_id as written_shop_id',
      'shops.shop_name',
      'tenancies.name as tenant_name',
      'tenancies.address',
      'tenancies.erased_at',
    ])
    .select(PAID_SINCE.as('paid_cents'))
    .select(
      sql<MailState | null>`(select mails.state from mails where mails.reminder_id = reminders.id)`.as('mail_state'),
    )
    .$if('tenancyId' in of, (query) => query.where('reminders.tenancy_id', '=', 'tenancyId' in of ? of.tenancyId : 0))
    .$if('ids' in of, (query) => query.where('reminders.id', 'in', 'ids' in of ? of.ids : []))
    .orderBy('reminders.id', 'desc')
    .execute();
}

export interface ReminderStanding {
  level: ReminderLevel;
  day: Day;
  promise: Pick<StoredReminder, 'promised_on' | 'promised_cents'> & { paid_cents: Cents };
}

/** Returns the last reminder of each tenancy that has one, and its last promise to pay, if any. */
export async function listReminderStandings(db: Reader): Promise<Map<number, ReminderStanding>> {
  const ofLast = (hasPromise: boolean) =>
    db
      .selectFrom('reminders')
      .select(['tenancy_id', 'level', 'day', 'promised_on', 'promised_cents', PAID_SINCE.as('paid_cents')])
      .where('id', 'in', (query) =>
        query
          .selectFrom('reminders as other')
          .select(({ fn }) => fn.max('other.id').as('id'))
          .$if(hasPromise, (some) => some.where('other.promised_on', 'is not', null))
          .groupBy('other.tenancy_id'),
      )
      .execute();
  const promises = new Map((await ofLast(true)).map((row) => [row.tenancy_id, row]));
  return new Map(
    (await ofLast(false)).map((row) => {
      const { tenancy_id, level, day } = row;
      return [tenancy_id, { level, day, promise: promises.get(tenancy_id) ?? row }];
    }),
  );
}

export function isPromiseBroken(
  { promised_on, promised_cents, paid_cents }: ReminderStanding['promise'],
  today: Day,
): boolean {
  return promised_on !== null && promised_on < today && paid_cents < (promised_cents ?? cents(0));
}

const PERSONAL: PersonalColumns<StoredReminder> = {
  id: 'keep',
  tenancy_id: 'keep',
  level: 'keep',
  way: 'keep',
  day: 'keep',
  language: 'keep',
  due_cents: 'keep',
  last_day: 'keep',
  subject: { erasedTo: '' },
  body: { erasedTo: '' },
  recorded_at: 'keep',
  recorded_by: 'keep',
  promised_on: 'keep',
  promised_cents: 'keep',
  promised_at: 'keep',
  promised_from: 'keep',
  note: { erasedTo: '' },
  next_step: { erasedTo: '' },
};

/** Erases the texts of reminders, which contain the tenant's name. Level, day and amount remain. */
export async function eraseReminderTexts(tx: Writer, tenancyId: number): Promise<void> {
  await tx.updateTable('reminders').set(erasedColumns(PERSONAL)).where('tenancy_id', '=', tenancyId).execute();
}
