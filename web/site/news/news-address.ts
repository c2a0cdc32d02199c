import type { NewsType } from '#contract/site.ts';

export function newsItemPath(id: number): string {
  return `/news/${id}`;
}

export function newsPath(type: NewsType, page = 1): string {
  const query = new URLSearchParams();
  if (type !== 'all') query.set('type', type);
  if (page > 1) query.set('page', String(page));
  return query.size === 0 ? '/news' : `/news?${query}`;
}

export function homeNewsPath(type: NewsType): string {
  return type === 'all' ? '/' : `/?news=${type}`;
}
