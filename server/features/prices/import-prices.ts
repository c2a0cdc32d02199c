import { dayOf } from '#billing/calendar.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { badInput } from '../../http/core/endpoint.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { listClosedDays } from '../market-days/find-closed-days.ts';
import { listProducts, type ProductRow } from '../products/queries.ts';
import { type CheckedLines, checkPriceLines, type PriceOfLine } from './check-price-lines.ts';
import { describeCounts, describeDays, describePriceChanges, distinctDaysOf } from './describe-prices.ts';
import { type ComparedWithLast, compareWithLast } from './find-slips.ts';
import { matchItems } from './match-items.ts';
import { lockPublishing } from './queries.ts';
import type { PriceLine } from './read-price-file.ts';
import { type ComparedPriceRange, comparePriceRanges, savePriceRanges } from './save-price-ranges.ts';
import { type Suggestion, suggestProducts } from './suggest-products.ts';

export type ImportedPrice = PriceOfLine & ComparedPriceRange & ComparedWithLast & { product: string };

export interface ImportOutcome extends Pick<CheckedLines, 'faults'> {
  written: boolean;
  lines: number;
  compared: ImportedPrice[];
  closedDays: Awaited<ReturnType<typeof listClosedDays>>;
  unmatched: (CheckedLines['unmatched'][number] & { suggestions: Suggestion[] })[];
}

const ITEMS_SUGGESTED = 200;

/**
 * Good lines are written in one transaction, also when others are faulty. `mapping` (item to product id) is used before
 * names.
 */
export async function importPrices(
  tx: Writer,
  context: ActionContext,
  {
    lines,
    ...asked
  }: { lines: readonly PriceLine[]; mapping?: Record<string, number> | undefined; write?: boolean | undefined },
): Promise<ImportOutcome> {
  if (asked.write) await lockPublishing(tx);
  const mapping = new Map(Object.entries(asked.mapping ?? {}));
  const { outcome, products } = await judgeLines(tx, context, { lines, mapping });
  const { compared, faults } = outcome;
  if (!asked.write || compared.length === 0) return outcome;
  await savePriceRanges(tx, context, compared);
  await writeAudit(tx, context, {
    type: 'Prices Imported',
    description: apiMessage('prices.audit.imported', {
      days: describeDays(compared),
      counts: describeCounts(compared),
      rejected: faults.length,
    }),
    ...describePriceChanges(compared, new Map(products.map((product) => [product.id, product.name]))),
  });
  return { ...outcome, written: true };
}

async function judgeLines(
  db: Reader,
  context: ActionContext,
  { lines, mapping }: { lines: readonly PriceLine[]; mapping: ReadonlyMap<string, number> },
): Promise<{ outcome: ImportOutcome; products: ProductRow[] }> {
  const products = await listProducts(db);
  refuseUnknown(products, mapping);
  const { pairs, faults, unmatched } = await checkPriceLines(lines, matchItems(products, mapping), dayOf(context.now));
  const names = new Map(products.map(({ id, name }) => [id, name]));
  const withLast = await compareWithLast(db, pairs);
  const compared = (await comparePriceRanges(db, pairs)).map((one, at) => ({
    ...one,
    last: withLast[at]?.last ?? null,
    slips: one.status === 'unchanged' ? [] : (withLast[at]?.slips ?? []),
    product: names.get(one.product_id) ?? '',
  }));
  const suggest = suggestProducts(products);
  const outcome = {
    compared,
    faults,
    closedDays: await listClosedOf(db, pairs),
    unmatched: unmatched.map((one, at) => ({ ...one, suggestions: at < ITEMS_SUGGESTED ? suggest(one.item) : [] })),
    lines: lines.length,
    written: false,
  };
  return { outcome, products };
}

async function listClosedOf(db: Reader, pairs: readonly PriceOfLine[]): Promise<ImportOutcome['closedDays']> {
  const days = distinctDaysOf(pairs);
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const own = new Set(days);
  return (await listClosedDays(db, first, last)).filter(({ date }) => own.has(date));
}

function refuseUnknown(products: readonly ProductRow[], mapping: ReadonlyMap<string, number>): void {
  const ids = new Set(products.map(({ id }) => id));
  const unknown = [...mapping].filter(([, id]) => !ids.has(id));
  if (unknown.length === 0) return;
  const fault = apiMessage('prices.fault.no_product');
  throw badInput(unknown.map(([item]) => ({ field: `mapping.${item}`, message: fault })));
}
