import type { Day } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import type { comparisons } from '#contract/comparisons.ts';
import { today } from '../../clock.ts';
import { memoizePerVersion } from '../../http/cache/memoize-per-version.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { listedProducts } from '../prices/list-products.ts';
import { findDays } from '../prices/queries.ts';
import { presentComparisons } from './present.ts';
import { listStandings } from './queries.ts';

type Comparisons = Answer<typeof comparisons.list>;

/** Without a date of the latest list, which is read once per cache version: every page of the day shows it. */
export function comparisonLoader(app: AppContext): (date?: Day) => Promise<Comparisons> {
  const { clock, responseCache } = app;
  const { reader } = app.database;
  const products = listedProducts(app);
  const load = async (date: Day | null) =>
    presentComparisons(date, date === null ? [] : await listStandings(reader, date), await products());
  const loadLatest = memoizePerVersion(responseCache, async () => {
    const now = today(clock);
    return load((await findDays(reader, now, now)).latest);
  });
  return async (date) => {
    const latest = await loadLatest();
    return date === undefined || date === latest.date ? latest : load(date);
  };
}
