import type { Instant } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import { TEST_DAY, type TestApp } from './app-context.ts';

const KEY = '7b7f1a04-2f0c-4f8e-9d5c-0d7a1f2b3c4d';

/** A centre that has answered before, but not at its last reading. */
export function centreRow(key: string, at: Instant) {
  return {
    market_key: key,
    address: 'https://centre.example',
    name: 'Keppetipola',
    name_si: '',
    name_ta: '',
    licence: '',
    distance_km: 120,
    usual_time: '05:00',
    fault: 'bad_status' as const,
    fault_detail: '500 /api/v1/products',
    faults: 1,
    last_change: 0,
    etags: '{}',
    answered_at: at,
    read_at: at,
    next_read_at: at,
    added_at: at,
    added_by: 'superadmin@example.com',
  };
}

/** Stores another centre with a carrot of today; returns the ids of both. */
export function makeOtherCentre(app: TestApp, carrot: string): Promise<{ otherCentre: string; otherProduct: string }> {
  return app.database.write(async (tx) => {
    const row = centreRow(KEY, app.clock.now());
    const { id } = await tx.insertInto('other_centres').values(row).returning('id').executeTakeFirstOrThrow();
    const theirs = { name: 'Carrot', name_si: '', name_ta: '', unit: 'kg', cpc: null, hs: null };
    const product = await tx
      .insertInto('other_products')
      .values({ centre_id: id, code: 'CAR', ...theirs, product_id: Number(carrot), mapped_by: 'name' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const pair = { min_cents: cents(9000), max_cents: cents(11_000) };
    await tx
      .insertInto('other_prices')
      .values({ other_product_id: product.id, date: TEST_DAY, ...pair })
      .execute();
    const day = { centre_id: id, date: TEST_DAY, state: 'list' as const, prices: 1, is_stale: 0 };
    await tx
      .insertInto('other_days')
      .values({ ...day, reason: null, reason_si: null, reason_ta: null })
      .execute();
    return { otherCentre: String(id), otherProduct: String(product.id) };
  });
}
