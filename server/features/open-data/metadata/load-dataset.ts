import { today } from '../../../clock.ts';
import { memoizePerVersion } from '../../../http/cache/memoize-per-version.ts';
import type { AppContext } from '../../../http/core/app-context.ts';
import { findSpan } from '../../prices/queries.ts';
import { listYears } from '../queries.ts';
import { type DatasetDescription, describeDataset } from './describe-dataset.ts';

export function datasetLoader(app: AppContext): () => Promise<DatasetDescription> {
  const { database, config, clock, centre, responseCache } = app;
  return memoizePerVersion(responseCache, async () => {
    const [{ first, last }, years] = await Promise.all([findSpan(database.reader), listYears(database.reader)]);
    const thisYear = Number(today(clock).slice(0, 4));
    return describeDataset({ centre: centre.facts, publicUrl: config.publicUrl, years, thisYear, first, last });
  });
}
