import { expect, test } from 'vitest';
import { boundsOf, layOut, overlaps, type Rectangle, readShopId } from './lay-out.ts';

const NONE: ReadonlyMap<string, Rectangle> = new Map();

/** A generator of numbers below 1 that a seed repeats (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function findOverlap(rectangles: readonly (Rectangle & { shopId: string })[]): string | undefined {
  for (const [at, one] of rectangles.entries())
    for (const other of rectangles.slice(at + 1))
      if (overlaps(one, other)) return `${one.shopId} overlaps ${other.shopId}`;
  return undefined;
}

test('144 shops in six blocks are laid out by their ids, in a drawing of about the proportion of a sheet', () => {
  const ids = ['A', 'B', 'C', 'D', 'E', 'F'].flatMap((block) =>
    Array.from({ length: 24 }, (_, at) => `${block}${at + 1}`),
  );
  const { stalls, rows } = layOut(ids, NONE);
  expect(stalls).toHaveLength(144);
  expect(new Set(stalls.map(({ shopId }) => shopId))).toEqual(new Set(ids));
  expect(findOverlap(stalls)).toBeUndefined();
  expect(rows.length).toBeGreaterThanOrEqual(6);
  const { width, height } = boundsOf(stalls);
  expect(width / height).toBeGreaterThan(1);
  expect(width / height).toBeLessThan(2);
});

test('stalls of a row are in the order of their numbers, whatever the order and the zeros of the ids', () => {
  const { stalls } = layOut(['A-10', 'A-02', 'A-1', 'A-2B', 'A-003'], NONE);
  const inOrder = stalls.toSorted((one, other) => one.y - other.y || one.x - other.x).map(({ shopId }) => shopId);
  expect(inOrder).toEqual(['A-1', 'A-02', 'A-2B', 'A-003', 'A-10']);
});

test.each([
  ['A12', 'A', '12', ''],
  ['A-07', 'A', '7', ''],
  ['B2-07', 'B2', '7', ''],
  ['a12b', 'A', '12', 'B'],
  ['7', '', '7', ''],
  ['OFFICE', '', '', 'OFFICE'],
  ['A-000', 'A', '0', ''],
  ['0', '', '0', ''],
  ['-', '', '', '-'],
  ['99999999999999999999', '', '99999999999999999999', ''],
])('%s is read as block "%s", number "%s", rest "%s"', (shopId, block, number, rest) => {
  expect(readShopId(shopId)).toEqual({ shopId, block, number, rest });
});

const LETTERS = 'ABCXYZabc0123456789-';

function drawId(random: () => number): string {
  const kind = random();
  const number = Math.floor(random() * 40);
  if (kind < 0.4) return `${'ABCDEF'[Math.floor(random() * 6)]}${number}`;
  if (kind < 0.6) return `${'GH'[Math.floor(random() * 2)]}-${String(number).padStart(3, '0')}`;
  const length = 1 + Math.floor(random() * 20);
  return Array.from({ length }, () => LETTERS[Math.floor(random() * LETTERS.length)]).join('');
}

test('no two stalls of any ids overlap, each is placed once, and corrected ones are where somebody put them', () => {
  for (let seed = 1; seed <= 150; seed += 1) {
    const random = randomFrom(seed);
    const drawn = Array.from({ length: 1 + Math.floor(random() * 160) }, () => drawId(random));
    const ids = [...new Map(drawn.map((id) => [id.toLowerCase(), id])).values()];
    const corrected = new Map<string, Rectangle>();
    for (const shopId of ids.filter(() => random() < 0.15)) {
      const size = { width: 2 + Math.floor(random() * 30), height: 2 + Math.floor(random() * 30) };
      const place = { x: Math.floor(random() * 200), y: Math.floor(random() * 140), ...size };
      if (![...corrected.values()].some((one) => overlaps(one, place))) corrected.set(shopId, place);
    }
    const { stalls } = layOut(ids, corrected, { top: seed % 3 === 0 ? 170 : 0 });
    expect(stalls.length, `seed ${seed}`).toBe(ids.length);
    expect(new Set(stalls.map(({ shopId }) => shopId))).toEqual(new Set(ids));
    expect(findOverlap(stalls), `seed ${seed}`).toBeUndefined();
    for (const [shopId, place] of corrected)
      expect(stalls.find((stall) => stall.shopId === shopId)).toEqual({ shopId, ...place, isCorrected: true });
  }
});

test('a corrected stall does not move the others, and a new shop takes no place that is taken', () => {
  const ids = ['A1', 'A2', 'A3', 'A4'];
  const before = layOut(ids, NONE).stalls;
  const moved = layOut(ids, new Map([['A2', { x: 100, y: 100, width: 8, height: 6 }]])).stalls;
  const placeOf = (stalls: typeof before, shopId: string) => stalls.find((stall) => stall.shopId === shopId);
  for (const shopId of ['A1', 'A3', 'A4']) expect(placeOf(moved, shopId)).toEqual(placeOf(before, shopId));
  const third = placeOf(before, 'A3');
  if (!third) throw new Error('A3 has no place');
  const { x, y, width, height } = third;
  const crowded = layOut([...ids, 'B1'], new Map([['B1', { x, y, width, height }]])).stalls;
  expect(findOverlap(crowded)).toBeUndefined();
  expect(placeOf(crowded, 'A3')?.y).toBeGreaterThan(y);
});

test('a market without shops has an empty plan', () => {
  expect(layOut([], NONE)).toEqual({ stalls: [], rows: [] });
  expect(boundsOf([])).toEqual({ x: 0, y: 0, width: 0, height: 0 });
});
