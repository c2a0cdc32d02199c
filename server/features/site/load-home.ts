import type { Language } from '#contract/languages.ts';
import { type HomePageData, NEWS_OF_EACH_TYPE } from '#contract/site.ts';
import { publicationTypes } from '#contract/words.ts';
import { today } from '../../clock.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { loadLorriesToday } from '../arrivals/load-lorries.ts';
import { findDays } from '../prices/queries.ts';
import { presentPublication } from '../publications/present.ts';
import { listPage } from '../publications/queries.ts';
import { newsTypeOf } from './load-news.ts';
import type { DayReaders } from './load-prices.ts';
import { presentHome, presentNewsItem } from './present.ts';

const SHORT_LIST = 10;

type HomeContext = Pick<AppContext, 'clock' | 'config' | 'database' | 'centre'>;

export async function loadHome(
  app: HomeContext,
  query: URLSearchParams,
  { language, ...readers }: { language: Language } & DayReaders,
): Promise<HomePageData> {
  return {
    lorries: await loadLorriesToday(app.database.reader, app.clock.now()),
    latest: await loadLatest(app, readers),
    publications: await loadNewest(app, language),
    newsType: newsTypeOf(query.get('news')),
    ...presentHome(app.centre.facts, language),
  };
}

async function loadLatest(app: HomeContext, { rowsOf, comparisonsOf }: DayReaders): Promise<HomePageData['latest']> {
  const now = today(app.clock);
  const { latest } = await findDays(app.database.reader, now, now);
  if (latest === null) return null;
  const rows = await rowsOf(latest);
  const shown = rows.slice(0, SHORT_LIST);
  const all = await comparisonsOf(latest);
  const comparisons = Object.fromEntries(shown.map(({ product: { code } }) => [code, all[code]]));
  return { date: latest, rows: shown, comparisons, count: rows.length };
}

async function loadNewest(app: HomeContext, language: Language): Promise<HomePageData['publications']> {
  const { database, config } = app;
  const pages = await Promise.all(
    publicationTypes.map((type) => listPage(database.reader, { type, page: 1, size: NEWS_OF_EACH_TYPE })),
  );
  return pages
    .flatMap(({ rows }) => rows)
    .toSorted((one, other) => other.created_at.localeCompare(one.created_at) || other.id - one.id)
    .map((row) => presentNewsItem(presentPublication(row, config.publicUrl), language));
}
