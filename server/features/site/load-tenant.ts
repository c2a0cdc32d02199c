import { dayOf } from '#billing/calendar.ts';
import type { TenantPageData } from '#contract/tenant-pages.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { findTenancyOfLink } from '../tenant-links/page-link.ts';
import { countPageVisit } from '../tenant-links/queries.ts';
import { loadTenantPage } from '../tenant-pages/load-tenant-page.ts';

/** Returns what the page of a link shows, and counts the visit of the day; undefined for a link that opens none. */
export async function openTenantPage(app: AppContext, link: string): Promise<TenantPageData | undefined> {
  const { database } = app;
  const tenancyId = await findTenancyOfLink(database.reader, database, link);
  if (tenancyId === undefined) return undefined;
  const page = await readTenantPage(app, tenancyId, link);
  // A database that takes no writes still shows the page.
  await database
    .write((tx) => countPageVisit(tx, tenancyId, dayOf(app.clock.now())))
    .catch((error: unknown) => app.fastify.log.warn({ err: error }, 'a visit of a tenant was not counted'));
  return page;
}

export function readTenantPage(app: AppContext, tenancyId: number, link: string): Promise<TenantPageData | undefined> {
  const shown = { link, now: app.clock.now(), centre: app.centre.facts };
  return app.database.snapshot((db) => loadTenantPage(db, tenancyId, shown));
}
