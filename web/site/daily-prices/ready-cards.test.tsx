import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { day } from '#billing/calendar.ts';
import { centsOf } from '#contract/figures.ts';
import { languages } from '#contract/languages.ts';
import { productTypes, units } from '#contract/product-words.ts';
import { frameInBrowser, type ShownComparisons, type ShownPrice } from '#contract/site.ts';
import { translators } from '#web/i18n/catalogues.ts';
import { assets, frameIn, pricesData, shown } from '../../testing/site-market.ts';
import { ByteWriter, PIECE, scriptJson } from '../byte-writer.ts';
import { bottomLinksOf, ICON_PRELOAD, linksIn } from '../document.tsx';
import { pageNamed } from '../pages.ts';
import { site } from '../render.tsx';
import { graphOf } from '../seo/structured-data.ts';
import { SiteFooter } from '../shell/site-footer.tsx';
import { SiteHeader } from '../shell/site-header.tsx';
import { DailyPricesPage } from './daily-prices-page.tsx';
import { showsWholeDay, withoutCards } from './drawn-cards.ts';
import { PriceCard } from './price-card.tsx';
import { cardsBytes } from './ready-cards.tsx';

/** Returns a price whose minimum and maximum are given in rupees. */
function price(id: number, min: number, max: number, product: Partial<ShownPrice['product']> = {}): ShownPrice {
  return {
    product_id: id,
    date: '2026-11-20' as ShownPrice['date'],
    minCents: centsOf(min),
    maxCents: centsOf(max),
    product: {
      id,
      code: `P${id}`,
      name: `Product ${id}`,
      name_si: '',
      name_ta: '',
      type: 'vegetable',
      unit: 'kg',
      image: null,
      ...product,
    },
  };
}

const before = day('2026-11-19');
const changed = (rupees: number, since = before) => ({ cents: centsOf(rupees), since });

test.each(languages)('ready cards are exactly the cards that React renders, %s', (language) => {
  const translator = translators[language];
  const rows = [
    price(1, 120, 150, { name_si: 'බෝංචි', name_ta: 'போஞ்சி', image: '/images/a.webp' }),
    price(2, 1250.5, 12_000, { type: 'Leaf Vegetable', unit: 'bundle' }),
    price(3, 80, 80, { name: '<b>"Okra" & co</b>' }),
    price(4, 5, 7.25, { type: 'fruit', unit: 'nut' }),
  ];
  const comparisons: ShownComparisons = {
    1: {
      trend: 'up',
      change: changed(12.5, day('2026-11-12')),
      standing: 'dear',
      shape: 'm1 15 58-14',
      isCheap: false,
    },
    2: { trend: 'wider', change: changed(0), standing: null, shape: '', isCheap: false },
    3: { trend: 'down', change: changed(-1250), standing: 'cheap', shape: 'm1 8 20 2m4-2h0', isCheap: false },
  };
  const draw = (prices: readonly ShownPrice[]) =>
    renderToString(
      prices.map((row) => (
        <PriceCard
          key={row.product_id}
          price={row}
          comparison={comparisons[row.product_id]}
          listBefore={before}
          translator={translator}
        />
      )),
    );
  expect(cardsBytes({ rows, comparisons, listBefore: before }, translator).toString()).toBe(draw(rows));
  const [first] = rows;
  const dearer = { ...first, minCents: centsOf(1300), maxCents: centsOf(14_500) } as ShownPrice;
  comparisons[1] = { trend: 'up', change: changed(300), standing: 'dear', shape: 'm1 1 58 14', isCheap: false };
  expect(cardsBytes({ rows: [dearer], comparisons, listBefore: before }, translator).toString()).toBe(draw([dearer]));
});

