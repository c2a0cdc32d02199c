import { sql } from 'kysely';
import type { Day } from '#billing/calendar.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';

function selectLinks(db: Reader) {
  return db
    .selectFrom('tenancies')
    .leftJoin('tenant_pages', 'tenant_pages.tenancy_id', 'tenancies.id')
    .select(['tenancies.id', 'tenancies.language', 'tenancies.erased_at', 'tenant_pages.revoked_at'])
    .select(sql<number>`coalesce(tenant_pages.version, 1)`.as('version'));
}

export type LinkRow = Awaited<ReturnType<typeof listLinks>>[number];

export function listLinks(db: Reader, tenancyIds: readonly number[]) {
  return selectLinks(db).where('tenancies.id', 'in', tenancyIds).execute();
}

export function findPageLink(db: Reader, tenancyId: number): Promise<LinkRow | undefined> {
  return selectLinks(db).where('tenancies.id', '=', tenancyId).executeTakeFirst();
}

export async function putLink(
  tx: Writer,
  { now }: Pick<ActionContext, 'now'>,
  { tenancy_id, ...link }: { tenancy_id: number; version: number; revoked_at: ActionContext['now'] | null },
): Promise<void> {
  const changed = { ...link, changed_at: now };
  await tx
    .insertInto('tenant_pages')
    .values({ tenancy_id, ...changed })
    .onConflict((conflict) => conflict.column('tenancy_id').doUpdateSet(changed))
    .execute();
}

export async function countPageVisit(tx: Writer, tenancy_id: number, day: Day): Promise<void> {
  await tx
    .insertInto('tenant_page_days')
    .values({ tenancy_id, day, visits: 1 })
    .onConflict((conflict) =>
      conflict.columns(['tenancy_id', 'day']).doUpdateSet(({ eb, ref }) => ({
        visits: eb(ref('tenant_page_days.visits'), '+', 1),
      })),
    )
    .execute();
}

export async function deletePageDays(tx: Writer, tenancyId: number): Promise<void> {
  await tx.deleteFrom('tenant_page_days').where('tenancy_id', '=', tenancyId).execute();
}

function selectOldDays(db: Reader, before: Day) {
  return db.selectFrom('tenant_page_days').where('day', '<', before);
}

export async function hasPageDaysBefore(db: Reader, day: Day): Promise<boolean> {
  return (await selectOldDays(db, day).select('day').limit(1).executeTakeFirst()) !== undefined;
}

export async function deletePageDaysBefore(tx: Writer, day: Day): Promise<void> {
  await tx.deleteFrom('tenant_page_days').where('day', '<', day).execute();
}
