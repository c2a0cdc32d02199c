import type { Language } from '#contract/languages.ts';
import type { PageFrame } from '#contract/site.ts';
import { memoizePerVersion } from '../../http/cache/memoize-per-version.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { readWeek } from '../market-days/queries.ts';

/** Gives what every public page is told besides its own data: in which language, at which address, of which market. */
export function pageFramer(app: AppContext): (language: Language, path: string) => Promise<PageFrame> {
  const openWeekdays = memoizePerVersion(app.responseCache, async () =>
    Array.from(await readWeek(app.database.reader), Number),
  );
  return async (language, path) => ({
    ...frameWithoutDatabase(app, language, path),
    openWeekdays: await openWeekdays(),
  });
}

/** The same as far as it needs no database: that may be what failed. */
export function frameWithoutDatabase({ config }: AppContext, language: Language, path: string): PageFrame {
  const { services: _, ...centre } = config.centre;
  return { language, path, centre, publicUrl: config.publicUrl ?? null, openWeekdays: [] };
}