const aText = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('<b>', PIECE, '</script>', '@range@', '@low@'));
const aPrice = fc.record({
  min: fc.integer({ min: 1, max: 2_000_000 }),
  more: fc.constantFrom(0, 5, 1000, 99_900_000),
  product: fc.record({
    name: aText,
    name_si: aText,
    name_ta: aText,
    type: fc.constantFrom(...productTypes),
    unit: fc.constantFrom(...units),
    image: fc.option(fc.constantFrom('/images/a.webp', '@range@', '"<b>')),
  }),
  comparison: fc.option(
    fc.record({
      trend: fc.constantFrom('up', 'down', 'same', 'wider', 'narrower'),
      change: fc.record({
        cents: fc.integer({ min: -500_000, max: 500_000 }),
        since: fc.constantFrom(before, day('2026-01-31')),
      }),
      standing: fc.constantFrom('dear', 'cheap', null),
      shape: fc.constantFrom('m1 15 58-14', ''),
      isCheap: fc.boolean(),
    }),
  ),
});

test.each(languages)(
  'a page of stored bytes is exactly the page that React renders, %s',
  { tags: ['slow'] },
  (language) => {
    const translator = translators[language];
    fc.assert(
      fc.property(fc.array(aPrice, { maxLength: 6 }), aText, aText, (prices, search, alias) => {
        const rows = prices.map(({ min, more, product }, at) =>
          price(at + 1, min / 100, (min + more) / 100, product as Partial<ShownPrice['product']>),
        );
        const comparisons = Object.fromEntries(
          prices.flatMap(({ comparison }, at) => (comparison ? [[at + 1, comparison]] : [])),
        ) as ShownComparisons;
        const data = pricesData({ rows, comparisons, previous: before, search, aliases: { 1: [alias], 2: [] } });
        const frame = frameIn(language, `/home-dailyprice?q=${search}`);
        const page = pageNamed('daily-prices');
        const { html } = shown(site.render('daily-prices', data, { frame, assets }));
        const plain = renderToString(<DailyPricesPage data={data} frame={frame} translator={translator} />);
        const told = { data, frame, centre: frame.centre.name[language], ...translator };
        const things = page.structuredData?.(told) ?? [];
        const cards = crc32(/<ul class="prices">(.*?)<\/ul>/s.exec(plain)?.[1] ?? '');
        const unsaid = showsWholeDay(data) ? withoutCards(data, cards) : data;
        const props = {
          page: 'daily-prices',
          texts: page.texts,
          data: unsaid,
          frame: frameInBrowser('daily-prices', frame),
        };
        const body = html.slice(html.indexOf('<body class="page-daily-prices">'));
        const header = renderToStaticMarkup(
          <SiteHeader frame={frame} links={linksIn('top')} path={page.path} translator={translator} />,
        );
        const footer = renderToStaticMarkup(
          <SiteFooter frame={frame} links={bottomLinksOf(frame)} translator={translator} />,
        );
        const graph =
          things.length === 0 ? '' : `<script type="application/ld+json">${scriptJson(graphOf(things))}</script>`;
        expect(html).toContain(`initial-scale=1"/>${ICON_PRELOAD}<meta name="theme-color"`);
        expect(
          body.startsWith(
            `<body class="page-daily-prices">${header.replace(ICON_PRELOAD, '')}<aside class="kept-note">`,
          ),
        ).toBe(true);
        expect(body.slice(body.indexOf('<div id="page">'))).toBe(
          `<div id="page">${plain}</div>${footer}<script id="page-props" type="application/json">${scriptJson(props)}</script>${graph}</body></html>`,
        );
      }),
      { numRuns: 20 },
    );
  },
);

test('a writer grows, and forgets what a failure left', () => {
  const writer = new ByteWriter();
  writer.text('left by a failure');
  const long = 'ක'.repeat(200_000);
  const written = writer.begin().text('Rs. ').text('විකුණුම්').bytes(Buffer.from(long)).text(long).written();
  expect(written.toString() === `Rs. විකුණුම්${long}${long}`).toBe(true);
});
