import type { Reader } from '../../db/connect.ts';

/** Returns the key of this market, which the migration made once. */
export async function readMarketKey(db: Reader): Promise<string> {
  const row = await db.selectFrom('market_keys').select('market_key').where('id', '=', 1).executeTakeFirstOrThrow();
  return row.market_key;
}
