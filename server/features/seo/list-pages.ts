import type { Day } from '#billing/calendar.ts';
import type { IndexedAs, SiteRenderer } from '#contract/site.ts';
import type { Reader } from '../../db/connect.ts';
import { listProducts } from '../products/queries.ts';
import { listPublications } from '../publications/queries.ts';
import { listNewestDays } from './queries.ts';
import type { SitemapPage } from './write-sitemap.ts';

/** Older days and news are linked from page to page. */
const MOST_DAYS = 60;
const MOST_NEWS = 200;

export async function listSitemapPages(
  db: Reader,
  pages: SiteRenderer['publicPages'],
  today: Day,
): Promise<SitemapPage[]> {
  const days = await listNewestDays(db, today, MOST_DAYS);
  const [newest] = days.toSorted((one, other) => (one.changed < other.changed ? 1 : -1));
  const changed = newest && { changed: newest.changed };
  const lines: Record<IndexedAs, (path: string) => Promise<SitemapPage[]>> = {
    page: async (path) => [{ path }],
    'newest-list': async (path) => [{ path, ...changed }],
    'each-day': async (path) => [
      { path, ...changed },
      ...days.map((one) => ({ path: `${path}?date=${one.date}`, changed: one.changed })),
    ],
    'each-product': async (path) =>
      (await listProducts(db)).map(({ id }) => ({ path: path.replace(':id', String(id)) })),
    'each-publication': async (path) =>
      (await listPublications(db, MOST_NEWS)).map(({ id, updated_at }) => ({
        path: path.replace(':id', String(id)),
        changed: updated_at,
      })),
  };
  const found = pages.map(async ({ path, indexed }) => (indexed === undefined ? [] : lines[indexed](path)));
  return (await Promise.all(found)).flat();
}
