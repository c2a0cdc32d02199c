import { expect, test } from 'vitest';
import { Refusal } from '#contract/refusals.ts';
import { DrawingCache } from './cache-drawings.ts';

function openDrawer() {
  const begun: string[] = [];
  const done: (() => void)[] = [];
  const draw = (name: string) => () => {
    begun.push(name);
    return new Promise<Buffer>((resolve) => done.push(() => resolve(Buffer.from(name))));
  };
  return { begun, draw, finish: () => done.shift()?.() };
}

const LIMITS = { most: 100, waiting: 30, ofNetwork: 40 };
const PHONE = '203.0.113.7';

const atOnce = (name: string) => async () => Buffer.from(name);

test('a picture that is requested many times at once, and later again, is drawn once', async () => {
  const { begun, draw, finish } = openDrawer();
  const pictures = new DrawingCache(LIMITS);
  const asked = Promise.all([1, 2, 3].map(() => pictures.get('a', PHONE, draw('a'))));
  await Promise.resolve();
  finish();
  expect((await asked).map(String)).toEqual(['a', 'a', 'a']);
  expect(String(await pictures.get('a', PHONE, draw('a')))).toBe('a');
  expect(begun).toEqual(['a']);
});

test('one picture is drawn at a time, in the order of the requests', async () => {
  const { begun, draw, finish } = openDrawer();
  const pictures = new DrawingCache(LIMITS);
  const first = pictures.get('a', PHONE, draw('a'));
  const second = pictures.get('b', PHONE, draw('b'));
  await Promise.resolve();
  expect(begun).toEqual(['a']);
  finish();
  await first;
  await expect.poll(() => begun).toEqual(['a', 'b']);
  finish();
  expect(String(await second)).toBe('b');
});

test('a hundred pictures are cached, and the least requested are dropped', async () => {
  const pictures = new DrawingCache(LIMITS);
  for (let at = 0; at < 100; at += 1) await pictures.get(`${at}`, PHONE, atOnce('old'));
  await pictures.get('0', PHONE, atOnce('new'));
  await pictures.get('100', PHONE, atOnce('old'));
  expect(String(await pictures.get('0', PHONE, atOnce('new')))).toBe('old');
  expect(String(await pictures.get('1', PHONE, atOnce('new')))).toBe('new');
});

test('a picture that could not be drawn is drawn on the next request, and does not stop the others', async () => {
  const pictures = new DrawingCache(LIMITS);
  const failing = pictures.get('a', PHONE, () => Promise.reject(new Error('no ink')));
  const other = pictures.get('b', PHONE, atOnce('b'));
  await expect(failing).rejects.toThrow('no ink');
  expect(String(await other)).toBe('b');
  expect(String(await pictures.get('a', PHONE, atOnce('a')))).toBe('a');
});

test('when thirty requests wait, the next one is refused until later', async () => {
  const { draw, finish } = openDrawer();
  const pictures = new DrawingCache(LIMITS);
  const waiting = Array.from({ length: 31 }, (_, at) =>
    pictures.get(`${at}`, PHONE, at === 0 ? draw('first') : atOnce('next')),
  );
  await expect(pictures.get('one more', PHONE, atOnce('more'))).rejects.toThrow(Refusal);
  finish();
  await Promise.all(waiting);
  await expect.poll(() => pictures.get('one more', PHONE, atOnce('more')).then(String, () => 'no')).toBe('more');
});

test('one network has six drawings in work; others are drawn, and what is drawn already it gets as before', async () => {
  const { draw, finish } = openDrawer();
  const pictures = new DrawingCache({ ...LIMITS, ofNetwork: 6 });
  await pictures.get('known', PHONE, atOnce('known'));
  const first = pictures.get('0', PHONE, draw('0'));
  const waiting = [1, 2, 3, 4, 5].map((at) => pictures.get(`${at}`, PHONE, atOnce('next')));
  await expect(pictures.get('6', PHONE, atOnce('more'))).rejects.toThrow(Refusal);
  expect(String(await pictures.get('known', PHONE, atOnce('new')))).toBe('known');
  const other = pictures.get('6', '198.51.100.2', atOnce('of another'));
  finish();
  await Promise.all([first, ...waiting]);
  expect(String(await other)).toBe('of another');
  expect(String(await pictures.get('7', PHONE, atOnce('later')))).toBe('later');
});
