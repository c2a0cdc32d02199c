import { type Day, day } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { raiseDataVersion } from '../../db/data-version.ts';
import { mapInTurns, takeTurns } from '../../turns.ts';
import { CHUNK, deletePrices, type HistoryRow, insertChanges, listCleared, listPairs, putPrices } from './queries.ts';

export interface PriceRange {
  min_cents: Cents;
  max_cents: Cents;
}

export interface PriceRangeInput {
  product_id: number;
  date: Day;
  pair: PriceRange | null;
}

export interface ComparedPriceRange extends PriceRangeInput {
  old: HistoryRow | undefined;
  status: 'added' | 'updated' | 'unchanged' | 'cleared';
}

/**
 * The number of products per statement. It is small, so that comparing the prices of several years does not block other
 * requests.
 */
export const PRODUCTS_READ = 20;

export async function comparePriceRanges<Wanted extends PriceRangeInput>(
  db: Reader,
  wanted: readonly Wanted[],
): Promise<(Wanted & ComparedPriceRange)[]> {
  const existing = new Map<string, HistoryRow>();
  const { productIds, first, last } = daysAndProductsOf(wanted);
  for (const ids of chunksOf(productIds, PRODUCTS_READ)) {
    for (const row of await listPairs(db, ids, { first, last })) existing.set(keyOf(row), row);
    await takeTurns();
  }
  return mapInTurns(wanted, (one) => {
    const old = existing.get(keyOf(one));
    return { ...one, old, status: statusOf(old, one.pair) };
  });
}

/**
 * Stores changed price ranges. A first publication adds nothing to the history. The caller must lock publishing before
 * it compares the new ranges with the stored ones, and must write the audit entry.
 */
export async function savePriceRanges(
  tx: Writer,
  context: ActionContext,
  compared: readonly ComparedPriceRange[],
): Promise<void> {
  const changed = compared.filter(({ status }) => status !== 'unchanged');
  if (changed.length === 0) return;
  const history = await listHistoric(tx, changed);
  for (const part of chunksOf(history, CHUNK)) {
    await insertChanges(tx, part.map(changeRow(context)));
    await takeTurns();
  }
  const cleared = changed.flatMap(({ pair, old }) => (pair === null && old ? [old.id] : []));
  for (const ids of chunksOf(cleared, CHUNK)) await deletePrices(tx, ids);
  const put = changed.flatMap(({ pair, product_id, date }) => (pair ? [{ product_id, date, ...pair }] : []));
  for (const part of chunksOf(put, CHUNK)) {
    await putPrices(
      tx,
      part.map((row) => ({ ...row, created_at: context.now, updated_at: context.now })),
    );
    await takeTurns();
  }
  await raiseDataVersion(tx);
}

async function listHistoric(tx: Writer, changed: readonly ComparedPriceRange[]): Promise<ComparedPriceRange[]> {
  const { productIds, first, last } = daysAndProductsOf(changed.filter(({ old }) => !old));
  const cleared = new Set<string>();
  if (productIds.length > 0) {
    for (const row of await listCleared(tx, productIds, { first, last })) cleared.add(keyOf(row));
  }
  return changed.filter((one) => one.old !== undefined || cleared.has(keyOf(one)));
}

function changeRow(context: ActionContext) {
  return ({ product_id, date, old, pair }: ComparedPriceRange) => ({
    product_id,
    date,
    old_min_cents: old?.min_cents ?? null,
    old_max_cents: old?.max_cents ?? null,
    new_min_cents: pair?.min_cents ?? null,
    new_max_cents: pair?.max_cents ?? null,
    changed_at: context.now,
    changed_by: context.actor,
  });
}

function statusOf(old: PriceRange | undefined, wanted: PriceRange | null): ComparedPriceRange['status'] {
  if (!wanted) return old ? 'cleared' : 'unchanged';
  if (!old) return 'added';
  return old.min_cents === wanted.min_cents && old.max_cents === wanted.max_cents ? 'unchanged' : 'updated';
}

function keyOf({ product_id, date }: { product_id: number; date: Day }): string {
  return `${product_id} ${date}`;
}

const FIRST_DAY = day('1900-01-01');
const LAST_DAY = day('2999-12-31');

export function daysAndProductsOf(pairs: readonly PriceRangeInput[]): { productIds: number[]; first: Day; last: Day } {
  let first = LAST_DAY;
  let last = FIRST_DAY;
  for (const { date } of pairs) {
    if (date < first) first = date;
    if (date > last) last = date;
  }
  return { productIds: [...new Set(pairs.map((pair) => pair.product_id))], first, last };
}

export function* chunksOf<Item>(list: readonly Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size);
}
