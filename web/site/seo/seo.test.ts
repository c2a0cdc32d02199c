import { describe, expect, test } from 'vitest';
import { inLanguage, type Language, languages } from '#contract/languages.ts';
import type { PageDataByName, PageName } from '#contract/site.ts';
import {
  assets,
  contactData,
  emptyDay,
  frameIn,
  friday,
  fridaysList,
  homeData,
  howRightData,
  newsItem,
  openDataData,
  pricesData,
  shown,
  siteProduct,
  testChartData,
  testPrice,
} from '../../testing/site-market.ts';
import { site } from '../render.tsx';

const PUBLIC_URL = 'https://pola.example';

type Example = {
  [Name in PageName]: { page: Name; path: string; data: PageDataByName[Name]; place: string };
}[PageName];

const examples: Example[] = [
  { page: 'home', path: '/', data: homeData(), place: '/' },
  { page: 'home', path: '/?type=event', data: homeData({ newsType: 'event' }), place: '/' },
  { page: 'daily-prices', path: '/home-dailyprice', data: pricesData(), place: '/home-dailyprice' },
  {
    page: 'daily-prices',
    path: `/home-dailyprice/?date=${friday}&type=fruit&q=a%26b`,
    data: pricesData({ isAsked: true, type: 'fruit', search: 'a&b' }),
    place: `/home-dailyprice?date=${friday}`,
  },
  { page: 'product-chart', path: '/product/1/chart?range=5y', data: testChartData(), place: '/product/1/chart' },
  {
    page: 'news',
    path: '/news?page=2',
    data: { publications: [newsItem(1)], newsType: 'all', page: 2, pages: 2 },
    place: '/news?page=2',
  },
  {
    page: 'news',
    path: '/news?type=event&page=2',
    data: { publications: [], newsType: 'event', page: 2, pages: 2 },
    place: '/news',
  },
  { page: 'news-item', path: '/news/1/', data: { publication: newsItem(1) }, place: '/news/1' },
  { page: 'contact', path: '/contact', data: contactData, place: '/contact' },
  { page: 'open-data', path: '/open-data', data: openDataData(), place: '/open-data' },
  { page: 'how-right', path: '/how-right?year=2025', data: howRightData(), place: '/how-right' },
];

const hidden: Omit<Example, 'place'>[] = [
  { page: 'daily-prices', path: '/home-dailyprice?date=2026-11-19', data: emptyDay('2026-11-19') },
  { page: 'print-prices', path: `/print/prices/${friday}`, data: { date: friday, rows: fridaysList } },
  { page: 'print-poster', path: '/print/poster', data: {} },
  { page: 'offline', path: '/offline', data: {} },
  { page: 'not-found', path: '/nowhere', data: {} },
  { page: 'broken', path: '/news', data: {} },
];

const render = (
  { page, path, data }: Omit<Example, 'place'>,
  language: Language,
  publicUrl: string | null = PUBLIC_URL,
): string => shown(site.render(page, data, { frame: { ...frameIn(language, path), publicUrl }, assets })).html;

const attributesOf = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, found = '']) => found);
const descriptionsOf = (html: string) => attributesOf(html, /<meta name="description" content="([^"]*)"/g);
const contentOf = (html: string, property: string) =>
  attributesOf(html, new RegExp(`<meta (?:property|name)="${property}" content="([^"]*)"`, 'g'));
const thingsOf = (html: string): Record<string, unknown>[] => {
  const json = attributesOf(html, /<script type="application\/ld\+json">([\s\S]*?)<\/script>/g);
  return json.flatMap((text) => {
    const read = JSON.parse(text);
    expect(read['@context']).toBe('https://schema.org');
    return read['@graph'];
  });
};

