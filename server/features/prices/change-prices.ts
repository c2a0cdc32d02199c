import { type Day, dayOf } from '#billing/calendar.ts';
import type { ClosedDay } from '#contract/market-days.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import { versionOf } from '#contract/version.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { badInput } from '../../http/core/read-request.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { findClosedDay } from '../market-days/find-closed-days.ts';
import { findProduct, listEveryProduct } from '../products/queries.ts';
import { describePriceChanges, describePriceRange } from './describe-prices.ts';
import { findPrice, listDay, lockPublishing, type StoredPriceRow } from './queries.ts';
import { comparePriceRanges, type PriceRange, type PriceRangeInput, savePriceRanges } from './save-price-ranges.ts';

interface WithdrawnList {
  digest: string;
  withdrawn: number;
}

/** Withdraws the list of a day. `seen` is the digest of the list that the caller saw. */
export async function withdrawList(
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
export async function changePrice(
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

/** Moves the list of a day to another day, whose list it replaces if `replace` is set. */
export async function moveList(tx: Writer, context: ActionContext, move: Move): Promise<MovedList> {
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
