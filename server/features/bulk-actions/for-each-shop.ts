import { createHash } from 'node:crypto';
import { type Cents, sumCents, toRupees } from '#billing/money.ts';
import type { BulkActionEffect, BulkActionResult } from '#contract/bulk-actions.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Database, Writer } from '../../db/connect.ts';
import type { Unworded } from '../../http/core/handler.ts';
import type { ListedShopRow } from '../shops/queries.ts';

export interface BulkPass {
  /** `database.write`, or `database.dryRun` for a preview. */
  keep: Database['write'];
  /**
   * The number of shops in a transaction. If it is above one, `keep` must roll back when the action fails for a shop,
   * because the action is then run again shop by shop.
   */
  atOnce: number;
  onShop: (done: number, total: number) => Promise<void>;
  onFailure: (shopId: string, error: unknown) => void;
}

/**
 * Returns the number of shops in a transaction. On SQLite each commit waits for the disk, so several shops share one;
 * on PostgreSQL each shop has its own.
 */
export function shopsAtOnce({ engine }: Pick<Database, 'engine'>): number {
  return engine === 'sqlite' ? 10 : 1;
}

type ShopInRun = Pick<ListedShopRow, 'shop_id' | 'tenant_name'>;

export type ShopOutcome = Pick<Unworded<BulkActionResult>, 'status' | 'invoice_id' | 'error'> & { cents?: Cents };

/** An interrupted run can be started again. A shop for which the action is refused is skipped. */
export async function forEachShop<Shop extends ShopInRun>(
  shops: readonly Shop[],
  { keep, atOnce, onShop, onFailure }: BulkPass,
  actOn: (tx: Writer, shop: Shop) => Promise<ShopOutcome[]>,
): Promise<Omit<Unworded<BulkActionEffect>, 'message'>> {
  const results: Unworded<BulkActionResult>[] = [];
  const amounts: Cents[] = [];
  await onShop(0, shops.length);
  for (let at = 0; at < shops.length; at += atOnce) {
    const group = shops.slice(at, at + atOnce);
    const outcomes = await outcomesOf(group);
    for (const shop of group) {
      for (const { cents, ...outcome } of outcomes.get(shop) ?? []) {
        const amount = cents === undefined ? {} : { amount: toRupees(cents) };
        results.push({ shop_id: shop.shop_id, tenant_name: shop.tenant_name, ...outcome, ...amount });
        if (outcome.status === 'success' && cents !== undefined) amounts.push(cents);
      }
    }
    await onShop(at + group.length, shops.length);
  }
  const digest = createHash('sha256').update(JSON.stringify(results)).digest('hex');
  return { count: countOf(results, 'success'), total_amount: toRupees(sumCents(amounts)), results, digest };

  /**
   * Runs the action for a group of shops. If it fails for one, the whole group is rolled back and run again shop by shop.
   */
  async function outcomesOf(group: readonly Shop[]): Promise<Map<Shop, ShopOutcome[]>> {
    try {
      return await keep(async (tx) => {
        const done = new Map<Shop, ShopOutcome[]>();
        for (const shop of group) done.set(shop, await actOn(tx, shop));
        return done;
      });
    } catch (error) {
      const [first, ...others] = group;
      if (first && others.length === 0) return new Map([[first, [failureOf(first, error)]]]);
    }
    const outcomes = new Map<Shop, ShopOutcome[]>();
    for (const shop of group) for (const [one, outcome] of await outcomesOf([shop])) outcomes.set(one, outcome);
    return outcomes;
  }

  function failureOf(shop: Shop, error: unknown): ShopOutcome {
    const isRefused = error instanceof Refusal;
    if (isRefused && error.code !== 'ledger_differs') return { status: 'skipped', error: error.words };
    onFailure(shop.shop_id, error);
    return { status: 'failed', error: isRefused ? error.words : apiMessage('bulk-actions.shop.failed') };
  }
}

export function countOf(results: readonly Unworded<BulkActionResult>[], status: BulkActionResult['status']): number {
  return results.filter((result) => result.status === status).length;
}
