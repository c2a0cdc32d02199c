/** @module-tag sqlite-only */
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { ShareCard } from '#contract/site.ts';
import { drawShareImage, SHARE_HEIGHT, SHARE_WIDTH } from './draw-share-image.ts';

const HOST = 'pola.example';

function card(fields: Partial<ShareCard> = {}): ShareCard {
  const prices = Array.from({ length: 8 }, (_, at) => ({
    name: `Product ${at}`,
    currency: 'Rs.',
    figure: `${100 + at} – 150`,
    unit: 'per kg',
  }));
  return {
    market: 'Pola Economic Centre',
    place: 'Dambulla',
    title: 'Prices for Friday, 20 November 2026',
    prices,
    count: 'See all 119 products',
    ...fields,
  };
}

const withFigure = (figure: string) => card({ prices: [{ name: 'Leeks', currency: 'Rs.', figure, unit: 'per kg' }] });
const withName = (name: string) => card({ prices: [{ name, currency: 'Rs.', figure: '120', unit: 'per kg' }] });

/**
 * The largest difference between two pixels that still count as the same colour. The colours of a PNG are quantised, so
 * they vary.
 */
const SAME_INK = 40;

async function boxOfDifference(one: Buffer, other: Buffer) {
  const [first, second] = await Promise.all([one, other].map((png) => sharp(png).removeAlpha().raw().toBuffer()));
  const box = { left: SHARE_WIDTH, right: -1, top: SHARE_HEIGHT, bottom: -1 };
  for (let at = 0; at < SHARE_WIDTH * SHARE_HEIGHT; at += 1) {
    const isSame = [0, 1, 2].every((channel) => {
      const apart = (first?.[at * 3 + channel] ?? 0) - (second?.[at * 3 + channel] ?? 0);
      return Math.abs(apart) < SAME_INK;
    });
    if (isSame) continue;
    const x = at % SHARE_WIDTH;
    const y = Math.floor(at / SHARE_WIDTH);
    Object.assign(box, {
      left: Math.min(box.left, x),
      right: Math.max(box.right, x),
      top: Math.min(box.top, y),
      bottom: y,
    });
  }
  return box.right < 0 ? undefined : box;
}

test('a share picture is a PNG of 1200 x 630 and small enough for any messenger', async () => {
  const png = await drawShareImage(card(), HOST);
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
  expect(png.length).toBeLessThan(100_000);
});

test.each([
  ['si', 'බ්‍රහස්පතින්දා දින මිල ගණන්'],
  ['ta', 'வெள்ளிக்கிழமை விலைகள்'],
])('letters of %s are drawn without the fonts of the machine', { tags: ['slow'] }, async (_, title) => {
  const box = await boxOfDifference(
    await drawShareImage(card({ title }), HOST),
    await drawShareImage(card({ title: '' }), HOST),
  );
  expect(box).toMatchObject({ top: expect.any(Number) });
  expect((box?.right ?? 0) - (box?.left ?? 0)).toBeGreaterThan(300);
  expect(box?.top).toBeGreaterThan(160);
  expect(box?.bottom).toBeLessThan(250);
});

test('a figure is drawn completely, however long it is', { tags: ['slow'] }, async () => {
  const pictures = await Promise.all(
    ['999,999,999.98', '999,999,999.99'].map((max) => drawShareImage(withFigure(`999,999,990.00 – ${max}`), HOST)),
  );
  const box = await boxOfDifference(pictures[0] as Buffer, pictures[1] as Buffer);
  expect(box?.right).toBeLessThan(40 + 265 - 18);
  expect(box?.left).toBeGreaterThan(40 + 18);
});

test('a name too long for its card is shortened, and remains within its card', { tags: ['slow'] }, async () => {
  const long = 'Karuthakolombanmangosfromthefarnorthoftheislandandbeyond';
  const [none, cut, longer] = await Promise.all(
    ['', long, `${long}evenfurther`].map((name) => drawShareImage(withName(name), HOST)),
  );
  expect(await boxOfDifference(cut as Buffer, longer as Buffer)).toBeUndefined();
  const box = await boxOfDifference(none as Buffer, cut as Buffer);
  expect(box?.left).toBeGreaterThanOrEqual(40 + 16);
  expect(box?.right).toBeLessThanOrEqual(40 + 265 - 16);
});

test('text that looks like markup is drawn as text', async () => {
  const tricky = '<b>&"</b>';
  const png = await drawShareImage(card({ market: tricky, title: tricky, count: tricky }), tricky);
  expect(await sharp(png).metadata()).toMatchObject({ width: 1200 });
});

test('a short list has one card for each price', { tags: ['slow'] }, async () => {
  const { prices } = card();
  const four = await drawShareImage(card({ prices: prices.slice(0, 4) }), HOST);
  const five = await drawShareImage(card({ prices: prices.slice(0, 5) }), HOST);
  const box = await boxOfDifference(four, five);
  expect([box?.left, box?.right].map((edge) => Math.round((edge ?? 0) / 10))).toEqual([4, 31]);
  expect(box?.top).toBeGreaterThan(420);
});
