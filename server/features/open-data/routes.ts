import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { dayOf } from '#billing/calendar.ts';
import { openData } from '#contract/open-data.ts';
import { Refusal } from '#contract/refusals.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { FileResponse } from '../../http/core/file-response.ts';
import { Paginated } from '../../http/core/paginated.ts';
import { RawJson } from '../../http/core/raw-json.ts';
import { endpoint } from '../../http/endpoint.ts';
import { limitWork } from '../../limit-work.ts';
import { hasArrivals } from '../arrivals/queries.ts';
import { listedProducts } from '../prices/list-products.ts';
import { findDays, listDay } from '../prices/queries.ts';
import { listEveryProduct } from '../products/queries.ts';
import { writeHistoryCsv } from './history/write-csv.ts';
import { listOpenDays } from './list-days.ts';
import { datasetLoader } from './metadata/load-dataset.ts';
import { writeCroissant } from './metadata/write-croissant.ts';
import { writeDatapackage } from './metadata/write-datapackage.ts';
import { writeDcat } from './metadata/write-dcat.ts';
import {
  presentCorrection,
  presentOpenProduct,
  presentPrices,
  presentProductPrices,
  presentYearCsv,
  presentYearFiles,
  presentYearJson,
} from './present.ts';
import {
  countCorrections,
  countYear,
  findProductByCode,
  listPriceCorrections,
  listProductPrices,
  listYears,
  readYear,
} from './queries.ts';

/** Below the limit of concurrent answers, so that year files never block small ones. */
const YEARS = { running: 1, waiting: 2 };

export function openDataRoutes(app: AppContext): void {
  const { database, config } = app;
  const inTurn = limitWork(YEARS);
  const db = database.reader;
  const products = listedProducts(app);
  const dataset = datasetLoader(app);

  endpoint(app, openData.prices, async ({ query, context }) => {
    const now = dayOf(context.now);
    const date = query.date ?? (await findDays(db, now, now)).latest;
    return presentPrices(date, date === null ? [] : await listDay(db, date), await products());
  });
  endpoint(app, openData.products, async () => (await listEveryProduct(db)).map(presentOpenProduct));
  endpoint(app, openData.productPrices, async ({ params, query }) => {
    const product = await findProductByCode(db, params.code);
    if (!product) throw new Refusal('product_not_found');
    const period = { from: query.from, to: query.to };
    return presentProductPrices(product, await listProductPrices(db, product.id, period));
  });
  endpoint(app, openData.years, async () => {
    const years = [];
    for (const year of await listYears(db)) {
      const found = { publicUrl: config.publicUrl, hasArrivals: await hasArrivals(db, year) };
      years.push(presentYearFiles(year, await countYear(db, year), found));
    }
    return years;
  });
  endpoint(app, openData.yearCsv, async ({ params }) => {
    const csv = await inTurn(async () => presentYearCsv(...(await loadYear(params.year))));
    if (csv === undefined) throw new Refusal('year_not_found');
    return new FileResponse(csv, { format: 'csv', name: `prices-${params.year}`, disposition: 'attachment' });
  });
  endpoint(app, openData.yearJson, async ({ params }) => {
    const json = await inTurn(async () => presentYearJson(params.year, ...(await loadYear(params.year))));
    if (json === undefined) throw new Refusal('year_not_found');
    return new RawJson(json);
  });
  endpoint(app, openData.days, async ({ query, context }) => {
    const now = dayOf(context.now);
    return listOpenDays(db, query.year ?? Number(now.slice(0, 4)), now);
  });
  endpoint(app, openData.allCsv, async () => {
    const csv = await inTurn(() => database.snapshotApart(writeHistoryCsv));
    return new FileResponse(csv, { format: 'csv.gz', name: 'prices', disposition: 'attachment' });
  });
  endpoint(app, openData.allParquet, async () => {
    const { writeHistoryParquet } = await import('./history/write-parquet.ts');
    const parquet = await inTurn(() => database.snapshotApart(writeHistoryParquet));
    return new FileResponse(parquet, { format: 'parquet', name: 'prices', disposition: 'attachment' });
  });
  endpoint(app, openData.datapackage, async () => writeDatapackage(await dataset()));
  endpoint(
    app,
    openData.dcat,
    async () => new FileResponse(writeDcat(await dataset()), { format: 'jsonld', name: 'dcat' }),
  );
  endpoint(app, openData.croissant, async () => writeCroissant(await dataset()));
  endpoint(app, openData.corrections, async ({ query: { since, page, limit } }) => {
    const rows = await listPriceCorrections(db, since, { limit, offset: (page - 1) * limit });
    return new Paginated(rows.map(presentCorrection), await countCorrections(db, since));
  });

  async function loadYear(year: number) {
    const columns = await readYear(db, year);
    await yieldToEventLoop();
    return [columns, await products()] as const;
  }
}
