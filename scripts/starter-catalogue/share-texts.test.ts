import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import sharp from 'sharp';
import { describe, expect, it, test } from 'vitest';
import { foldForSearch, foldWords, isFound } from '#contract/fold-text.ts';
import { type Language, languages } from '#contract/languages.ts';
import { makePdf } from '#server/documents/make-pdf.ts';
import { type StarterProduct, starterProducts } from '#server/features/products/starter-catalogue/products.ts';
import { drawListImage } from '#server/features/sharing/draw-list-image.ts';
import { drawPriceSheet } from '#server/features/sharing/draw-price-sheet.ts';
import { drawProductImage } from '#server/features/sharing/draw-product-image.ts';
import { drawShareImage } from '#server/features/sharing/draw-share-image.ts';
import { readPdfText } from '#server/testing/pdf.ts';
import { site } from '#web/site/render.tsx';
import { shareList, shareProduct } from '#web/site/share/share-text.ts';
import { frameIn, friday, siteProduct, testChartData, testPrice, translatorIn } from '#web/testing/site-market.ts';
import samples from './samples.json' with { type: 'json' };

const ORIGIN = 'https://pola.example.lk';
const MOST: Record<Language, number> = { en: 160, si: 70, ta: 70 };
/**
 * Matches text in the characters of GSM 03.38. With any other character, an SMS has room for only 70 characters instead
 * of 160.
 */
