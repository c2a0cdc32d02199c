import { fromDayNumber } from '#billing/calendar.ts';
import { cents, toRupees } from '#billing/money.ts';
import type { Language } from '#contract/languages.ts';
import { inLanguage } from '#contract/languages.ts';
import type {
  ChartPageData,
  NewsItem,
  OpenDataPageData,
  PageDataByName,
  PageFrame,
  PageName,
  PricesPageData,
} from '#contract/site.ts';
import { formatDay } from '#web/i18n/format.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { nameOf } from '../product-name.tsx';

const CURRENCY = 'LKR';
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

interface Told {
  frame: PageFrame;
  speech: Translator;
  address: (path: string) => string;
}

type Thing = Record<string, unknown>;

export function structuredData(
  page: PageName,
  data: PageDataByName[PageName],
  { frame, speech }: { frame: PageFrame; speech: Translator },
): Thing | undefined {
  const told = { frame, speech, address: (path: string) => base(frame) + inLanguage(speech.language, path) };
  const graph = thingsOf(page, data, told);
  return graph.length === 0 ? undefined : { '@context': 'https://schema.org', '@graph': graph };
}

function thingsOf(page: PageName, data: PageDataByName[PageName], told: Told): Thing[] {
  switch (page) {
    case 'home':
      return [website(told), market(told)];
    case 'contact':
      return [market(told)];
    case 'daily-prices':
      return priceList(data as PricesPageData, told);
    case 'product-chart':
      return [product(data as ChartPageData, told)];
    case 'open-data':
      return [dataset(data as OpenDataPageData, told)];
    case 'news-item':
      return [article((data as PageDataByName['news-item']).publication, told)];
    default:
      return [];
  }
}

function base({ publicUrl }: PageFrame): string {
  return publicUrl ?? '';
}

function website({ frame, speech: { language }, address }: Told): Thing {
  return { '@type': 'WebSite', name: frame.centre.name[language], url: address('/'), inLanguage: language };
}

function market({ frame, speech: { language }, address }: Told): Thing {
  const { centre } = frame;
  return {
    ...seller(frame, language),
    url: address('/'),
    image: `${base(frame)}/icon-512.png`,
    telephone: centre.hotline,
    email: centre.email,
    address: {
      '@type': 'PostalAddress',
      streetAddress: centre.address[language],
      addressLocality: centre.place[language],
      addressCountry: 'LK',
    },
    geo: { '@type': 'GeoCoordinates', latitude: centre.latitude, longitude: centre.longitude },
    openingHoursSpecification: {
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: frame.openWeekdays.map((weekday) => WEEKDAYS[weekday]),
      opens: centre.openingHours.opens,
      closes: centre.openingHours.closes,
    },
    currenciesAccepted: CURRENCY,
    sameAs: centre.socialLinks.map(({ url }) => url),
  };
}

function seller(frame: PageFrame, language: Language): Thing {
  return { '@type': 'WholesaleStore', '@id': `${base(frame)}/#market`, name: frame.centre.name[language] };
}

function priceList({ date, rows, type, search }: PricesPageData, { speech, address }: Told): Thing[] {
  const { language, t } = speech;
  if (date === null || rows.length === 0 || type !== '' || search !== '') return [];
  return [
    {
      '@type': 'ItemList',
      name: t('prices.of', { date: formatDay(date, t) }),
      numberOfItems: rows.length,
      itemListElement: rows.map((row, at) => ({
        '@type': 'ListItem',
        position: at + 1,
        item: {
          '@type': 'Product',
          name: nameOf(row.product, language).text,
          url: address(`/product/${row.product.id}/chart`),
          offers: offer(row.min_price, row.max_price, t(`unit.${row.product.unit}`)),
        },
      })),
    },
  ];
}

function product({ product: shown, days, minCents, maxCents }: ChartPageData, { frame, speech, address }: Told): Thing {
  const { language, t } = speech;
  const name = nameOf(shown, language).text;
  const others = [shown.name, shown.name_si, shown.name_ta, ...shown.aliases];
  const url = address(`/product/${shown.id}/chart`);
  const last = days.at(-1);
  return {
    '@type': 'Product',
    name,
    alternateName: [...new Set(others)].filter((other) => other !== '' && other !== name),
    sku: shown.code,
    category: t(`type.${shown.type}`),
    url,
    ...(shown.image !== null && { image: shown.image }),
    ...(last !== undefined && {
      offers: {
        ...offer(toRupees(cents(minCents.at(-1) ?? 0)), toRupees(cents(maxCents.at(-1) ?? 0)), t(`unit.${shown.unit}`)),
        validFrom: fromDayNumber(last),
        seller: seller(frame, language),
        url,
      },
    }),
  };
}

function offer(lowPrice: number, highPrice: number, description: string): Thing {
  return { '@type': 'AggregateOffer', priceCurrency: CURRENCY, lowPrice, highPrice, description };
}

function dataset({ years }: OpenDataPageData, { frame, speech: { language, t }, address }: Told): Thing {
  const [first] = years;
  const files = years.flatMap((year) => [
    { year, kind: 'csv', type: 'text/csv' },
    { year, kind: 'json', type: 'application/json' },
  ]);
  return {
    '@type': 'Dataset',
    name: t('openData.dataset', { centre: frame.centre.name[language] }),
    description: t('openData.description', { centre: frame.centre.name[language] }),
    url: address('/open-data'),
    license: address('/open-data'),
    isAccessibleForFree: true,
    creator: seller(frame, language),
    spatialCoverage: frame.centre.place[language],
    ...(first !== undefined && { temporalCoverage: `${first}-01-01/..` }),
    variableMeasured: ['min_price', 'max_price'],
    distribution: files.map(({ year, kind, type }) => ({
      '@type': 'DataDownload',
      name: String(year),
      encodingFormat: type,
      contentUrl: `${base(frame)}/api/v1/years/${year}/prices.${kind}`,
    })),
  };
}

function article({ id, topic, image, createdAt }: NewsItem, { frame, speech: { language }, address }: Told): Thing {
  return {
    '@type': 'NewsArticle',
    headline: topic.text,
    datePublished: createdAt,
    inLanguage: topic.language,
    publisher: seller(frame, language),
    url: address(`/news/${id}`),
    ...(image !== null && { image }),
  };
}
