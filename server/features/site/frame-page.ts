import type { Language } from '#contract/languages.ts';
import type { PageFrame } from '#contract/site.ts';
import { memoizePerVersion } from '../../http/cache/memoize-per-version.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { readWeek } from '../market-days/queries.ts';

export function pageFramer(app: AppContext): (language: Language, path: string) => Promise<PageFrame> {
  const openWeekdays = memoizePerVersion(app.responseCache, async () =>
    Array.from(await readWeek(app.database.reader), Number),
  );
  return async (language, path) => ({
    ...frameWithoutDatabase(app, language, path),
    openWeekdays: await openWeekdays(),
  });
}

/** For the error page: the database may have failed. */
export function frameWithoutDatabase({ config, centre }: AppContext, language: Language, path: string): PageFrame {
  return { language, path, centre: centre.contact, publicUrl: config.publicUrl ?? null, openWeekdays: [] };
}
