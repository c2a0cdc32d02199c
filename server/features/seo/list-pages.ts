import type { Day } from '#billing/calendar.ts';
import type { PageName } from '#contract/site.ts';
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
  patterns: Record<string, PageName>,
  today: Day,
): Promise<SitemapPage[]> {
  const days = await listNewestDays(db, today, MOST_DAYS);
  const [newest] = days.toSorted((one, other) => (one.changed < other.changed ? 1 : -1));
  const changed = newest && { changed: newest.changed };
  const found = Object.entries(patterns).map(async ([pattern, page]): Promise<SitemapPage[]> => {
    switch (page) {
      case 'home':
        return [{ path: pattern, ...changed }];
      case 'daily-prices':
        return [
          { path: pattern, ...changed },
          ...days.map((one) => ({ path: `${pattern}?date=${one.date}`, changed: one.changed })),
        ];
      case 'product-chart':
        return (await listProducts(db)).map(({ id }) => ({ path: pattern.replace(':id', String(id)) }));
      case 'news-item':
        return (await listPublications(db, MOST_NEWS)).map(({ id, updated_at }) => ({
          path: pattern.replace(':id', String(id)),
          changed: updated_at,
        }));
      case 'news':
      case 'contact':
      case 'calendar':
      case 'open-data':
      case 'alerts':
      case 'how-right':
        return [{ path: pattern }];
      case 'alert':
      case 'print-prices':
      case 'print-poster':
      case 'board':
      case 'offline':
      case 'not-found':
      case 'broken':
        return [];
    }
  });
  return (await Promise.all(found)).flat();
}
