import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { languages } from '#contract/languages.ts';
import type { ShownPrice } from '#contract/site.ts';
import { translators } from '#web/i18n/catalogues.ts';
import { PriceCard } from './price-card.tsx';
import { cardsHtml } from './ready-cards.tsx';

function price(id: number, min: number, max: number, product: Partial<ShownPrice['product']> = {}): ShownPrice {
  return {
    id,
    product_id: id,
    date: '2026-11-20' as ShownPrice['date'],
    min_price: min,
    max_price: max,
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

test.each(languages)('ready cards are exactly the cards that React renders, %s', (language) => {
  const speech = translators[language];
  const rows = [
    price(1, 120, 150, { name_si: 'බෝංචි', name_ta: 'போஞ்சி', image: '/images/a.webp' }),
    price(2, 1250.5, 12_000, { type: 'Leaf Vegetable', unit: 'bundle' }),
    price(3, 80, 80, { name: '<b>"Okra" & co</b>' }),
    price(4, 5, 7.25, { type: 'fruit', unit: 'nut' }),
  ];
  const drawn = renderToString(rows.map((row) => <PriceCard key={row.id} price={row} speech={speech} />));
  expect(cardsHtml(rows, speech)).toBe(drawn);
  const [first] = rows;
  const dearer = { ...rows[0], min_price: 1300, max_price: 14_500 } as ShownPrice;
  expect(cardsHtml([dearer], speech)).toBe(renderToString(<PriceCard price={dearer} speech={speech} />));
  expect(first?.product).toBe(dearer.product);
});
