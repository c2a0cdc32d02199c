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

interface PagePicture {
  /** Below `/share/si/`; another one for another day, because messengers store a picture by its address. */
  path: string;
  day: Day;
}

export function pagePicture(page: PageName, data: PageDataByName[PageName]): PagePicture | undefined {
  switch (page) {
    case 'home':
      return pictureOfDay((data as HomePageData).latest?.date);
    case 'daily-prices': {
      const { date, rows } = data as PricesPageData;
      return pictureOfDay(rows.length === 0 ? null : date);
    }
    case 'product-chart': {
      const { product, days } = data as ChartPageData;
      const last = days.at(-1);
      if (last === undefined) return undefined;
      const day = fromDayNumber(last);
      return { path: `product/${product.id}.png?${day}`, day };
    }
    case 'open-data':
      return pictureOfDay((data as OpenDataPageData).latest);
    default:
      return undefined;
  }
}

function pictureOfDay(day: Day | null | undefined): PagePicture | undefined {
  return day ? { path: `${day}.png`, day } : undefined;
}
