import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { day } from '#billing/calendar.ts';
import { languages } from '#contract/languages.ts';
import type { ShownComparisons, ShownPrice } from '#contract/site.ts';
import { translators } from '#web/i18n/catalogues.ts';
import { centsOf } from '#web/i18n/format.ts';
import { PriceCard } from './price-card.tsx';
import { cardsHtml } from './ready-cards.tsx';

/** In rupees. */
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

test.each(languages)('ready cards are exactly the cards that React renders, %s', (language) => {
  const speech = translators[language];
  const rows = [
    price(1, 120, 150, { name_si: 'බෝංචි', name_ta: 'போஞ்சி', image: '/images/a.webp' }),
    price(2, 1250.5, 12_000, { type: 'Leaf Vegetable', unit: 'bundle' }),
    price(3, 80, 80, { name: '<b>"Okra" & co</b>' }),
    price(4, 5, 7.25, { type: 'fruit', unit: 'nut' }),
  ];
  const comparisons: ShownComparisons = {
    P1: { trend: 'up', changeCents: centsOf(12.5), since: day('2026-11-12'), standing: 'dear' },
    P2: { trend: 'wider', changeCents: centsOf(0), since: before, standing: null },
    P3: { trend: 'down', changeCents: centsOf(-1250), since: before, standing: 'cheap' },
  };
  const draw = (prices: readonly ShownPrice[]) =>
    renderToString(
      prices.map((row) => (
        <PriceCard
          key={row.product_id}
          price={row}
          comparison={comparisons[row.product.code]}
          listBefore={before}
          speech={speech}
        />
      )),
    );
  expect(cardsHtml({ rows, comparisons, listBefore: before }, speech)).toBe(draw(rows));
  const [first] = rows;
  const dearer = { ...first, minCents: centsOf(1300), maxCents: centsOf(14_500) } as ShownPrice;
  comparisons.P1 = { trend: 'up', changeCents: centsOf(300), since: before, standing: 'dear' };
  expect(cardsHtml({ rows: [dearer], comparisons, listBefore: before }, speech)).toBe(draw([dearer]));
});
