import { dayOf } from '#billing/calendar.ts';
import { openData } from '#contract/open-data.ts';
import { Refusal } from '#contract/refusals.ts';
import { today } from '../../clock.ts';
import { memoizePerVersion } from '../../http/cache/memoize-per-version.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { FileResponse } from '../../http/core/file-response.ts';
import { Paginated } from '../../http/core/paginated.ts';
import { RawJson } from '../../http/core/raw-json.ts';
import { endpoint } from '../../http/endpoint.ts';
import { limitWork } from '../../limit-work.ts';
import { loadRarePart } from '../../load-part.ts';
import { nextTurn, takeTurns } from '../../turns.ts';
import { alarmSetting } from '../alarms/read-alarms.ts';
import { hasArrivals } from '../arrivals/queries.ts';
import { listedProducts } from '../prices/list-products.ts';
import { priceBook } from '../prices/load-price-book.ts';
import { listEveryProduct } from '../products/queries.ts';
import { listHistories } from './history/list-histories.ts';
import { writeHistoryCsv } from './history/write-history-csv.ts';
import { daysOfYear, listOpenDays } from './list-open-days.ts';
import { loadPunctuality } from './load-punctuality.ts';
import { type DatasetDescription, describeDataset } from './metadata/describe-dataset.ts';
import { writeCroissant } from './metadata/write-croissant.ts';
import { writeDatapackage } from './metadata/write-datapackage.ts';
import { writeDcat } from './metadata/write-dcat.ts';
import {
  listProductPrices,
  presentCorrection,
  presentOpenProduct,
  presentPrices,
  presentProductPrices,
  presentYearCsv,
  presentYearFiles,
  presentYearJson,
} from './present.ts';
import { countCorrections, findProductByCode, listPriceCorrections } from './queries.ts';
import { readMarketKey } from './read-market-key.ts';

/**
 * The limit on concurrent year files. It is lower than the limit on all answers together, so that year files never
 * block small ones.
 */
const YEARS = { running: 1, waiting: 2 };

export function openDataRoutes(app: AppContext): void {
  yearFiles(app);
  descriptions(app);
  const db = app.database.reader;
  const products = listedProducts(app);
  const readBook = priceBook(app);

  endpoint(app, openData.prices, async ({ query, context }) => {
    const now = dayOf(context.now);
    const book = await readBook();
    const date = query.date ?? book.findLatest(now);
    return new RawJson(presentPrices(date, date === null ? [] : book.listDay(date), await products()));
  });
  endpoint(app, openData.products, async () => (await listEveryProduct(db)).map(presentOpenProduct));
  endpoint(app, openData.productPrices, async ({ params, query }) => {
    const product = await findProductByCode(db, params.code);
    if (!product) throw new Refusal('product_not_found');
    const period = { from: query.from, to: query.to };
    return presentProductPrices(product, listProductPrices(await readBook(), product.id, period));
  });
  endpoint(app, openData.days, async ({ query, context }) => {
    const now = dayOf(context.now);
    const year = query.year ?? Number(now.slice(0, 4));
    return listOpenDays({ db, book: await readBook(), year, today: now });
  });
  endpoint(app, openData.corrections, async ({ query: { since, page, limit } }) => {
    const rows = await listPriceCorrections(db, since, { limit, offset: (page - 1) * limit });
    return new Paginated(rows.map(presentCorrection), await countCorrections(db, since));
  });
}

function yearFiles(app: AppContext): void {
  const inTurn = limitWork(YEARS);
  const db = app.database.reader;
  const products = listedProducts(app);
  const readBook = priceBook(app);

  endpoint(app, openData.years, async () => {
    const years = [];
    const book = await readBook();
    for (const year of book.listYears()) {
      const found = { publicUrl: app.config.publicUrl, hasArrivals: await hasArrivals(db, year) };
      const [first, ...others] = book.countByDay(daysOfYear(year));
      if (first) years.push(presentYearFiles(year, [first, ...others], found));
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
  endpoint(app, openData.allCsv, async () => {
    const csv = await inTurn(async () => writeHistoryCsv(listHistories(await readBook(), await listEveryProduct(db))));
    return new FileResponse(csv, { format: 'csv.gz', name: 'prices', disposition: 'attachment' });
  });
  endpoint(app, openData.allParquet, async () => {
    const { writeHistoryParquet } = await loadRarePart('Parquet', () => import('./history/write-parquet.ts'));
    const histories = async () => listHistories(await readBook(), await listEveryProduct(db));
    const parquet = await inTurn(async () => writeHistoryParquet(await histories()));
    return new FileResponse(parquet, { format: 'parquet', name: 'prices', disposition: 'attachment' });
  });

  async function loadYear(year: number) {
    const columns = await (await readBook()).listBetween(daysOfYear(year), takeTurns);
    await nextTurn();
    return [columns, await products()] as const;
  }
}

function descriptions(app: AppContext): void {
  const dataset = datasetLoader(app);
  endpoint(app, openData.datapackage, async () => writeDatapackage(await dataset()));
  endpoint(
    app,
    openData.dcat,
    async () => new FileResponse(writeDcat(await dataset()), { format: 'jsonld', name: 'dcat' }),
  );
  endpoint(app, openData.croissant, async () => writeCroissant(await dataset()));
}

function datasetLoader(app: AppContext): () => Promise<DatasetDescription> {
  const { config, clock, centre, responseCache, database } = app;
  const readBook = priceBook(app);
  return memoizePerVersion(responseCache, async () => {
    const book = await readBook();
    const { first, last } = book.findSpan();
    const years = book.listYears();
    const thisYear = Number(today(clock).slice(0, 4));
    const marketKey = await readMarketKey(database.reader);
    const { list_by } = await alarmSetting.read(database.reader);
    const punctuality = await loadPunctuality(database.reader, book, today(clock));
    const listTime = punctuality.usual_time ?? list_by;
    const { publicUrl } = config;
    return describeDataset({
      centre: centre.facts,
      marketKey,
      listTime,
      punctuality,
      publicUrl,
      years,
      thisYear,
      first,
      last,
    });
  });
}
