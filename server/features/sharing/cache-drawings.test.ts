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

const atOnce = (name: string) => async () => Buffer.from(name);

test('a picture that is requested many times at once, and later again, is drawn once', async () => {
  const { begun, draw, finish } = openDrawer();
  const pictures = new DrawingCache({ most: 100, waiting: 30 });
  const asked = Promise.all([1, 2, 3].map(() => pictures.get('a', draw('a'))));
  await Promise.resolve();
  finish();
  expect((await asked).map(String)).toEqual(['a', 'a', 'a']);
  expect(String(await pictures.get('a', draw('a')))).toBe('a');
  expect(begun).toEqual(['a']);
});

test('one picture is drawn at a time, in the order of the requests', async () => {
  const { begun, draw, finish } = openDrawer();
  const pictures = new DrawingCache({ most: 100, waiting: 30 });
  const first = pictures.get('a', draw('a'));
  const second = pictures.get('b', draw('b'));
  await Promise.resolve();
  expect(begun).toEqual(['a']);
  finish();
  await first;
  await expect.poll(() => begun).toEqual(['a', 'b']);
  finish();
  expect(String(await second)).toBe('b');
});

test('a hundred pictures are cached, and the least requested are dropped', async () => {
  const pictures = new DrawingCache({ most: 100, waiting: 30 });
  for (let at = 0; at < 100; at += 1) await pictures.get(`${at}`, atOnce('old'));
  await pictures.get('0', atOnce('new'));
  await pictures.get('100', atOnce('old'));
  expect(String(await pictures.get('0', atOnce('new')))).toBe('old');
  expect(String(await pictures.get('1', atOnce('new')))).toBe('new');
});

test('a picture that could not be drawn is drawn on the next request, and does not stop the others', async () => {
  const pictures = new DrawingCache({ most: 100, waiting: 30 });
  const failing = pictures.get('a', () => Promise.reject(new Error('no ink')));
  const other = pictures.get('b', atOnce('b'));
  await expect(failing).rejects.toThrow('no ink');
  expect(String(await other)).toBe('b');
  expect(String(await pictures.get('a', atOnce('a')))).toBe('a');
});

test('when thirty requests wait, the next one is refused until later', async () => {
  const { draw, finish } = openDrawer();
  const pictures = new DrawingCache({ most: 100, waiting: 30 });
  const waiting = Array.from({ length: 31 }, (_, at) =>
    pictures.get(`${at}`, at === 0 ? draw('first') : atOnce('next')),
  );
  await expect(pictures.get('one more', atOnce('more'))).rejects.toThrow(Refusal);
  finish();
  await Promise.all(waiting);
  await expect.poll(() => pictures.get('one more', atOnce('more')).then(String, () => 'no')).toBe('more');
});
