import { dayOf } from '#billing/calendar.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { prices } from '#contract/prices.ts';
import { Refusal } from '#contract/refusals.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { RawJson } from '../../http/core/raw-json.ts';
import { endpoint } from '../../http/endpoint.ts';
import { loadRarePart } from '../../load-part.ts';
import { nextTurn } from '../../turns.ts';
import { findClosedDay } from '../market-days/find-closed-days.ts';
import { findProduct, listEveryProduct } from '../products/queries.ts';
import { changePrice, moveList, withdrawList } from './change-prices.ts';
import { importPrices } from './import-prices.ts';
import { listedProducts } from './list-products.ts';
import { priceBook } from './load-price-book.ts';
import {
  presentChange,
  presentChartText,
  presentDayBytes,
  presentImport,
  presentPrice,
  presentPublishResult,
  presentReplacedRow,
  presentSeriesText,
  presentSheetLine,
} from './present.ts';
import { lockReplacedRows, publishPrices } from './publish-prices.ts';
import { findPrice, listPriceChanges, lockPublishing } from './queries.ts';
import type { PriceFile } from './read-price-file.ts';

export function priceRoutes(app: AppContext): void {
  publicReads(app);
  officeReads(app);
  endpoint(app, prices.edit, {
    async current({ params }, tx) {
      await lockPublishing(tx);
      const stored = await findPrice(tx, params.id, params.date);
      return stored && presentPrice(stored);
    },
    async record({ params, body, context }, tx) {
      const pair = { min_cents: body.min_price, max_cents: body.max_price };
      const changed = await changePrice(tx, context, { productId: params.id, date: params.date, pair });
      return { message: apiMessage('prices.edit.done'), data: presentPrice(changed) };
    },
  });
  endpoint(app, prices.updateMultiple, {
    current: async ({ body }, tx) => ({ rows: (await lockReplacedRows(tx, body)).map(presentReplacedRow) }),
    async record({ body, context }, tx) {
      const published = await publishPrices(tx, context, body);
      return { message: apiMessage('prices.publish.done'), results: published.map(presentPublishResult) };
    },
  });
  listChanges(app);
  endpoint(app, prices.importCsv, {
    // The module is loaded on first use, because loading it earlier would slow down startup.
    async prepare({ body }) {
      const { readPriceFile } = await loadRarePart('price files', () => import('./read-price-file.ts'));
      await nextTurn();
      return readPriceFile(body.csv);
    },
    async record({ body, context }, tx, file: PriceFile) {
      const outcome = await importPrices(tx, context, { file, ...body });
      await nextTurn();
      return presentImport(outcome);
    },
  });
}

function listChanges(app: AppContext): void {
  endpoint(app, prices.withdraw, {
    async record({ params, body, query, context }, tx) {
      const done = await withdrawList(tx, context, { ...params, ...body, seen: query.preview_digest });
      const values = { date: params.date, count: done.withdrawn };
      return { message: apiMessage('prices.withdraw.done', values), ...done };
    },
  });
  endpoint(app, prices.move, {
    async record({ params, body, query, context }, tx) {
      const done = await moveList(tx, context, { ...params, ...body, seen: query.preview_digest });
      const values = { date: params.date, to: body.to, count: done.moved };
      return { message: apiMessage('prices.move.done', values), ...done };
    },
  });
}

function publicReads(app: AppContext): void {
  const db = app.database.reader;
  const products = listedProducts(app);
  const readBook = priceBook(app);
  // The price book is read when the server starts, so that the first visitor need not wait. The server already answers
  // requests meanwhile.
  app.fastify.addHook('onListen', async () => {
    readBook().catch((error: unknown) => app.fastify.log.warn({ err: error }, 'the prices could not be read'));
  });
  endpoint(app, prices.byDate, async ({ params }) => {
    const book = await readBook();
    return new RawJson(presentDayBytes(book.listDay(params.date), await products()));
  });
  endpoint(app, prices.days, async ({ params, context }) => {
    const { itself, ...others } = (await readBook()).findDays(params.date, dayOf(context.now));
    const closed = itself === null ? await findClosedDay(db, params.date) : null;
    return { date: params.date, has_list: itself !== null, closed, ...others };
  });
  endpoint(app, prices.names, async () =>
    [...(await products())].map(([product_id, { fields, aliases }]) => ({
      product_id,
      names: [fields.name, fields.name_si, fields.name_ta, fields.code, ...aliases].filter((name) => name !== ''),
    })),
  );
  endpoint(app, prices.chart, async ({ params }) => {
    const { name } = await getProduct(params.id);
    const book = await readBook();
    return new RawJson(
      presentChartText({ id: params.id, name, dayOf: book.dayOf }, book.history(params.id), book.ids(params.id)),
    );
  });
  endpoint(app, prices.series, async ({ params }) => {
    await getProduct(params.id);
    return new RawJson(presentSeriesText(params.id, (await readBook()).history(params.id)));
  });
  endpoint(app, prices.one, async ({ params }) => {
    const found = (await readBook()).find(params.id, params.date);
    if (!found) throw new Refusal('price_not_found');
    return presentPrice(found);
  });

  async function getProduct(id: number) {
    const product = await findProduct(db, id);
    if (!product) throw new Refusal('product_not_found');
    return product;
  }
}

function officeReads(app: AppContext): void {
  const db = app.database.reader;
  endpoint(app, prices.changes, async ({ params }) =>
    (await listPriceChanges(db, params.id, params.date)).map(presentChange),
  );
  endpoint(app, prices.sheet, async ({ params: { date } }) => {
    const book = await priceBook(app)();
    return (await listEveryProduct(db)).flatMap((product) => {
      const current = book.find(product.id, date);
      // A deleted product is listed only if it has a price on that day.
      if (product.archived_at !== null && !current) return [];
      return presentSheetLine(product, { current, last: book.findLastBefore(product.id, date) });
    });
  });
}
