import type { ChartPageData, PageDataByName, PageFrame, PageName, PricesPageData } from '#contract/site.ts';
import { formatDay } from '#web/i18n/format.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { cutText } from './news/cut-text.ts';
import { nameOf } from './product-name.tsx';

export function pageTitle(
  page: PageName,
  data: PageDataByName[PageName],
  { frame, speech: { language, t } }: { frame: PageFrame; speech: Translator },
): string {
  const centre = frame.centre.name[language];
  const subject = {
    home: () => frame.centre.place[language],
    news: () => t('news.title'),
    'news-item': () => (data as PageDataByName['news-item']).publication.topic.text,
    contact: () => t('contact.title'),
    'open-data': () => t('openData.title'),
    'how-right': () => t('outlook.title'),
    offline: () => t('offline.title'),
    'not-found': () => t('notFound.title'),
    broken: () => t('broken.title'),
    'daily-prices': () => pricesTitle((data as PricesPageData).date, t),
    'print-prices': () => pricesTitle((data as PageDataByName['print-prices']).date, t),
    'product-chart': () => t('chart.titleOf', { name: nameOf((data as ChartPageData).product, language).text }),
  }[page]();
  return `${subject} · ${centre}`;
}

function pricesTitle(date: PricesPageData['date'], t: Translator['t']): string {
  return date === null ? t('nav.prices') : t('prices.of', { date: formatDay(date, t) });
}

export function pageDescription(
  page: PageName,
  data: PageDataByName[PageName],
  { frame, speech: { language, t } }: { frame: PageFrame; speech: Translator },
): string | undefined {
  const centre = frame.centre.name[language];
  if (page === 'home') return (data as PageDataByName['home']).own.home || t('home.description');
  if (page === 'news') return t('news.description', { centre });
  if (page === 'news-item') return cutText((data as PageDataByName['news-item']).publication.description.text);
  if (page === 'contact') return t('contact.description', { centre });
  if (page === 'open-data') return t('openData.description', { centre });
  if (page === 'how-right') return t('outlook.description', { centre });
  if (page === 'daily-prices') return describePrices(data as PricesPageData, centre, t);
  if (page !== 'product-chart') return undefined;
  return t('chart.description', { centre, name: nameOf((data as ChartPageData).product, language).text });
}

function describePrices({ date, rows }: PricesPageData, centre: string, t: Translator['t']): string {
  if (date === null || rows.length === 0) return t('prices.description', { centre });
  return t('seo.day', { centre, date: formatDay(date, t), count: rows.length });
}
