import type { Language } from '#contract/languages.ts';
import { idInPath } from '#contract/scalars.ts';
import type { NewsItem, NewsPageData, NewsType } from '#contract/site.ts';
import { publicationTypes } from '#contract/words.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { presentPublication } from '../publications/present.ts';
import { findPublication, listPage } from '../publications/queries.ts';
import { presentNewsItem } from './present.ts';

const PAGE_SIZE = 20;
const PAGE_NUMBER = /^[1-9]\d{0,5}$/;

type NewsContext = Pick<AppContext, 'config' | 'database'>;

export function newsTypeOf(word: string | null): NewsType {
  return publicationTypes.find((type) => type === word) ?? 'all';
}

export async function loadNews(app: NewsContext, query: URLSearchParams, language: Language): Promise<NewsPageData> {
  const newsType = newsTypeOf(query.get('type'));
  const asked = query.get('page') ?? '';
  const read = (page: number) =>
    listPage(app.database.reader, { type: newsType === 'all' ? undefined : newsType, page, size: PAGE_SIZE });
  const page = PAGE_NUMBER.test(asked) ? Number(asked) : 1;
  const first = await read(page);
  const pages = Math.max(1, Math.ceil(first.total / PAGE_SIZE));
  const { rows } = page > pages ? await read(pages) : first;
  return {
    publications: rows.map((row) => presentNewsItem(presentPublication(row, app.config.publicUrl), language)),
    newsType,
    page: Math.min(page, pages),
    pages,
  };
}

export async function loadNewsItem(app: NewsContext, id: string, language: Language): Promise<NewsItem | undefined> {
  const read = idInPath.safeParse(id);
  const row = read.success ? await findPublication(app.database.reader, read.data) : undefined;
  return row && presentNewsItem(presentPublication(row, app.config.publicUrl), language);
}
