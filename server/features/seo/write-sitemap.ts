import type { Day } from '#billing/calendar.ts';
import { inLanguage, type Language, languages } from '#contract/languages.ts';
import type { IndexedAs, SiteRenderer } from '#contract/site.ts';
import type { Reader } from '../../db/connect.ts';
import { escapeMarkup } from '../../http/core/escape-markup.ts';
import type { PriceBook } from '../prices/price-book.ts';
import { listProducts } from '../products/queries.ts';
import { listPublications } from '../publications/queries.ts';

/** The maximum number of days in the sitemap. Crawlers reach older days and news through links. */
const MOST_DAYS = 60;
const MOST_NEWS = 200;

export async function listSitemapPages(
  { db, book, today }: { db: Reader; book: PriceBook; today: Day },
  pages: SiteRenderer['publicPages'],
): Promise<SitemapPage[]> {
  const days = book.listNewestDays(today, MOST_DAYS);
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

export interface SitemapPage {
  path: string;
  changed?: string;
}

/** Returns the sitemap (sitemaps.org): each page in each language, with links to its other languages. */
export function writeSitemap(places: readonly SitemapPage[], publicUrl: string): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...places.flatMap((place) => writePlace(place, publicUrl)),
    '</urlset>\n',
  ].join('\n');
}

function writePlace({ path, changed }: SitemapPage, publicUrl: string): string[] {
  const address = (language: Language) => escapeMarkup(publicUrl + inLanguage(language, path));
  const inEach = [...languages.map((language) => [language, language] as const), ['x-default', 'en'] as const].map(
    ([name, language]) => `<xhtml:link rel="alternate" hreflang="${name}" href="${address(language)}"/>`,
  );
  const last = changed === undefined ? '' : `<lastmod>${changed}</lastmod>`;
  return languages.map((language) => `<url><loc>${address(language)}</loc>${last}${inEach.join('')}</url>`);
}
