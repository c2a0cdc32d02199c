import { dayOf, type Instant, startOfDay } from '#billing/calendar.ts';
import { type Cents, sumCents } from '#billing/money.ts';
import type { Writer } from '../../db/connect.ts';

interface Giving {
  accountId: number;
  cents: Cents;
  limit: Cents;
  at: Instant;
}

/**
 * Stores an amount that an account waived or paid out, with the shop for which it did. Returns false, and stores
 * nothing, if the account's total of that day over all shops would exceed the limit.
 */
export async function giveWithinLimit(
  tx: Writer,
  { shopId, ...giving }: Giving & { shopId: string },
): Promise<boolean> {
  const { accountId, cents, at } = giving;
  if (!(await isWithinLimit(tx, giving))) return false;
  if (cents > 0)
    await tx.insertInto('given_money').values({ account_id: accountId, shop_id: shopId, cents, at }).execute();
  return true;
}

/** Returns true if the account may give up this amount today in addition to what it has given up. */
export async function isWithinLimit(tx: Writer, { accountId, cents, limit, at }: Giving): Promise<boolean> {
  // Requests for two shops lock different shops. Without this lock, neither would see what the other one loses.
  await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
  await tx
    .deleteFrom('given_money')
    .where('at', '<', startOfDay(dayOf(at)))
    .execute();
  const given = await tx.selectFrom('given_money').select('cents').where('account_id', '=', accountId).execute();
  return sumCents([cents, ...given.map((one) => one.cents)]) <= limit;
}
