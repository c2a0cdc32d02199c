import type { Database, Reader } from '../../db/connect.ts';
import { Unavailable } from '../../db/transaction.ts';
import { memoizePerVersion } from '../../http/cache/memoize-per-version.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { limitWork } from '../../limit-work.ts';
import { takeTurns } from '../../turns.ts';
import { type PriceBook, PriceBookWriter } from './price-book.ts';
import { listChangedAfter, listPricesAfter, type PriceMark, readPriceMark } from './queries.ts';

interface ReadBook {
  book: PriceBook;
  mark: PriceMark;
}

/**
 * The number of prices read at a time; reading them takes about 3 ms. If more prices than this were added or changed,
 * the whole book is read again.
 */
const STEP = 2000;
const TRIES = 3;
/**
 * Only one request reads the price book at a time. The requests that waited for it then read only the changes made
 * since.
 */
const READING = { running: 1, waiting: 64 };

const readers = new WeakMap<AppContext['responseCache'], () => Promise<PriceBook>>();

/** Returns the function that reads the price book of the current cache version. All features share the book. */
export function priceBook({ database, responseCache }: Pick<AppContext, 'database' | 'responseCache'>) {
  const known = readers.get(responseCache);
  if (known) return known;
  const inTurn = limitWork(READING);
  let newest: ReadBook | undefined;
  const read = memoizePerVersion(responseCache, () =>
    inTurn(async () => {
      newest = await readBook(database, newest);
      return newest.book;
    }),
  );
  readers.set(responseCache, read);
  return read;
}

/**
 * Reads the changes since the known book. Only one publisher writes at a time, on any server, so a price or change with
 * a higher id was committed later. First publications are found as new prices; corrections, withdrawals, moves and
 * restored prices as new changes. If the version or the highest change id decreased, or the count differs, the database
 * was replaced, for example by a restore, and the whole book is read again.
 */
async function readBook(database: Database, known: ReadBook | undefined): Promise<ReadBook> {
  for (let tries = 0, from = known; tries < TRIES; tries += 1, from = undefined) {
    const { book, mark } = from ?? (await loadBook(database.reader));
    const news = await database.snapshot(async (db) => ({
      now: await readPriceMark(db),
      added: await listPricesAfter(db, mark.priceId, STEP),
      changed: await listChangedAfter(db, mark.changeId, STEP),
    }));
    const { now, added, changed } = news;
    if (now.version < mark.version || now.changeId < mark.changeId) continue;
    const ids = added.flatMap((list) => list.ids);
    if (ids.length === STEP || changed.length === STEP) continue;
    const newer = book.with(added, changed);
    // The newest prices may have been withdrawn, which lowers the highest id in the table.
    const priceId = Math.max(now.priceId, mark.priceId);
    if (newer.count === now.count) return { book: newer, mark: { ...now, priceId } };
  }
  throw new Unavailable('the prices changed too fast to be read');
}

/** Reads the whole book. Prices that change while it is read are read again as changes after `mark`. */
async function loadBook(db: Reader): Promise<ReadBook> {
  const { version, changeId } = await readPriceMark(db);
  const writer = new PriceBookWriter();
  let priceId = 0;
  for (;;) {
    const lists = await listPricesAfter(db, priceId, STEP);
    writer.add(lists);
    const ids = lists.flatMap((list) => list.ids);
    for (const id of ids) priceId = Math.max(priceId, id);
    await takeTurns();
    if (ids.length < STEP) break;
  }
  return { book: await writer.finish(takeTurns), mark: { version, priceId, changeId } };
}
