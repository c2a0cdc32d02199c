import { comparisons } from '#contract/comparisons.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { comparisonLoader } from './load-comparisons.ts';
import { presentComparisons } from './present.ts';

export function comparisonRoutes(app: AppContext): void {
  const load = comparisonLoader(app);
  endpoint(app, comparisons.list, async ({ query }) => presentComparisons(await load(query.date)));
}
