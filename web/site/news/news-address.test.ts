import { expect, test } from 'vitest';
import { homeNewsPath, newsItemPath, newsPath } from './news-address.ts';

test('an address of the news omits the defaults', () => {
  expect([newsPath('all'), newsPath('event'), newsPath('all', 3), newsPath('notice', 2)]).toEqual([
    '/news',
    '/news?type=event',
    '/news?page=3',
    '/news?type=notice&page=2',
  ]);
  expect([homeNewsPath('all'), homeNewsPath('news'), newsItemPath(7)]).toEqual(['/', '/?news=news', '/news/7']);
});