describe.each(examples.flatMap((example) => languages.map((language) => ({ ...example, language }))))(
  '$path in $language',
  (example) => {
    const { language, place, page } = example;
    const html = render(example, language);

    test('has one address in each language and one for readers of another language', () => {
      expect(attributesOf(html, /<link rel="canonical" href="([^"]*)"/g)).toEqual([
        PUBLIC_URL + inLanguage(language, place),
      ]);
      const alternates = [...html.matchAll(/<link rel="alternate" hrefLang="([^"]*)" href="([^"]*)"/g)];
      expect(alternates.map(([, name, href]) => [name, href])).toEqual([
        ['en', PUBLIC_URL + place],
        ['si', PUBLIC_URL + inLanguage('si', place)],
        ['ta', PUBLIC_URL + inLanguage('ta', place)],
        ['x-default', PUBLIC_URL + place],
      ]);
      expect(html).not.toContain('noindex');
    });

    test('has a description of one sentence that can be shown beside a link', () => {
      const [description = '', ...more] = descriptionsOf(html);
      expect(description.length).toBeGreaterThan(20);
      expect(more).toEqual([]);
      const [, title = ''] = /<title>([^<]+)<\/title>/.exec(html) ?? [];
      expect(contentOf(html, 'og:title')).toEqual([title]);
      expect(contentOf(html, 'og:description')).toEqual([description]);
      expect(contentOf(html, 'og:url')).toEqual([PUBLIC_URL + inLanguage(language, place)]);
      expect(contentOf(html, 'og:type')).toEqual([page === 'news-item' ? 'article' : 'website']);
      expect(contentOf(html, 'og:locale')).toEqual([`${language}_LK`]);
      expect(contentOf(html, 'og:locale:alternate')).toHaveLength(2);
      expect(contentOf(html, 'twitter:card')).toHaveLength(1);
    });

    test('has structured data that can be parsed, all of it about this address', () => {
      const text = JSON.stringify(thingsOf(html));
      const addresses = text.match(/https:\/\/pola\.example[^"]*/g) ?? [];
      for (const address of addresses)
        expect(address).toMatch(
          language === 'en'
            ? /^https:\/\/pola\.example(?!\/(si|ta)\/)/
            : new RegExp(`/${language}/|/#market$|/icon-|/api/v1/|/images/`),
        );
    });
  },
);

test.each(languages)('no two pages in %s have the same title and description', (language) => {
  const distinct = examples.filter(({ path }) => !/type=/.test(path));
  const told = [...distinct, ...[friday, '2026-11-18'].map((date) => dayExample(date))].map(
    (example) => descriptionsOf(render(example, language))[0],
  );
  expect(new Set(told).size).toBe(told.length - 1);
});

function dayExample(date: string): Omit<Example, 'place'> {
  const rows = date === friday ? fridaysList : fridaysList.slice(1);
  return {
    page: 'daily-prices',
    path: `/home-dailyprice?date=${date}`,
    data: pricesData({ isAsked: true, date: rows[0]?.date ?? friday, rows }),
  };
}

test.each(hidden.flatMap((example) => languages.map((language) => ({ ...example, language }))))(
  '$path in $language is excluded from search engines, and has no alternate addresses',
  (example) => {
    const html = render(example, example.language);
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(html).not.toMatch(/rel="canonical"|hrefLang="x-default"|og:url|<link rel="alternate"/);
  },
);

test('a market without a public address names none and invents none', () => {
  for (const example of examples) {
    const html = render(example, 'si', null);
    expect(html).not.toMatch(/rel="canonical"|hrefLang="x-default"|og:url|og:image|https:\/\/pola\.example/);
    expect(contentOf(html, 'og:title')).toHaveLength(1);
    expect(descriptionsOf(html)).toHaveLength(1);
  }
});

test('the home page and the daily prices have the share picture of their day, a product its own, in their language', () => {
  const pictureOf = (data: Omit<Example, 'place'>, language: Language) => contentOf(render(data, language), 'og:image');
  const picture = (language: Language) => [`${PUBLIC_URL}/share/${language}/${friday}.png`];
  for (const language of languages) {
    for (const { page, path, data } of examples.slice(0, 4))
      expect(pictureOf({ page, path, data } as Omit<Example, 'place'>, language)).toEqual(picture(language));
    expect(pictureOf({ page: 'product-chart', path: '/product/1/chart', data: testChartData() }, language)).toEqual([
      `${PUBLIC_URL}/share/${language}/product/1.png?${friday}`,
    ]);
  }
  expect(pictureOf({ page: 'home', path: '/', data: homeData({ latest: null }) }, 'en')).toEqual([]);
  expect(pictureOf({ page: 'contact', path: '/contact', data: contactData }, 'en')).toEqual([]);
  const image = `${PUBLIC_URL}/images/fair.webp`;
  expect(
    pictureOf({ page: 'news-item', path: '/news/1', data: { publication: { ...newsItem(1), image } } }, 'ta'),
  ).toEqual([image]);
});

test.each([
  ['en', 'Carrot: Rs. 490 – 505 per kg on Friday, 20 November 2026. Wholesale price at Pola Economic Centre.'],
  ['si', 'කැරට්: රු. 490 – 505 කිලෝවකට, 2026 නොවැම්බර් 20, සිකුරාදා.'],
  ['ta', 'கரட்: ரூ. 490 – 505 கிலோ ஒன்றுக்கு, 2026 நவம்பர் 20, வெள்ளிக்கிழமை.'],
] as const)('the preview of a product has its price and date, %s', (language, text) => {
  const html = render({ page: 'product-chart', path: '/product/1/chart', data: testChartData() }, language);
  expect(descriptionsOf(html)[0]).toContain(text);
});

