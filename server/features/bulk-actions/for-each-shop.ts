import { createHash } from 'node:crypto';
import { type Cents, sumCents, toRupees } from '#billing/money.ts';
import type { BulkActionEffect, BulkActionResult } from '#contract/bulk-actions.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Database, Writer } from '../../db/connect.ts';
import type { Unworded } from '../../http/core/handler.ts';
import type { ListedShopRow } from '../shops/queries.ts';

export interface BulkPass {
  /** `write` or `dryRun` of the database. */
  keep: Database['write'];
  onShop: (done: number, total: number) => Promise<void>;
  onFailure: (shopId: string, error: unknown) => void;
}

type ShopInRun = Pick<ListedShopRow, 'shop_id' | 'tenant_name'>;

export type ShopOutcome = Pick<Unworded<BulkActionResult>, 'status' | 'invoice_id' | 'error'> & { cents?: Cents };

/** One transaction per shop, so that it can be interrupted and repeated. A refusal skips the shop. */
export async function forEachShop<Shop extends ShopInRun>(
  shops: readonly Shop[],
  { keep, onShop, onFailure }: BulkPass,
  actOn: (tx: Writer, shop: Shop) => Promise<ShopOutcome[]>,
): Promise<Omit<Unworded<BulkActionEffect>, 'message'>> {
  const results: Unworded<BulkActionResult>[] = [];
  const amounts: Cents[] = [];
  await onShop(0, shops.length);
  for (const [at, shop] of shops.entries()) {
    for (const { cents, ...outcome } of await outcomesOf(shop)) {
      const amount = cents === undefined ? {} : { amount: toRupees(cents) };
      results.push({ shop_id: shop.shop_id, tenant_name: shop.tenant_name, ...outcome, ...amount });
      if (outcome.status === 'success' && cents !== undefined) amounts.push(cents);
    }
    await onShop(at + 1, shops.length);
  }
  const digest = createHash('sha256').update(JSON.stringify(results)).digest('hex');
  return { count: countOf(results, 'success'), total_amount: toRupees(sumCents(amounts)), results, digest };

  async function outcomesOf(shop: Shop): Promise<ShopOutcome[]> {
    try {
      return await keep((tx) => actOn(tx, shop));
    } catch (error) {
      const isRefused = error instanceof Refusal;
      if (isRefused && error.code !== 'ledger_differs') return [{ status: 'skipped', error: error.sentence }];
      onFailure(shop.shop_id, error);
      if (isRefused) return [{ status: 'failed', error: error.sentence }];
      return [{ status: 'failed', error: apiMessage('bulk-actions.shop.failed') }];
    }
  }
}

export function countOf(results: readonly Unworded<BulkActionResult>[], status: BulkActionResult['status']): number {
  return results.filter((result) => result.status === status).length;
}
