import { dayOf } from '#billing/calendar.ts';
import { prices } from '#contract/prices.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Door } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/core/endpoint.ts';
import { ReadyJson } from '../../http/core/raw-json.ts';
import { recording } from '../../http/idempotency/write-endpoint.ts';
import { findClosedDay } from '../market-days/find-closed-days.ts';
import { findProduct } from '../products/queries.ts';
import { changePrice } from './change-price.ts';
import { importPrices } from './import-prices.ts';
import { listedProducts } from './list-products.ts';
import {
  presentChange,
  presentChartText,
  presentDayBytes,
  presentImport,
  presentPrice,
  presentResult,
  presentSeriesText,
  presentSheetLine,
} from './present.ts';
import { publishPrices } from './publish-prices.ts';
import { findDays, findPrice, listChanges, listDay, listSheet, readHistory, readHistoryIds } from './queries.ts';
import type { PriceLine } from './read-price-file.ts';

/** Daily prices: everybody reads them, the office publishes them. */
export function priceRoutes(door: Door): void {
  publicReads(door);
  officeReads(door);
  const { database } = door;
  endpoint(door, prices.edit, async ({ params, body, act }) => {
    const pair = { min_cents: body.min_price, max_cents: body.max_price };
    const changed = await changePrice(database, act, { productId: params.id, date: params.date, pair });
    return { message: 'Daily price range updated successfully!', data: presentPrice(changed) };
  });
  recording(door, prices.updateMultiple, async ({ body, act }, tx) => {
    const published = await publishPrices(tx, act, body);
    return { message: 'Prices added/updated successfully!', results: published.map(presentResult) };
  });
  recording(
    door,
    prices.importCsv,
    async ({ body, act }, tx, lines: PriceLine[]) => presentImport(await importPrices(tx, act, lines, body)),
    // What reads such files is read when the first comes, for it costs a server its quick start.
    async ({ body }) => (await import('./read-price-file.ts')).readPriceFile(body.csv),
  );
}

function publicReads(door: Door): void {
  const db = door.database.reader;
  const products = listedProducts(door);
  endpoint(
    door,
    prices.byDate,
    async ({ params }) => new ReadyJson(presentDayBytes(await listDay(db, params.date), await products())),
  );
  endpoint(door, prices.days, async ({ params, act }) => {
    const { itself, ...others } = await findDays(db, params.date, dayOf(act.at));
    const closed = itself === null ? await findClosedDay(db, params.date) : null;
    return { date: params.date, has_list: itself !== null, closed, ...others };
  });
  endpoint(door, prices.chart, async ({ params }) => {
    const { name } = await getProduct(params.id);
    const history = { ...(await readHistory(db, params.id)), ids: await readHistoryIds(db, params.id) };
    return new ReadyJson(presentChartText(params.id, name, history));
  });
  endpoint(door, prices.series, async ({ params }) => {
    await getProduct(params.id);
    return new ReadyJson(presentSeriesText(params.id, await readHistory(db, params.id)));
  });
  endpoint(door, prices.one, async ({ params }) => {
    const found = await findPrice(db, params.id, params.date);
    if (!found) throw new Refusal('price_not_found');
    return presentPrice(found);
  });

  async function getProduct(id: number) {
    const product = await findProduct(db, id);
    if (!product) throw new Refusal('product_not_found');
    return product;
  }
}

function officeReads(door: Door): void {
  const db = door.database.reader;
  endpoint(door, prices.changes, async ({ params }) =>
    (await listChanges(db, params.id, params.date)).map(presentChange),
  );
  endpoint(door, prices.sheet, async ({ params }) => (await listSheet(db, params.date)).map(presentSheetLine));
}
