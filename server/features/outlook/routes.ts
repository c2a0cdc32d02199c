import { outlook } from '#contract/outlook.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { loadProductOutlook, marketOutlook } from './load-outlook.ts';
import { presentOutlook, presentProductOutlook } from './present.ts';

export function outlookRoutes(app: AppContext): void {
  const market = marketOutlook(app);

  endpoint(app, outlook.list, async () => presentOutlook(await market()));
  endpoint(app, outlook.get, async ({ params, query }) =>
    presentProductOutlook(await loadProductOutlook(app, params.code), query.year),
  );
}
