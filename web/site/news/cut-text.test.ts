import { expect, test } from 'vitest';
import { cutText, isLong } from './cut-text.ts';
import { homeNewsPath, newsItemPath, newsPath } from './news-address.ts';

test('200 characters are shown completely, and a 201st shortens the text to 200 with three dots', () => {
  const fitting = 'a'.repeat(200);
  expect([isLong(fitting), cutText(fitting)]).toEqual([false, fitting]);
  expect([isLong(`${fitting}b`), cutText(`${fitting}b`)]).toEqual([true, `${fitting}...`]);
});

test.each([
  ['a Sinhala letter and its vowel sign', 'කො', 1],
  ['a Sinhala letter that is joined to the one before', 'ක\u0dca\u200dර', 1],
  ['the same letter, cut after its joiner', 'ක\u0dca\u200dර', 3],
  ['a Tamil letter and its sign', 'கி', 1],
  ['the two halves of a picture letter', '🥕', 1],
])('a shortened text never ends between %s', (_, letter, within) => {
  const before = 'x'.repeat(200 - within);
  expect(cutText(before + letter + 'y'.repeat(20))).toBe(`${before}...`);
});

test('an address of the news omits the defaults', () => {
  expect([newsPath('all'), newsPath('event'), newsPath('all', 3), newsPath('notice', 2)]).toEqual([
    '/news',
    '/news?type=event',
    '/news?page=3',
    '/news?type=notice&page=2',
  ]);
  expect([homeNewsPath('all'), homeNewsPath('news'), newsItemPath(7)]).toEqual(['/', '/?news=news', '/news/7']);
});
