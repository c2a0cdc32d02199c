import { describe, expect, test } from 'vitest';
import { type Language, languages } from '#contract/languages.ts';
import { shareList, shareProduct } from '#web/site/share/share-text.ts';
import { friday, siteProduct, speechIn, testPrice } from '#web/testing/site-market.ts';
import { starterProducts } from './products.ts';

const ORIGIN = 'https://pola.example.lk';
const MOST: Record<Language, number> = { en: 160, si: 70, ta: 70 };
/** Matches the letters of GSM 03.38. With any other letter an SMS has space for 70 characters. */
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
  const speech = speechIn(language);

  test('each product of the starter catalogue is shared in one SMS, with range, unit, date and link', () => {
    expect(products.length).toBeGreaterThan(90);
    for (const product of products)
      for (const [min, max] of ranges) {
        const { text } = shareProduct(testPrice(product, min, max), ORIGIN, speech);
        const [words = '', link] = text.split('\n');
        expect([text, text.length <= MOST[language]]).toEqual([text, true]);
        expect(link).toBe(`${ORIGIN}${language === 'en' ? '' : `/${language}`}/p/${product.id}`);
        const range = min === max ? String(min) : `${min.toFixed(min % 1 ? 2 : 0)}-${max}`;
        expect(words.replaceAll(/(?<=\d),/g, '')).toMatch(new RegExp(`[. ]${range.replace('.', '\\.')}[/ ]`));
        expect(words).toContain(speech.t(`share.unit.${product.unit}`));
        expect(words).toMatch(/20\/11\/26|2026/);
        if (language === 'en') expect(text).toMatch(ONE_SMS);
      }
  });

  test('the usual price leaves room for the whole name, or for most of it', () => {
    const cut = products.filter((product) => {
      const name = { en: product.name, si: product.name_si, ta: product.name_ta }[language];
      return !shareProduct(testPrice(product, 240, 270), ORIGIN, speech).text.startsWith(name);
    });
    expect(cut.length).toBeLessThan({ en: 1, si: products.length / 4, ta: products.length / 2 }[language]);
  });

  test('two products never have the same words', () => {
    const words = products.map((product) => shareProduct(testPrice(product, 240, 270), ORIGIN, speech).text);
    expect(new Set(words).size).toBe(products.length);
  });

  test('a whole list is shared in one SMS, with its date and link', () => {
    const { text, picture } = shareList(friday, ORIGIN, speech);
    expect(text.length).toBeLessThanOrEqual(MOST[language]);
    expect(text).toContain(`${language === 'en' ? '' : `/${language}`}/d/2026-11-20`);
    expect(picture).toBe(`/share/${language}/2026-11-20.png`);
  });
});

test('a shortened name ends with a full stop, and the figures are never shortened', () => {
  const long = siteProduct(7, { name_ta: 'யாழ்ப்பாணத்து உருளைக்கிழங்கு மிகப் பெரியது' });
  const { text } = shareProduct(testPrice(long, 1250.5, 12_000), ORIGIN, speechIn('ta'));
  expect(text).toMatch(/^யாழ்.*\. ரூ\.1250\.50-12000\/கிலோ 20\/11\/26\n/);
  expect(
    shareProduct(testPrice(long, 240, 270), 'https://an-extremely-long-host.example.org', speechIn('ta')).text,
  ).toContain('240-270');
});
