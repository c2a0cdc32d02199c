import type { NewsType } from '#contract/site.ts';

/** The address of one publication, without its language. */
export function newsItemPath(id: number): string {
  return `/news/${id}`;
}

/** The address of a page of the news, without its language; what is as usual is left out. */
export function newsPath(type: NewsType, page = 1): string {
  const query = new URLSearchParams();
  if (type !== 'all') query.set('type', type);
  if (page > 1) query.set('page', String(page));
  return query.size === 0 ? '/news' : `/news?${query}`;
}

/** The address of the home page with one type of news in its carousel, without its language. */
export function homeNewsPath(type: NewsType): string {
  return type === 'all' ? '/' : `/?news=${type}`;
}