const ONE_SMS = /^[A-Za-z0-9 \n@£$¥!"#%&'()*+,\-./:;<=>?_]*$/;

const products = starterProducts.map(({ name, name_si, name_ta, unit }, at) =>
  siteProduct(100 + at, { name, name_si, name_ta, unit: unit as 'kg' }),
);
const ranges = [
  [240, 270],
  [80, 80],
  [1200, 1450],
  [1250.5, 12_000],
] as const;

describe.each(languages)('in %s', (language) => {
  const translator = translatorIn(language);

  test('each product of the starter catalogue is shared in one SMS, with range, unit, date and link', () => {
    expect(products.length).toBeGreaterThan(90);
    for (const product of products)
      for (const [min, max] of ranges) {
        const { text } = shareProduct(testPrice(product, min, max), ORIGIN, translator);
        const [words = '', link] = text.split('\n');
        expect([text, text.length <= MOST[language]]).toEqual([text, true]);
        expect(link).toBe(`${ORIGIN}${language === 'en' ? '' : `/${language}`}/p/${product.id}`);
        const range = min === max ? String(min) : `${min.toFixed(min % 1 ? 2 : 0)}-${max}`;
        expect(words.replaceAll(/(?<=\d),/g, '')).toMatch(new RegExp(`[. ]${range.replace('.', '\\.')}[/ ]`));
        expect(words).toContain(translator.t(`share.unit.${product.unit}`));
        expect(words).toMatch(/20\/11\/26|2026/);
        if (language === 'en') expect(text).toMatch(ONE_SMS);
      }
  });

  test('the usual price leaves room for the whole name, or for most of it', () => {
    const cut = products.filter((product) => {
      const name = { en: product.name, si: product.name_si, ta: product.name_ta }[language];
      return !shareProduct(testPrice(product, 240, 270), ORIGIN, translator).text.startsWith(name);
    });
    expect(cut.length).toBeLessThan({ en: 1, si: products.length / 4, ta: products.length / 2 }[language]);
  });

  test('two products never have the same words', () => {
    const words = products.map((product) => shareProduct(testPrice(product, 240, 270), ORIGIN, translator).text);
    expect(new Set(words).size).toBe(products.length);
  });

  test('a whole list is shared in one SMS, with its date and link', () => {
    const { text, picture } = shareList(friday, ORIGIN, translator);
    expect(text.length).toBeLessThanOrEqual(MOST[language]);
    expect(text).toContain(`${language === 'en' ? '' : `/${language}`}/d/2026-11-20`);
    expect(picture).toBe(`/share/${language}/2026-11-20.png`);
  });
});

test('a shortened name ends with a full stop, and the figures are never shortened', () => {
  const long = siteProduct(7, { name_ta: 'யாழ்ப்பாணத்து உருளைக்கிழங்கு மிகப் பெரியது' });
  const { text } = shareProduct(testPrice(long, 1250.5, 12_000), ORIGIN, translatorIn('ta'));
  expect(text).toMatch(/^யாழ்.*\. ரூ\.1250\.50-12000\/கிலோ 20\/11\/26\n/);
  expect(
    shareProduct(testPrice(long, 240, 270), 'https://an-extremely-long-host.example.org', translatorIn('ta')).text,
  ).toContain('240-270');
});

const MOST_BYTES = 60_000;
const HOST = 'pola.example.lk';

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

const DATA_FOLDER = new URL('../../../shared/data/', import.meta.url);

/**
 * Ambiguous names on printed price lists. No product of the catalogue has one of them as an alias, because a wrong
 * match is worse than no match.
 */
const UNPLACED = ['බටානා', 'කට්බීට් - යාපනය'];

const publishedNames = existsSync(DATA_FOLDER)
  ? [...column('dambulla-min-max-2020-2023.csv', 'item'), ...column('whole-list-2025-08-16.csv', 'product')]
  : samples.published;
const printedNames = existsSync(DATA_FOLDER)
  ? column('printed-list-order-si-2021-05-01.csv', 'name_si')
  : samples.printed;
const compilation = existsSync(DATA_FOLDER) ? rows('products-en-si-ta.csv') : samples.compilation;

describe('the starter catalogue', () => {
  it('has 119 products, each with its own code, three names and a description of one sentence', () => {
    expect(starterProducts).toHaveLength(119);
    for (const field of ['code', 'name', 'name_si', 'name_ta', 'description'] as const) {
      expect(new Set(starterProducts.map((product) => product[field])).size, field).toBe(119);
    }
    for (const product of starterProducts) {
      expect(product.code).toMatch(/^[A-Z]+(-[A-Z]+)*$/);
      expect(product.description).toMatch(/^[A-Z][^.]+\.$/);
    }
  });

  it('has each name in the script of its language', () => {
    for (const product of starterProducts) {
      expect(product.name).toMatch(/^[A-Za-z][A-Za-z '(),-]+$/);
      expect(product.name_si).toMatch(/^[\p{Script=Sinhala}\p{Script=Inherited} ().-]+$/u);
      expect(product.name_ta).toMatch(/^[\p{Script=Tamil}\p{Script=Inherited} ().-]+$/u);
    }
  });

  it('has a type of the specification and one clear unit for each product', () => {
    const types = ['fruit', 'vegetable', 'rice', 'potatoes', 'Leaf Vegetable', 'Grain'];
    for (const product of starterProducts) {
      expect(types).toContain(product.type);
      expect(['kg', 'bundle', 'fruit', 'nut']).toContain(product.unit);
    }
  });

  it('agrees with our compilation in codes, English names, types and every unit that is not an alternative', () => {
    for (const row of compilation) {
      const product = starterProducts.find(({ code }) => code === row.code);
      const unit = /\/| or /.test(row.unit ?? '') ? product?.unit : row.unit;
      expect(product).toMatchObject({ name: row.name_en, type: row.type, unit });
    }
  });

  it('finds a product by each name of our compilation', () => {
    for (const { code, name_si = '', name_ta = '' } of compilation) {
      expect(codesNamed(name_si), name_si).toEqual([code]);
      expect(codesNamed(name_ta), name_ta).toEqual([code]);
    }
  });

  it('has no word that means two products, and no word twice for one product', () => {
    const ownerOf = new Map<string, string>();
    for (const product of starterProducts) {
      const words = [product.code, ...wordsOf(product)].map(asCompared);
      expect(new Set(words.slice(1)).size, product.code).toBe(words.length - 1);
      for (const word of words) {
        expect(ownerOf.get(word) ?? product.code, word).toBe(product.code);
        ownerOf.set(word, product.code);
      }
    }
  });

  it('matches every name that a market publishes with exactly one product', () => {
    const placed = [...publishedNames, ...printedNames].filter((name) => !UNPLACED.includes(name));
    for (const name of placed) expect(codesNamed(name), name).toHaveLength(1);
  });

  it('has no product for an ambiguous printed name', () => {
    expect(printedNames).toEqual(expect.arrayContaining(UNPLACED));
    expect(UNPLACED.flatMap(codesNamed)).toEqual([]);
  });

  it.each([
    ['බොන්චි', 'BEANS'],
    ['பீன்ஸ்', 'BEANS'],
    ['තක්කලි', 'TOMATO'],
  ])('finds what a reader typed as %s', (typed, code) => {
    const found = starterProducts.filter((one) => isFound(foldWords(typed), foldForSearch(wordsOf(one).join('\n'))));
    expect(found.map((product) => product.code)).toContain(code);
  });

  it('never matches a name of one origin with a product of another', () => {
    const originOf = (word: string) => word.split('- ')[1] ?? '';
    const origins = new Set(starterProducts.map(({ name_si }) => originOf(name_si)).filter(Boolean));
    for (const product of starterProducts) {
      const named = wordsOf(product)
        .map(originOf)
        .filter((origin) => origins.has(origin));
      expect(new Set([...named, originOf(product.name_si)]).size, product.code).toBe(1);
    }
  });

  it('has the order of the printed morning list', () => {
    const codes = starterProducts.map(({ code }) => code);
    const places = printedNames.flatMap(codesNamed).map((code) => codes.indexOf(code));
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });
});

function wordsOf(product: StarterProduct): string[] {
  return [product.name, product.name_si, product.name_ta, ...product.aliases];
}

function asCompared(word: string): string {
  return word.normalize('NFC').trim().toLowerCase();
}

function codesNamed(name: string): string[] {
  const sought = asCompared(name);
  return starterProducts.filter((product) => wordsOf(product).map(asCompared).includes(sought)).map(({ code }) => code);
}

function rows(file: string): Record<string, string>[] {
  return parse(readFileSync(new URL(file, DATA_FOLDER), 'utf8'), { columns: true });
}

function column(file: string, name: string): string[] {
  return [...new Set(rows(file).map((row) => row[name] ?? ''))];
}
