import { type Day, dayOf } from '#billing/calendar.ts';
import type { ClosedDay } from '#contract/market-days.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { prices } from '#contract/prices.ts';
import { Refusal } from '#contract/refusals.ts';
import { versionOf } from '#contract/version.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { RawJson } from '../../http/core/raw-json.ts';
import { badInput } from '../../http/core/read-request.ts';
import { endpoint } from '../../http/endpoint.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { findClosedDay } from '../market-days/find-closed-days.ts';
import { findProduct, listEveryProduct } from '../products/queries.ts';
import { describePriceChanges, describePriceRange } from './describe-prices.ts';
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
import { findPrice, listDay, listPriceChanges, lockPublishing, type StoredPriceRow } from './queries.ts';
import type { PriceFile } from './read-price-file.ts';
import { comparePriceRanges, type PriceRange, type PriceRangeInput, savePriceRanges } from './save-price-ranges.ts';

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
    // The module is loaded on first use, because loading it earlier would slow down the start.
    prepare: async ({ body }) => (await import('./read-price-file.ts')).readPriceFile(body.csv),
    record: async ({ body, context }, tx, file: PriceFile) =>
      presentImport(await importPrices(tx, context, { file, ...body })),
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
      // A deleted product is listed while it has a price on that day.
      if (product.archived_at !== null && !current) return [];
      return presentSheetLine(product, { current, last: book.findLastBefore(product.id, date) });
    });
  });
}

interface WithdrawnList {
  digest: string;
  withdrawn: number;
}

async function withdrawList(
  tx: Writer,
  context: ActionContext,
  { date, reason, seen }: { date: Day; reason: string; seen: string | undefined },
): Promise<WithdrawnList> {
  await lockPublishing(tx);
  const { rows, names, digest } = await loadDayList(tx, date);
  refuseChangedPreview(seen, digest);
  const wanted = rows.map(({ product_id }) => ({ product_id, date, pair: null }));
  const compared = await comparePriceRanges(tx, wanted);
  await savePriceRanges(tx, context, compared);
  await writeAudit(tx, context, {
    type: 'Price List Withdrawn',
    description: apiMessage('prices.audit.withdrawn', { date, count: rows.length, reason }),
    ...describePriceChanges(compared, names),
  });
  return { digest, withdrawn: rows.length };
}

/** Changes a price, even that of an archived product. Writes nothing if the stored price is the same. */
async function changePrice(
  tx: Writer,
  context: ActionContext,
  asked: { productId: number; date: Day; pair: PriceRange },
): Promise<StoredPriceRow> {
  const { productId, date, pair } = asked;
  if (pair.min_cents > pair.max_cents) {
    const fault = apiMessage('prices.fault.min_above_max');
    throw new Refusal('bad_price_rows', { message: fault, details: [{ field: 'min_price', message: fault }] });
  }
  await lockPublishing(tx);
  const before = await findPrice(tx, productId, date);
  if (!before) throw new Refusal('price_not_found');
  const compared = await comparePriceRanges(tx, [{ product_id: productId, date, pair }]);
  if (compared.every(({ status }) => status === 'unchanged')) return before;
  await savePriceRanges(tx, context, compared);
  const product = await findProduct(tx, productId);
  await writeAudit(tx, context, {
    type: 'Price Changed',
    description: apiMessage('prices.audit.changed', { product: product?.name ?? '', date }),
    oldValue: describePriceRange(before),
    newValue: describePriceRange(pair),
  });
  return { ...before, ...pair, updated_at: context.now };
}

interface MovedList {
  digest: string;
  moved: number;
  replaced: number;
  closed: ClosedDay;
}

interface Move {
  date: Day;
  to: Day;
  reason: string;
  replace?: boolean | undefined;
  seen: string | undefined;
}

async function moveList(tx: Writer, context: ActionContext, move: Move): Promise<MovedList> {
  const { date, to, reason } = move;
  refuseTarget(move, dayOf(context.now));
  await lockPublishing(tx);
  const { rows, names } = await loadDayList(tx, date);
  const before = await listDay(tx, to);
  if (before.length > 0 && move.replace !== true) {
    const values = { date: to, count: before.length };
    throw new Refusal('day_has_prices', { message: apiMessage('refusals.day_has_prices', values) });
  }
  const digest = digestOf([...rows, ...before]);
  refuseChangedPreview(move.seen, digest);
  const compared = await comparePriceRanges(tx, planMove(rows, before, to));
  await savePriceRanges(tx, context, compared);
  await writeAudit(tx, context, {
    type: 'Price List Moved',
    description: apiMessage('prices.audit.moved', { date, to, count: rows.length, reason }),
    ...describePriceChanges(compared, names),
  });
  return { digest, moved: rows.length, replaced: before.length, closed: await findClosedDay(tx, to) };
}

function refuseTarget({ date, to }: Move, today: Day): void {
  if (to > today) throw badInput([{ field: 'to', message: apiMessage('prices.fault.future') }]);
  if (to === date) throw badInput([{ field: 'to', message: apiMessage('prices.fault.same_day') }]);
}

function planMove(rows: readonly StoredPriceRow[], before: readonly StoredPriceRow[], to: Day): PriceRangeInput[] {
  const moving = new Set(rows.map(({ product_id }) => product_id));
  return [
    ...rows.map(({ product_id, date }) => ({ product_id, date, pair: null })),
    ...rows.map(({ product_id, min_cents, max_cents }) => ({ product_id, date: to, pair: { min_cents, max_cents } })),
    ...before
      .filter(({ product_id }) => !moving.has(product_id))
      .map(({ product_id }) => ({ product_id, date: to, pair: null })),
  ];
}

interface StoredDayList {
  rows: StoredPriceRow[];
  names: ReadonlyMap<number, string>;
  digest: string;
}

async function loadDayList(tx: Writer, date: Day): Promise<StoredDayList> {
  const rows = await listDay(tx, date);
  if (rows.length === 0) {
    throw new Refusal('price_list_not_found', { message: apiMessage('refusals.price_list_not_found', { date }) });
  }
  const names = new Map((await listEveryProduct(tx)).map(({ id, name }) => [id, name]));
  return { rows, names, digest: digestOf(rows) };
}

function digestOf(rows: readonly StoredPriceRow[]): string {
  const pairs = rows.map(({ product_id, date, min_cents, max_cents }) => [product_id, date, min_cents, max_cents]);
  return versionOf({ versionFields: ['pairs'] }, { pairs });
}

function refuseChangedPreview(seen: string | undefined, digest: string): void {
  if (seen !== undefined && seen !== digest) throw new Refusal('preview_changed');
}
