import type { NewsPageData, PageDataByName, PageFrame, PageName, PricesPageData } from '#contract/site.ts';

/**
 * Without language, filters, searches and ranges. Undefined for pages that search engines should not list: print pages
 * and days without a list.
 */
export function canonicalPath(page: PageName, data: PageDataByName[PageName], { path }: PageFrame): string | undefined {
  const [address = ''] = path.split('?');
  const here = `/${address.split('/').filter(Boolean).join('/')}`;
  switch (page) {
    case 'daily-prices':
      return placeOfDay(here, data as PricesPageData);
    case 'news':
      return placeOfNews(here, data as NewsPageData);
    case 'home':
    case 'product-chart':
    case 'news-item':
    case 'contact':
    case 'calendar':
    case 'open-data':
    case 'alerts':
    case 'how-right':
      return here;
    case 'alert':
    case 'print-prices':
    case 'print-poster':
    case 'board':
    case 'offline':
    case 'not-found':
    case 'broken':
      return undefined;
  }
}

function placeOfDay(here: string, { isAsked, date, rows }: PricesPageData): string | undefined {
  if (!isAsked) return here;
  return rows.length === 0 ? undefined : `${here}?date=${date}`;
}

function placeOfNews(here: string, { newsType, page }: NewsPageData): string {
  return newsType === 'all' && page > 1 ? `${here}?page=${page}` : here;
}
