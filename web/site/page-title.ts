import { fromDayNumber } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import type { ChartPageData, PageDataByName, PageFrame, PageName, PricesPageData } from '#contract/site.ts';
import { formatDay, formatRange } from '#web/i18n/format.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { newestPoints } from '#web/ui/chart/chart-range.ts';
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
    calendar: () => t('calendar.title'),
    'open-data': () => t('openData.title'),
    'print-poster': () => t('poster.name'),
    board: () => t('board.title'),
    alerts: () => t('alerts.title'),
    alert: () => t('alerts.manage.title'),
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
  if (page === 'calendar') return t('calendar.description', { centre });
  if (page === 'contact') return t('contact.description', { centre });
  if (page === 'alerts') return t('alerts.description', { centre });
  if (page === 'open-data') return t('openData.description', { centre });
  if (page === 'how-right') return t('outlook.description', { centre });
  if (page === 'board') return t('prices.description', { centre });
  if (page === 'daily-prices') return describePrices(data as PricesPageData, centre, t);
  if (page !== 'product-chart') return undefined;
  return describeProduct(data as ChartPageData, centre, { language, t });
}

function describeProduct(data: ChartPageData, centre: string, { language, t }: Translator): string {
  const { product } = data;
  const name = nameOf(product, language).text;
  const [latest] = newestPoints(data, 1);
  if (!latest) return t('chart.description', { centre, name });
  const figure = formatRange(cents(latest.minCents), cents(latest.maxCents), t);
  const price = `${t('money.currency')} ${figure} ${t(`unit.${product.unit}`)}`;
  return t('seo.product', { centre, name, price, date: formatDay(fromDayNumber(latest.day), t) });
}

function describePrices({ date, rows }: PricesPageData, centre: string, t: Translator['t']): string {
  if (date === null || rows.length === 0) return t('prices.description', { centre });
  return t('seo.day', { centre, date: formatDay(date, t), count: rows.length });
}
