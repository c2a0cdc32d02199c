/** @module-tag sqlite-only */
import { expect, test } from 'vitest';
import { starterProducts } from '#scripts/starter-catalogue/products.ts';
import { measureWithHarfBuzz, shapeWithHarfBuzz } from '../testing/pdf.ts';
import { outlineText } from './outline-text.ts';

/** Outlines a text at a size of 1,000 pixels, so that a thousandth of the size is a pixel. */
const outline = (text: string) => outlineText(text, 1000, 'regular');
const contoursOf = (path: string) => path.match(/M/g)?.length ?? 0;

/** Returns the words of one script, because HarfBuzz shapes a whole text with one face. */
const words = (names: string[], letters: RegExp) => [...new Set(names.flatMap((name) => name.match(letters) ?? []))];

test.each([
  [
    'Sinhala',
    words(
      starterProducts.map((one) => one.name_si),
      /[\u0d80-\u0dff\u200d]+/g,
    ),
  ],
  [
    'Tamil',
    words(
      starterProducts.map((one) => one.name_ta),
      /[\u0b80-\u0bff]+/g,
    ),
  ],
] as const)('every %s word of the catalogue is drawn as HarfBuzz draws it', { tags: ['slow'] }, (face, all) => {
  expect(all.length).toBeGreaterThan(60);
  for (const word of all) {
    const { width, path } = outline(word);
    expect([word, Math.round(width)]).toEqual([word, measureWithHarfBuzz(word, face)]);
    expect([word, contoursOf(path)]).toEqual([word, contoursOf(shapeWithHarfBuzz(word, face).join(''))]);
  }
});

test('a text of three scripts is as wide as the sum of its parts', () => {
  const pieces = ['Carrot 120 – 150 ', 'කැරට්', ' / ', 'கரட்'];
  const sum = pieces.reduce((width, piece) => width + outline(piece).width, 0);
  expect(outline(pieces.join('')).width).toBeCloseTo(sum, 3);
  expect(outline('Carrot').width).toBe(measureWithHarfBuzz('Carrot', 'Tamil'));
});

test('letters grow with their size, and bold letters are wider', () => {
  expect(outlineText('Leeks', 40, 'bold').width).toBeCloseTo(outlineText('Leeks', 20, 'bold').width * 2, 3);
  expect(outlineText('Leeks', 40, 'bold').width).toBeGreaterThan(outlineText('Leeks', 40, 'regular').width);
});

test('a Sinhala repaya is drawn in its plain spelling, and a no-break space as a space', () => {
  expect(outline('කර්\u200dමාන්ත')).toEqual(outline('කර්මාන්ත'));
  expect(outline('සුනිල්\u00a0කඩේ').width).toBeGreaterThan(outline('සුනිල්කඩේ').width);
});

test('letters that the fonts do not have are omitted, and an empty text draws nothing', () => {
  expect(outline('Leeks 🥬中').path).toBe(outline('Leeks ').path);
  expect(outline('')).toEqual({ path: '', width: 0 });
});
