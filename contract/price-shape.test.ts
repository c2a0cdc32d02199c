import fc from 'fast-check';
import { expect, test } from 'vitest';
import { priceShape, SHAPE_DAYS, SHAPE_SIZE } from './price-shape.ts';

/** Returns the points of a path, each with whether a line leads to it. */
function readPath(path: string): { x: number; y: number; isJoined: boolean }[] {
  let at = { x: 0, y: 0 };
  return path.split('m').flatMap((part) =>
    [...part.replace('h0', '').matchAll(/(-?\d+) ?(-?\d+)/g)].map(([, x, y], index) => {
      at = { x: at.x + Number(x), y: at.y + Number(y) };
      return { ...at, isJoined: index > 0 };
    }),
  );
}

test('a month is a line from the left to the right, with the dearest day at the top', () => {
  const month = Array.from({ length: SHAPE_DAYS }, (_, at) => (at === 20 ? 300 : 100));
  expect(readPath(priceShape(month))).toEqual([
    { x: 1, y: 15, isJoined: false },
    { x: 39, y: 15, isJoined: true },
    { x: 41, y: 1, isJoined: true },
    { x: 43, y: 15, isJoined: true },
    { x: 59, y: 15, isJoined: true },
  ]);
});

test('four days without a price are a gap, three are not, and a single day between two gaps is a dot', () => {
  const none = (days: number) => new Array<null>(days).fill(null);
  expect(priceShape([100, ...none(3), 100, ...none(4), 100])).toBe('m41 8 8 0m10 0h0');
  expect(priceShape([100, ...none(4), 100, ...none(4), 100])).toBe('m39 8h0m10 0h0m10 0h0');
});

test('one price has no shape', () => {
  expect([priceShape([]), priceShape([null, 100]), priceShape([null, null])]).toEqual(['', '', '']);
});

test('a month that moves by two rupees in a hundred does not look wild', () => {
  const heights = readPath(priceShape([100, 102, 100, 102, 101])).map(({ y }) => y);
  expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(2);
});

test('each month fits into the box and into few bytes, and passes within a pixel of each price', () => {
  const price = fc.option(fc.integer({ min: 500, max: 500_000 }), { freq: 8 });
  fc.assert(
    fc.property(fc.array(price, { minLength: 2, maxLength: SHAPE_DAYS }), (prices) => {
      const path = priceShape(prices);
      const known = prices.flatMap((one, at) => (one === null ? [] : [{ one, at }]));
      if (known.length < 2) return;
      const spots = readPath(path);
      expect(path.length).toBeLessThanOrEqual(150);
      for (const { x, y } of spots) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x).toBeLessThan(SHAPE_SIZE.width);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(y).toBeLessThanOrEqual(SHAPE_SIZE.height);
      }
      const highest = known.reduce((one, other) => (other.one > one.one ? other : one));
      const top = Math.min(...spots.map(({ y }) => y));
      expect(Math.abs(heightAt(spots, 59 - 2 * (prices.length - 1 - highest.at)) - top)).toBeLessThanOrEqual(1);
    }),
  );
});

function heightAt(spots: ReturnType<typeof readPath>, x: number): number {
  const after = spots.find((spot) => spot.x >= x);
  const before = spots.findLast((spot) => spot.x <= x);
  if (!after || !before) return Number.NaN;
  return after.x === before.x ? after.y : before.y + ((after.y - before.y) * (x - before.x)) / (after.x - before.x);
}
