import type { ChartPageData, PageDataByName, PageFrame, PageName, PricesPageData } from '#contract/site.ts';
import { formatDay } from '#web/i18n/format.ts';
import type { Speech } from '#web/i18n/translate.ts';
import { nameOf } from './product-name.tsx';

/** The title of a page in the tab: what it shows, then whose it is. */
export function pageTitle(
  page: PageName,
  data: PageDataByName[PageName],
  frame: PageFrame,
  { language, t }: Speech,
): string {
  const centre = frame.centre.name[language];
  const subject = {
    home: () => frame.centre.place[language],
    contact: () => t('contact.title'),
    'not-found': () => t('notFound.title'),
    'daily-prices': () => pricesTitle((data as PricesPageData).date, t),
    'print-prices': () => pricesTitle((data as PageDataByName['print-prices']).date, t),
    'product-chart': () => t('chart.titleOf', { name: nameOf((data as ChartPageData).product, language).text }),
  }[page]();
  return `${subject} · ${centre}`;
}

/** The title of a day's prices; of the daily prices as such while no day is known. */
function pricesTitle(date: PricesPageData['date'], t: Speech['t']): string {
  return date === null ? t('nav.prices') : t('prices.of', { date: formatDay(date, t) });
}

/** One sentence about a page for search engines; undefined where there is nothing to say. */
export function pageDescription(
  page: PageName,
  data: PageDataByName[PageName],
  frame: PageFrame,
  { language, t }: Speech,
): string | undefined {
  const centre = frame.centre.name[language];
  if (page === 'home') return t('home.description');
  if (page === 'daily-prices') return t('prices.description', { centre });
  if (page !== 'product-chart') return undefined;
  return t('chart.description', { centre, name: nameOf((data as ChartPageData).product, language).text });
}
