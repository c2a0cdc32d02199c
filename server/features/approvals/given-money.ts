import { dayOf, type Instant, startOfDay } from '#billing/calendar.ts';
import { type Cents, sumCents } from '#billing/money.ts';
import type { Writer } from '../../db/connect.ts';

interface Giving {
  accountId: number;
  shopId: string;
  cents: Cents;
  limit: Cents;
  at: Instant;
}

/**
 * Stores an amount that an account waived or paid out. Returns false, and stores nothing, if the account's total for
 * the shop on that day would exceed the limit.
 */
export async function giveWithinLimit(tx: Writer, { accountId, shopId, cents, limit, at }: Giving): Promise<boolean> {
  const today = startOfDay(dayOf(at));
  await tx.deleteFrom('given_money').where('at', '<', today).execute();
  const given = await tx
    .selectFrom('given_money')
    .select('cents')
    .where('account_id', '=', accountId)
    .where('shop_id', '=', shopId)
    .execute();
  if (sumCents([cents, ...given.map((one) => one.cents)]) > limit) return false;
  if (cents > 0)
    await tx.insertInto('given_money').values({ account_id: accountId, shop_id: shopId, cents, at }).execute();
  return true;
}
