import { sql } from 'kysely';
import type { Day } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { accountOf } from '../../db/recorded-by.ts';
import type { CountedCents } from './queries.ts';

/**
 * Written as SQL without parameters, because the databases use a partial index only for a query that repeats its
 * condition literally.
 */
const IS_CHEQUE = sql<boolean>`entry.kind = 'payment' and entry.method = 'Cheque' and entry.voided_at is null`;

/** Selects payments that are not void, with the amount of their corrections and the day on which the bank paid them. */
function selectCheques(db: Reader) {
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
      'entry.method',
      'entry.tenancy_id',
      'entry.cheque_number',
      'entry.cheque_bank',
      'entry.cheque_date',
      'entry.recorded_at',
      'entry.recorded_by',
      'shops.shop_id',
      'tenancies.name as tenant_name',
      'receivers.username as receiver',
      'cleared.cleared_on',
      CORRECTED_CENTS.as('cents'),
    ])
    .where('entry.kind', '=', 'payment')
    .where('entry.voided_at', 'is', null);
}

const CORRECTED_CENTS = sql<Cents>`cast(entry.cents + coalesce((select sum(correction.cents)
  from ledger_entries as correction where correction.payment_id = entry.id and correction.voided_at is null), 0) as bigint)`;

export type ChequeRow = Awaited<ReturnType<ReturnType<typeof selectCheques>['executeTakeFirstOrThrow']>>;

/** Lists pending cheques, the earliest date first, or cleared cheques, the last cleared first. */
export function listCheques(
  db: Reader,
  { isPending, most }: { isPending: boolean; most: number },
): Promise<ChequeRow[]> {
  const cheques = selectCheques(db).where(IS_CHEQUE);
  const listed = isPending
    ? cheques
        .where('cleared.cleared_on', 'is', null)
        .orderBy(sql`coalesce(entry.cheque_date, substr(entry.recorded_at, 1, 10))`)
        .orderBy('entry.id')
    : cheques
        .where('cleared.cleared_on', 'is not', null)
        .orderBy('cleared.cleared_on', 'desc')
        .orderBy('entry.id', 'desc');
  return listed.limit(most).execute();
}

/** Finds the payments with these ids that are not void, whatever their payment method. */
export function findCheques(db: Reader, ids: readonly number[]): Promise<ChequeRow[]> {
  return selectCheques(db).where('entry.id', 'in', ids).execute();
}

export function sumPendingCheques(db: Reader): Promise<CountedCents> {
  return db
    .selectFrom(selectCheques(db).where(IS_CHEQUE).where('cleared.cleared_on', 'is', null).as('pending'))
    .select([
      sql<number>`cast(count(*) as bigint)`.as('count'),
      sql<Cents>`cast(coalesce(sum(pending.cents), 0) as bigint)`.as('cents'),
    ])
    .executeTakeFirstOrThrow();
}

export async function putClearedCheque(
  tx: Writer,
  { now, actor }: ActionContext,
  { id, day }: { id: number; day: Day | null },
): Promise<void> {
  const cleared = { cleared_on: day, recorded_at: now, recorded_by: actor };
  await tx
    .insertInto('cleared_cheques')
    .values({ payment_id: id, ...cleared })
    .onConflict((conflict) => conflict.column('payment_id').doUpdateSet(cleared))
    .execute();
}

/** Copies the day on which the bank paid a cheque from a payment to the payment that replaces it. */
export async function copyClearedCheque(
  tx: Writer,
  context: ActionContext,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const cleared = await tx
    .selectFrom('cleared_cheques')
    .select('cleared_on')
    .where('payment_id', '=', from)
    .where('cleared_on', 'is not', null)
    .executeTakeFirst();
  if (cleared) await putClearedCheque(tx, context, { id: to, day: cleared.cleared_on });
}
