import { fromDayNumber } from '#billing/calendar.ts';
import { type Cents, cents } from '#billing/money.ts';
import { formatDay, formatDayMonth } from '#contract/days.ts';
import { ROWS_PER_PICTURE } from '#contract/share-limits.ts';
import type { ChartPageData, DayList, ListShareCard, PageFrame, ProductShareCard, ShareCard } from '#contract/site.ts';
import { translators } from '#web/i18n/catalogues.ts';
import { formatRange, formatRupees } from '#web/i18n/format.ts';
import type { SiteMessageKey, Translate } from '#web/i18n/translate.ts';
import { newestPoints } from '#web/ui/chart/chart-range.ts';
import { nameOf } from '../product-name.tsx';

const MOST_PRICES = 8;
const MOST_POINTS = 24;

export function shareCard({ date, rows }: DayList, { language, centre }: PageFrame): ShareCard {
  const { t } = translators[language];
  return {
    market: centre.name[language],
    place: centre.place[language],
    title: t('prices.of', { date: formatDay(date, t) }),
    prices: rows.slice(0, MOST_PRICES).map(({ product, minCents, maxCents }) => ({
      name: nameOf(product, language).text,
      currency: t('money.currency'),
      figure: formatRange(minCents, maxCents, t),
      unit: t(`unit.${product.unit}`),
    })),
    count: t('home.wholeList', { count: rows.length }),
  };
}

export function productShareCard(data: ChartPageData, { language, centre }: PageFrame): ProductShareCard | undefined {
  const { t } = translators[language];
  const points = newestPoints(data, MOST_POINTS);
  const [latest, previous] = points.toReversed();
  const [first] = points;
  if (!latest || !first) return undefined;
  const { product } = data;
  return {
    market: centre.name[language],
    place: centre.place[language],
    name: nameOf(product, language).text,
    currency: t('money.currency'),
    figure: formatRange(cents(latest.minCents), cents(latest.maxCents), t),
    unit: t(`unit.${product.unit}`),
    date: formatDay(fromDayNumber(latest.day), t),
    changes: previous
      ? [
          changeOf(previous.minCents, latest.minCents, { words: MIN_WORDS, t }),
          changeOf(previous.maxCents, latest.maxCents, { words: MAX_WORDS, t }),
        ]
      : [],
    since: previous ? t('chart.since', { date: formatDay(fromDayNumber(previous.day), t) }) : '',
    points: points.map(({ day, minCents, maxCents }) => ({ day, minCents, maxCents })),
    from: formatDayMonth(fromDayNumber(first.day), t),
    to: formatDayMonth(fromDayNumber(latest.day), t),
  };
}

type Direction = ProductShareCard['changes'][number]['direction'];
type ChangeWords = Record<Direction, SiteMessageKey>;

const MIN_WORDS: ChangeWords = { up: 'chart.minUp', down: 'chart.minDown', same: 'chart.minSame' };
const MAX_WORDS: ChangeWords = { up: 'chart.maxUp', down: 'chart.maxDown', same: 'chart.maxSame' };

function changeOf(from: number, to: number, { words, t }: { words: ChangeWords; t: Translate }) {
  const change: Cents = cents(Math.abs(to - from));
  const direction: Direction = to === from ? 'same' : to > from ? 'up' : 'down';
  return { direction, text: t(words[direction], { amount: formatRupees(change, t) }) };
}

export function listShareCards({ date, rows }: DayList, { language, centre }: PageFrame): ListShareCard[] {
  const { t } = translators[language];
  const pages = Math.ceil(rows.length / ROWS_PER_PICTURE);
  return Array.from({ length: pages }, (_, page) => ({
    market: centre.name[language],
    place: centre.place[language],
    title: t('prices.of', { date: formatDay(date, t) }),
    unit: `${t('money.currency')} ${t('unit.kg')}`,
    page: `${page + 1} / ${pages}`,
    rows: rows.slice(page * ROWS_PER_PICTURE, (page + 1) * ROWS_PER_PICTURE).map(({ product, minCents, maxCents }) => ({
      name: nameOf(product, language).text,
      figure: formatRange(minCents, maxCents, t),
      unit: product.unit === 'kg' ? '' : t(`unit.${product.unit}`),
    })),
  }));
}