test('pages with news link to the feed of their language', () => {
  for (const example of examples) {
    const found = attributesOf(
      render(example, 'ta'),
      /<link rel="alternate" type="application\/atom\+xml"[^>]* href="([^"]*)"/g,
    );
    expect([example.path, found]).toEqual([
      example.path,
      ['home', 'news', 'news-item'].includes(example.page) ? ['/api/v1/feeds/ta/publications.atom'] : [],
    ]);
  }
});

test('the market is described as a place with its address, its position, its hours and its telephone number', () => {
  for (const page of [examples[0], examples[8]] as Example[]) {
    const { html } = shown(
      site.render(page.page, page.data, {
        frame: { ...frameIn('en', page.path), openWeekdays: [1, 2, 6] },
        assets,
      }),
    );
    const store = thingsOf(html).find((thing) => thing['@type'] === 'WholesaleStore');
    expect(store).toMatchObject({
      name: 'Pola Economic Centre',
      telephone: '000 000 2999',
      address: { '@type': 'PostalAddress', addressLocality: 'Dambulla', addressCountry: 'LK' },
      geo: { latitude: 7.86, longitude: 80.65 },
      openingHoursSpecification: { opens: '05:00', closes: '23:59', dayOfWeek: ['Monday', 'Tuesday', 'Saturday'] },
    });
  }
});

test('the price list is described as the addresses of its products; a filtered one is not described', () => {
  const [list] = thingsOf(render(examples[2] as Example, 'si'));
  expect(list).toMatchObject({ '@type': 'ItemList', numberOfItems: 4 });
  expect(list?.itemListElement).toEqual(
    [1, 2, 3, 4].map((position) => ({
      '@type': 'ListItem',
      position,
      url: `${PUBLIC_URL}/si/product/${position}/chart`,
    })),
  );
  expect(thingsOf(render(examples[3] as Example, 'si'))).toEqual([]);
});

test('a product is described with its code, its other names and its last price', () => {
  const [told] = thingsOf(render(examples[4] as Example, 'ta'));
  expect(told).toMatchObject({
    '@type': 'Product',
    name: 'கரட்',
    sku: 'CARROT',
    alternateName: ['Carrot', 'කැරට්'],
    offers: { lowPrice: 490, highPrice: 505, priceCurrency: 'LKR', validFrom: friday },
  });
  const without = render(
    { page: 'product-chart', path: '/product/1/chart', data: testChartData({ days: [], minCents: [], maxCents: [] }) },
    'en',
  );
  expect(thingsOf(without)[0]).not.toHaveProperty('offers');
});

test('the open data are described as a data set with the files of each year', () => {
  const [told] = thingsOf(render({ page: 'open-data', path: '/open-data', data: openDataData() }, 'en'));
  expect(told).toMatchObject({ '@type': 'Dataset', isAccessibleForFree: true, temporalCoverage: '2025-01-01/..' });
  const distribution = told?.distribution as Record<string, string>[] | undefined;
  const files = distribution?.map(({ encodingFormat, contentUrl }) => [encodingFormat, contentUrl]);
  expect(files).toEqual([
    ['text/csv', `${PUBLIC_URL}/api/v1/years/2025/prices.csv`],
    ['application/json', `${PUBLIC_URL}/api/v1/years/2025/prices.json`],
    ['text/csv', `${PUBLIC_URL}/api/v1/years/2026/prices.csv`],
    ['application/json', `${PUBLIC_URL}/api/v1/years/2026/prices.json`],
  ]);
});

test('a name cannot end the structured data', () => {
  const name = '</script><script>alert(1)</script>';
  const html = render(
    {
      page: 'product-chart',
      path: '/product/5/chart',
      data: testChartData({ product: siteProduct(5, { name }) }),
    },
    'en',
  );
  expect(html).not.toContain('<script>alert');
  expect(JSON.stringify(thingsOf(html))).toContain(JSON.stringify(name).slice(1, -1));
});

test('the share picture has the first eight prices in the reader’s language', () => {
  const rows = Array.from({ length: 11 }, (_, at) =>
    testPrice(siteProduct(at + 1, at === 0 ? { name_ta: '' } : {}), 100 + at, 120.5),
  );
  const card = site.shareCard({ date: friday, rows }, frameIn('ta', '/'));
  expect(card).toMatchObject({
    market: 'பொல பொருளாதார மத்திய நிலையம்',
    place: 'தம்புள்ளை',
    title: '2026 நவம்பர் 20, வெள்ளிக்கிழமை விலைகள்',
    count: 'முழுப் பட்டியல்: 11 பொருட்கள்',
  });
  expect(card.prices).toHaveLength(8);
  expect(card.prices.slice(0, 2)).toEqual([
    { name: 'Product 1', currency: 'ரூ.', figure: '100.00 – 120.50', unit: 'கிலோ ஒன்றுக்கு' },
    { name: 'பொருள் 2', currency: 'ரூ.', figure: '101.00 – 120.50', unit: 'கிலோ ஒன்றுக்கு' },
  ]);
});
