import { dayOf } from '#billing/calendar.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { badInput } from '../../http/core/endpoint.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { listProducts, type ProductRow } from '../products/queries.ts';
import { type CheckedLines, checkPriceLines } from './check-price-lines.ts';
import { describeCounts, describeDays, describePriceChanges } from './describe-prices.ts';
import { matchItems } from './match-items.ts';
import { lockPublishing } from './queries.ts';
import type { PriceLine } from './read-price-file.ts';
import { type ComparedPriceRange, comparePriceRanges, savePriceRanges } from './save-price-ranges.ts';

export interface ImportOutcome extends Omit<CheckedLines, 'pairs'> {
  written: boolean;
  lines: number;
  compared: ComparedPriceRange[];
}

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
  const { pairs, ...rest } = await checkPriceLines(lines, matchItems(products, mapping), dayOf(context.now));
  const compared = await comparePriceRanges(db, pairs);
  return { outcome: { ...rest, compared, lines: lines.length, written: false }, products };
}

function refuseUnknown(products: readonly ProductRow[], mapping: ReadonlyMap<string, number>): void {
  const ids = new Set(products.map(({ id }) => id));
  const unknown = [...mapping].filter(([, id]) => !ids.has(id));
  if (unknown.length === 0) return;
  const fault = apiMessage('prices.fault.no_product');
  throw badInput(unknown.map(([item]) => ({ field: `mapping.${item}`, message: fault })));
}
