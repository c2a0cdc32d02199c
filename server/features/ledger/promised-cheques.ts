import { sql } from 'kysely';
import { type Cents, sumCents, toRupees } from '#billing/money.ts';
import type { PromisedCheques } from '#contract/cheques.ts';
import type { Reader } from '../../db/connect.ts';

type PromisedRow = Awaited<ReturnType<typeof listPromisedCheques>>[number];

/** Lists the post-dated cheques that do not count yet: the sum of each tenancy and day, with corrections. */
export function listPromisedCheques(db: Reader, of: { shopId: number } | { tenancyIds: readonly number[] }) {
  return db
    .selectFrom('ledger_entries')
    .select(['tenancy_id', 'counts_from', sql<Cents>`cast(sum(cents) as bigint)`.as('cents')])
    .where('counts_from', 'is not', null)
    .where('counted_at', 'is', null)
    .where('voided_at', 'is', null)
    .where(({ eb }) => ('shopId' in of ? eb('shop_id', '=', of.shopId) : eb('tenancy_id', 'in', of.tenancyIds)))
    .groupBy(['tenancy_id', 'counts_from'])
    .orderBy('counts_from')
    .orderBy('tenancy_id')
    .execute();
}

/** Returns the rows of `listPromisedCheques` by tenancy. A tenancy without such cheques is absent. */
export async function loadPromisedCheques(
  db: Reader,
  tenancyIds: readonly number[],
): Promise<Map<number, PromisedRow[]>> {
  if (tenancyIds.length === 0) return new Map();
  return Map.groupBy(await listPromisedCheques(db, { tenancyIds }), ({ tenancy_id }) => tenancy_id);
}

/** Adds the cheques of a day up. */
export function presentPromised(rows: readonly PromisedRow[]): PromisedCheques {
  return [...Map.groupBy(rows, ({ counts_from }) => counts_from)].flatMap(([counts_from, ofDay]) => {
    const amount = toRupees(sumCents(ofDay.map(({ cents }) => cents)));
    return counts_from === null || amount === 0 ? [] : [{ amount, counts_from }];
  });
}
