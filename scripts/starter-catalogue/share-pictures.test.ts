import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { languages } from '#contract/languages.ts';
import { makePdf } from '#server/documents/make-pdf.ts';
import { drawListImage } from '#server/features/sharing/draw-list-image.ts';
import { drawPriceSheet } from '#server/features/sharing/draw-price-sheet.ts';
import { drawProductImage } from '#server/features/sharing/draw-product-image.ts';
import { drawShareImage } from '#server/features/sharing/draw-share-image.ts';
import { readPdfText } from '#server/testing/pdf.ts';
import { site } from '#web/site/render.tsx';
import { frameIn, friday, siteProduct, testChartData, testPrice } from '#web/testing/site-market.ts';
import { starterProducts } from './products.ts';

const MOST_BYTES = 60_000;
const HOST = 'pola.example.lk';
const products = starterProducts.map(({ name, name_si, name_ta, unit }, at) =>
  siteProduct(100 + at, { name, name_si, name_ta, unit: unit as 'kg' }),
);
const list = {
  date: friday,
  rows: products.map((product, at) => testPrice(product, 1200 + at * 13.5, 1450 + at * 17)),
};

function chartOf(at: number) {
  const data = testChartData();
  const wave = (day: number) => Math.round(3000 * Math.sin(day * (1 + at / 7)) + 2000 * Math.cos(day * at));
  return {
    ...data,
    product: products[at] ?? data.product,
    minCents: data.days.map((day) => 110_000 + wave(day)),
    maxCents: data.days.map((day) => 135_050 + wave(day + 1)),
  };
}

test('the picture of each product, in the language of its longest name, has 1200 x 630 pixels and at most 60 kB', {
  tags: ['slow'],
  timeout: 60_000,
}, async () => {
  for (const [at, { name, name_si, name_ta }] of products.entries()) {
    const [language = 'en'] = languages.toSorted((one, other) => {
      const lengths = { en: name.length, si: name_si.length, ta: name_ta.length };
      return lengths[other] - lengths[one];
    });
    const card = site.productShareCard(chartOf(at), frameIn(language, '/'));
    if (!card) throw new Error('no price');
    const png = await drawProductImage(card, HOST);
    expect([name, png.length <= MOST_BYTES]).toEqual([name, true]);
    if (at === 0) expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
  }
});

describe.each(languages)('in %s', (language) => {
  const frame = frameIn(language, '/');

  test('the picture of a day has at most 60 kB, each of a whole list at most 100 kB, and no row is missing', {
    tags: ['slow'],
    timeout: 60_000,
  }, async () => {
    const cards = site.listShareCards(list, frame);
    expect(cards.flatMap(({ rows }) => rows)).toHaveLength(products.length);
    const pngs = [
      await drawShareImage(site.shareCard(list, frame), HOST),
      ...(await Promise.all(cards.map((card) => drawListImage(card, HOST)))),
    ];
    const [first = 0, ...others] = pngs.map((png) => png.length);
    expect(first).toBeLessThanOrEqual(MOST_BYTES);
    expect(Math.max(...others)).toBeLessThanOrEqual(100_000);
    const { width, height } = await sharp(pngs[1]).metadata();
    expect([width, height]).toEqual([1080, 1600]);
  });

  test('the PDF of the whole list is one A4 page', { tags: ['slow'], timeout: 60_000 }, async () => {
    const pdf = await makePdf(await drawPriceSheet(site.pricePapers(list, frame)));
    expect(await readPdfText(pdf)).toHaveLength(1);
  });
});
