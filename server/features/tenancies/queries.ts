import { type Selectable, sql } from 'kysely';
import { endOfDay } from '#billing/calendar.ts';
import type { AuditEventType } from '#contract/audit.ts';
import type { Reader } from '../../db/connect.ts';
import { contains } from '../../db/like-pattern.ts';
import type { Tables } from '../../db/tables/tables.ts';
import type { TenancyOfShopRow } from '../tenants/queries.ts';

export type TermSetRow = Selectable<Tables['terms']>;
export type TenancyEventRow = Selectable<Tables['audit_log']>;

/** Returns the terms of a tenancy, newest first. */
export function listTermRows(db: Reader, tenancyId: number): Promise<TermSetRow[]> {
  return db.selectFrom('terms').selectAll().where('tenancy_id', '=', tenancyId).orderBy('id', 'desc').execute();
}

const MOST_HISTORY = 100;
const HISTORY_TYPES: readonly AuditEventType[] = [
  'Tenant Added',
  'Tenant Changed',
  'Tenant Removed',
  'Deposit Received',
  'Deposit Applied',
  'Deposit Refunded',
  'Credit Refunded',
  'Debt Written Off',
  'Balance Transferred',
  'Balance Set',
  'Reminder Sent',
  'Reminder Followed Up',
  'Personal Data Downloaded',
  'Personal Data Erased',
];
/** An entry of this type concerns whoever has the shop. */
const OF_SHOP: AuditEventType = 'Shop Changed';

/**
 * The maximum number of rows of each list in a download of personal data. A monthly bill reaches the limit after 400
 * years.
 */
const MOST_LISTED = 5000;

export interface ShortenedList<Row> {
  rows: Row[];
  isShortened: boolean;
}

async function listNewest<Row>(query: {
  limit: (most: number) => { execute: () => Promise<Row[]> };
}): Promise<ShortenedList<Row>> {
  const rows = await query.limit(MOST_LISTED + 1).execute();
  return { rows: rows.slice(0, MOST_LISTED).reverse(), isShortened: rows.length > MOST_LISTED };
}

export function listInvoicesOfTenant(db: Reader, tenancyId: number) {
  return listNewest(
    db
      .selectFrom('invoices')
      .innerJoin('ledger_entries', 'ledger_entries.id', 'invoices.id')
      .select(['invoices.number', 'invoices.generated_at', 'invoices.total_cents'])
      .where('invoices.tenancy_id', '=', tenancyId)
      .where('ledger_entries.voided_at', 'is', null)
      .orderBy('invoices.id', 'desc'),
  );
}

/** Returns the payments of a tenancy, deleted ones included. */
export function listPaymentsOfTenant(db: Reader, tenancyId: number) {
  return listNewest(
    db
      .selectFrom('ledger_entries')
      .select(['id', 'kind', 'effective_at', 'cents', 'method', 'note', 'voided_at'])
      .where('tenancy_id', '=', tenancyId)
      .where('kind', 'in', ['payment', 'correction'])
      .orderBy('id', 'desc'),
  );
}

export function listMailsOfTenant(db: Reader, tenancyId: number) {
  return listNewest(
    db
      .selectFrom('mails')
      .leftJoin('invoices', 'invoices.id', 'mails.invoice_id')
      .select(['invoices.number', 'mails.recipient', 'mails.state', 'mails.changed_at'])
      .where(({ or, eb }) => or([eb('mails.tenancy_id', '=', tenancyId), eb('invoices.tenancy_id', '=', tenancyId)]))
      .orderBy('mails.id', 'desc'),
  );
}

export function listRemindersOfTenant(db: Reader, tenancyId: number) {
  return listNewest(db.selectFrom('reminders').selectAll().where('tenancy_id', '=', tenancyId).orderBy('id', 'desc'));
}

export function listClaimsOfTenant(db: Reader, tenancyId: number) {
  return listNewest(
    db
      .selectFrom('payment_claims')
      .select(['claimed_at', 'day', 'cents', 'bank', 'payment_id', 'sentence'])
      .select(sql<number>`case when picture is null then 0 else 1 end`.as('has_picture'))
      .where('tenancy_id', '=', tenancyId)
      .orderBy('id', 'desc'),
  );
}

export function listRentMessagesOfTenant(db: Reader, tenancyId: number) {
  return listNewest(
    db
      .selectFrom('rent_messages')
      .innerJoin('rent_message_tenancies', 'rent_message_tenancies.message_id', 'rent_messages.id')
      .select(['occasion', 'channel', 'recipient', 'state', 'text', 'changed_at'])
      .where('rent_message_tenancies.tenancy_id', '=', tenancyId)
      .orderBy('rent_messages.id', 'desc'),
  );
}

export function listWalksOfTenant(db: Reader, tenancyId: number) {
  return listNewest(
    db
      .selectFrom('walk_entries')
      .select(['seen_at', 'state', 'note', 'sentence'])
      .select(sql<number>`case when picture is null then 0 else 1 end`.as('has_picture'))
      .where('tenancy_id', '=', tenancyId)
      .orderBy('id', 'desc'),
  );
}

export function listPageVisitsOfTenant(db: Reader, tenancyId: number) {
  return listNewest(
    db
      .selectFrom('tenant_page_days')
      .select(['day', 'visits'])
      .where('tenancy_id', '=', tenancyId)
      .orderBy('day', 'desc'),
  );
}

/**
 * Returns the audit entries of the tenancy, and those of the shop since its beginning that concern no tenancy but contain
 * the tenant's name, such as requests for approval.
 */
export function listEventsOfTenant(db: Reader, { id, name, created_at, written_shop_id }: TenancyOfShopRow) {
  const texts = sql<string>`lower(event_description || ' ' || coalesce(old_value, '') || ' ' || coalesce(new_value, ''))`;
  return listNewest(
    db
      .selectFrom('audit_log')
      .selectAll()
      .where(({ or, and, eb }) =>
        or([
          eb('tenancy_id', '=', id),
          and([
            eb('tenancy_id', 'is', null),
            ofShop(written_shop_id),
            eb('event_date', '>=', created_at),
            contains(texts, name),
          ]),
        ]),
      )
      .orderBy('id', 'desc'),
  );
}

/**
 * Returns the newest audit entries since the tenancy began, or since its personal data was erased, newest first: those
 * of the tenancy, and the changes of the shop until it ended.
 */
export function listHistory(db: Reader, tenancy: TenancyOfShopRow): Promise<TenancyEventRow[]> {
  const { id, ended_on, written_shop_id } = tenancy;
  const since = tenancy.erased_at ?? tenancy.created_at;
  const ofTenancy = db
    .selectFrom('audit_log')
    .selectAll()
    .where('tenancy_id', '=', id)
    .where('event_type', 'in', HISTORY_TYPES)
    .where('event_date', '>=', since);
  const ofItsShop = db
    .selectFrom('audit_log')
    .selectAll()
    .where(ofShop(written_shop_id))
    .where('event_type', '=', OF_SHOP)
    .where('event_date', '>=', since)
    .$call((query) => (ended_on === null ? query : query.where('event_date', '<=', endOfDay(ended_on))));
  return ofTenancy.unionAll(ofItsShop).orderBy('id', 'desc').limit(MOST_HISTORY).execute();
}

/** The number is compared in lower case too, because the index of the log has it only so. */
function ofShop(shopId: string) {
  return sql<boolean>`lower(shop_id) = lower(${shopId}) and shop_id = ${shopId}`;
}
