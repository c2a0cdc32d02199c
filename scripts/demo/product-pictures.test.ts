import sharp from 'sharp';
import { expect, test } from 'vitest';
import { pricedCodes } from './goods.ts';
import { picturedCodes, productPicture } from './product-pictures.ts';

const drawn = (code: string): string => productPicture(code, 'vegetable') ?? '';

test('every picture belongs to a product that has a price', () => {
  expect(picturedCodes.filter((code) => !pricedCodes.includes(code))).toEqual([]);
});

test('a product without a picture of its own has none, whatever its code', () => {
  expect(productPicture('MINT', 'Leaf Vegetable')).toBeUndefined();
  expect(productPicture('constructor', 'fruit')).toBeUndefined();
});

test('a picture is the same each time, on the tint of its type', () => {
  expect(drawn('RICE-RED')).toBe(drawn('RICE-RED'));
  expect(drawn('CARROT-NE')).not.toBe(productPicture('CARROT-NE', 'fruit'));
});

test('pictures hold no words and nothing undefined', () => {
  for (const code of picturedCodes) {
    expect(drawn(code), code).not.toMatch(/<text|undefined|NaN|Infinity/);
  }
});

test('every picture renders to 640 x 480 and less than 20 kB of webp', async () => {
  const pictures = [...new Set(picturedCodes.map(drawn))];
  const rendered = await Promise.all(
    pictures.map((svg) => sharp(Buffer.from(svg)).webp().toBuffer({ resolveWithObject: true })),
  );
  for (const { info } of rendered) {
    expect(info).toMatchObject({ format: 'webp', width: 640, height: 480 });
    expect(info.size).toBeLessThan(20_000);
  }
}, 20_000);
