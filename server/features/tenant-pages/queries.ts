import { sql } from 'kysely';
import type { Day, Instant } from '#billing/calendar.ts';
import type { Reader } from '../../db/connect.ts';
import { CORRECTED_CENTS, IS_TO_CONFIRM } from '../cash/bank-payment-queries.ts';

function selectOpened(db: Reader) {
  return db.selectFrom('tenancies').select(({ selectFrom }) => [
    'tenancies.id',
    selectFrom('invoices')
      .innerJoin('ledger_entries as bill', 'bill.id', 'invoices.id')
      .select(({ fn }) => fn.max<Instant | null>('invoices.generated_at').as('at'))
      .whereRef('bill.tenancy_id', '=', 'tenancies.id')
      .where('bill.voided_at', 'is', null)
      .as('billed_at'),
    selectFrom('tenant_page_days')
      .select(({ fn }) => fn.max<Day | null>('day').as('day'))
      .whereRef('tenant_page_days.tenancy_id', '=', 'tenancies.id')
      .as('opened_on'),
  ]);
}

export type OpenedRow = Awaited<ReturnType<ReturnType<typeof selectOpened>['executeTakeFirstOrThrow']>>;

/** Returns the last day on which the page of a tenancy was opened, and when its newest bill was made. */
export function findOpened(db: Reader, tenancyId: number): Promise<OpenedRow | undefined> {
  return selectOpened(db).where('tenancies.id', '=', tenancyId).executeTakeFirst();
}

export function listOpened(db: Reader): Promise<OpenedRow[]> {
  return selectOpened(db).where('tenancies.ended_on', 'is', null).execute();
}

/** Lists the payments of a tenancy with what the bank had of each, newest first, void ones included. */
export function listTenantPayments(db: Reader, tenancyId: number) {
  return db
    .selectFrom('ledger_entries as entry')
    .leftJoin('cleared_cheques as cleared', 'cleared.payment_id', 'entry.id')
    .select([
      'entry.id',
      'entry.method',
      'entry.cheque_date',
      'entry.counts_from',
      'entry.counted_at',
      'entry.effective_at',
      'entry.voided_at',
      'cleared.cleared_on',
      'cleared.returned_on',
      CORRECTED_CENTS.as('cents'),
      sql<number>`case when ${IS_TO_CONFIRM} then 1 else 0 end`.as('is_to_confirm'),
    ])
    .where('entry.tenancy_id', '=', tenancyId)
    .where('entry.kind', '=', 'payment')
    .orderBy('entry.effective_at', 'desc')
    .orderBy('entry.id', 'desc')
    .execute();
}

export type TenantPaymentRow = Awaited<ReturnType<typeof listTenantPayments>>[number];
