import { outlook } from '#contract/outlook.ts';
import { Refusal } from '#contract/refusals.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/core/endpoint.ts';
import { findProductByCode } from '../open-data/queries.ts';
import { findListDays, loadColumns, marketOutlook } from './load-outlook.ts';
import { presentOutlook, presentProductOutlook } from './present.ts';
import { scoreHistory, summarizeRanges } from './summarize-outlook.ts';

export function outlookRoutes(app: AppContext): void {
  const market = marketOutlook(app);

  endpoint(app, outlook.list, async () => presentOutlook(await market()));
  endpoint(app, outlook.get, async ({ params, query }) => {
    const product = await findProductByCode(app.database.reader, params.code);
    if (!product) throw new Refusal('product_not_found');
    const { date, days } = await findListDays(app);
    const columns = await loadColumns(app, product.id);
    const scored = scoreHistory(columns);
    const summary = summarizeRanges(scored, columns, days);
    return presentProductOutlook({ product, date, summary, scored }, query.year);
  });
}
