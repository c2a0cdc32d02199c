import { type Day, fromDayNumber } from '#billing/calendar.ts';
import type {
  ChartPageData,
  DayList,
  HomePageData,
  OpenDataPageData,
  PageDataByName,
  PageFrame,
  PageName,
  PricesPageData,
  ShareCard,
} from '#contract/site.ts';
import { translators } from '#web/i18n/catalogues.ts';
import { centsOf, formatDay, formatRange } from '#web/i18n/format.ts';
import { nameOf } from '../product-name.tsx';

const MOST_PRICES = 8;

/** The first products of the list. */
export function shareCard({ date, rows }: DayList, { language, centre }: PageFrame): ShareCard {
  const { t } = translators[language];
  return {
    market: centre.name[language],
    place: centre.place[language],
    title: t('prices.of', { date: formatDay(date, t) }),
    prices: rows.slice(0, MOST_PRICES).map(({ product, min_price, max_price }) => ({
      name: nameOf(product, language).text,
      currency: t('money.currency'),
      figure: formatRange(centsOf(min_price), centsOf(max_price), t),
      unit: t(`unit.${product.unit}`),
    })),
    count: t('home.wholeList', { count: rows.length }),
  };
}

export function shareImageDay(page: PageName, data: PageDataByName[PageName]): Day | undefined {
  switch (page) {
    case 'home':
      return (data as HomePageData).latest?.date;
    case 'daily-prices': {
      const { date, rows } = data as PricesPageData;
      return date === null || rows.length === 0 ? undefined : date;
    }
    case 'product-chart': {
      const last = (data as ChartPageData).days.at(-1);
      return last === undefined ? undefined : fromDayNumber(last);
    }
    case 'open-data':
      return (data as OpenDataPageData).latest ?? undefined;
    default:
      return undefined;
  }
}
