import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { day } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import { languages } from '#contract/languages.ts';
import { trends } from '#contract/price-trend.ts';
import { productTypes, units } from '#contract/product-words.ts';
import type { PricesPageData, ShownPrice } from '#contract/site.ts';
import { frameIn, friday, pricesData, siteProduct, translatorIn } from '../../testing/site-market.ts';
import { shareProduct } from '../share/share-text.ts';
import { DailyPricesPage } from './daily-prices-page.tsx';
import { showsWholeDay, withDrawnCards, withoutCards } from './drawn-cards.ts';

const before = day('2026-11-18');

function drawOnServer(data: PricesPageData, language: (typeof languages)[number]): string {
  return renderToString(
    <DailyPricesPage data={data} frame={frameIn(language, '/home-dailyprice')} translator={translatorIn(language)} />,
  );
}

/** A name that HTML does not change: browsers read a carriage return as a line feed. */
const aName = fc
  .oneof(fc.string(), fc.constantFrom('Okra & co', '<b>', 'කැරට්', 'கரட்', '120 – 140'))
  .map((name) => name.replaceAll(/[\r\0]/g, ''));
const aPrice = fc.record({
  min: fc.integer({ min: 1, max: 2_000_000 }),
  more: fc.constantFrom(0, 1, 50, 1000, 99_900_000),
  name: aName.filter((name) => name !== ''),
  name_si: aName,
  name_ta: aName,
  type: fc.constantFrom(...productTypes),
  unit: fc.constantFrom(...units),
  image: fc.option(fc.constantFrom('/images/a.webp', '/images/b"<.webp')),
  comparison: fc.option(
    fc.record({
      trend: fc.constantFrom(...trends),
      change: fc.record({
        cents: fc.integer({ min: -500_000, max: 500_000 }).map(cents),
        since: fc.constantFrom(before, day('2026-01-31')),
      }),
      standing: fc.constantFrom('dear' as const, 'cheap' as const, null),
      shape: fc.constantFrom('m1 15 58-14', ''),
      isCheap: fc.boolean(),
    }),
  ),
});

afterEach(() => document.body.replaceChildren());

test.each(languages)('what is read from the cards draws the same page and shares the same text, %s', (language) => {
  const translator = translatorIn(language);
  fc.assert(
    fc.property(fc.array(aPrice, { minLength: 1, maxLength: 5 }), (prices) => {
      const rows = prices.map(({ min, more, comparison: _, ...product }, at): ShownPrice => {
        const id = at + 1;
        const pair = { minCents: cents(min), maxCents: cents(min + more) };
        return { product_id: id, date: friday, ...pair, product: siteProduct(id, product) };
      });
      const comparisons = Object.fromEntries(
        prices.flatMap(({ comparison }, at) => (comparison ? [[at + 1, comparison]] : [])),
      );
      const whole = pricesData({ rows, comparisons, previous: before });
      expect(showsWholeDay(whole)).toBe(true);
      const drawn = drawOnServer(whole, language);
      document.body.innerHTML = drawn;
      const sent: PricesPageData = JSON.parse(JSON.stringify(withoutCards(whole, 1)));
      const read = withDrawnCards(sent, translator);
      expect(drawOnServer(read, language)).toBe(drawn);
      const share = (price: ShownPrice) => shareProduct(price, 'https://pola.example', translator);
      expect(read.rows.map(share)).toEqual(rows.map(share));
      expect(read.rows.map(({ minCents, maxCents }) => [minCents, maxCents])).toEqual(
        rows.map(({ minCents, maxCents }) => [minCents, maxCents]),
      );
    }),
    { numRuns: 25 },
  );
});

test('each type of product has a word of its own in every language, so that it can be read back', () => {
  for (const language of languages) {
    const { t } = translatorIn(language);
    expect(new Set(productTypes.map((type) => t(`type.${type}`))).size).toBe(productTypes.length);
  }
});

test('a page that shows only a part of the day has all of its data', () => {
  expect(showsWholeDay(pricesData({ search: 'car' }))).toBe(false);
  expect(showsWholeDay(pricesData({ type: 'fruit' }))).toBe(false);
  expect(showsWholeDay(pricesData({ rows: [] }))).toBe(false);
});

const NAMES = [
  { product_id: 1, names: ['Carrot', 'කැරට්', 'கரட்', 'CARROT', 'karat'] },
  { product_id: 2, names: ['Beans', 'බෝංචි', 'போஞ்சி', 'BEANS', 'bonchi'] },
];
let asked: string[];
beforeEach(() => {
  asked = [];
});

function showDrawn(answer: () => Promise<Response>) {
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    return answer();
  });
  const place = document.createElement('div');
  document.body.append(place);
  place.innerHTML = drawOnServer(pricesData(), 'en');
  const data: PricesPageData = JSON.parse(JSON.stringify(withoutCards(pricesData(), 1)));
  render(<DailyPricesPage data={data} frame={frameIn('en', '/home-dailyprice')} translator={translatorIn('en')} />, {
    container: place,
    hydrate: true,
  });
}

const cardNames = () => [...document.querySelectorAll('.price h2')].map(({ textContent }) => textContent);
const search = () => screen.getByRole('searchbox', { name: 'Search products' });

test('names in other languages and spellings are loaded once, with the first search', async () => {
  showDrawn(async () => Response.json(NAMES));
  expect(asked).toEqual([]);
  await userEvent.type(search(), 'bonchi');
  await waitFor(() => expect(cardNames()).toEqual(['Beans']));
  await userEvent.clear(search());
  await userEvent.type(search(), 'කැරට්');
  expect(cardNames()).toEqual(['Carrot']);
  expect(asked).toEqual(['/api/prices/names']);
  cleanup();
});

test('while other names are on their way nothing is said to be missing; without them the shown names are found', async () => {
  const { promise, reject } = Promise.withResolvers<Response>();
  vi.spyOn(console, 'warn').mockReturnValue();
  showDrawn(() => promise);
  await userEvent.type(search(), 'bonchi');
  expect(screen.queryByText('No products match your filters.')).toBeNull();
  expect(document.querySelectorAll('.skeleton')).toHaveLength(8);
  reject(new TypeError('no network'));
  await screen.findByText('No products match your filters.');
  await userEvent.clear(search());
  await userEvent.type(search(), 'carr');
  expect(cardNames()).toEqual(['Carrot']);
  cleanup();
});
