import { addDays, dayOf, type Instant, instantOf } from '#billing/calendar.ts';
import { boundsOf } from '#contract/plan/lay-out.ts';
import { layOutPlan } from '#contract/plan/lay-out-plan.ts';
import type { WalkState } from '#contract/words.ts';
import type { ActionContext } from '#server/action-context.ts';
import type { Database } from '#server/db/connect.ts';
import { recordAgreement } from '#server/features/directory/change-entry.ts';
import { loadPlan } from '#server/features/plan/load-plan.ts';
import { savePlan } from '#server/features/plan/save-plan.ts';
import { editedAgreement } from '#server/features/tenants/edited-tenant.ts';
import { listTenants, type TenancyOfShopRow } from '#server/features/tenants/queries.ts';
import { insertWalk } from '#server/features/walks/queries.ts';

/** Of this number of tenants, one agreed to be named. */
const AGREED = 3;
/** Of this number of tenants, one has an agreement that ends. */
const ENDING = 11;
const MOST_GOODS = 4;
const HOUR_MS = 3_600_000;

/** Adds entrances and labels to the plan, tenants who agreed to be named, agreements that end, and a walk of today. */
export async function fillPlan(database: Database, context: ActionContext): Promise<void> {
  const tenancies = await listTenants(database.reader);
  await database.write(async (tx) => {
    const plan = await loadPlan(tx);
    const { x, y, width, height } = boundsOf(layOutPlan(plan).stalls);
    const middle = Math.round(x + width / 2);
    await savePlan(tx, context, [
      { kind: 'entrance', shop_id: null, text: 'Main gate', x: middle - 8, y: y - 7, width: 16, height: 4 },
      { kind: 'entrance', shop_id: null, text: 'Lorry exit', x: middle - 8, y: y + height + 3, width: 16, height: 4 },
      { kind: 'label', shop_id: null, text: 'Weighbridge', x: middle + 12, y: y - 7, width: 18, height: 4 },
    ]);
  });
  await addAgreements(database, context, tenancies);
  await addWalks(database, context.now, tenancies);
}

async function addAgreements(
  database: Database,
  context: ActionContext,
  tenancies: readonly TenancyOfShopRow[],
): Promise<void> {
  const products = await database.reader.selectFrom('products').select('id').orderBy('id').execute();
  for (const [at, { id, name }] of tenancies.entries()) {
    if (at % AGREED === 0) {
      const goods = Array.from(
        { length: 1 + (at % MOST_GOODS) },
        (_, good) => products[(at * 5 + good * 3) % products.length],
      );
      const product_ids = goods.flatMap((product) => product?.id ?? []);
      await database.write((tx) => recordAgreement(tx, context, { id, trade_name: `${name} Traders`, product_ids }));
    }
    if (at % ENDING !== 0) continue;
    const agreement_ends_on = addDays(dayOf(context.now), 7 * (at % 13) - 10);
    await database.write((tx) =>
      editedAgreement.edit(tx, context, {
        key: id,
        terms: (before) => ({ ...editedAgreement.termsOf(before), agreement_ends_on }),
      }),
    );
  }
}

/** This morning's walk through the first rows, with a few surprises. */
async function addWalks(database: Database, now: Instant, tenancies: readonly TenancyOfShopRow[]): Promise<void> {
  const seen = instantOf(Date.parse(now) - HOUR_MS);
  await database.write(async (tx) => {
    for (const [at, { id, shop_id }] of tenancies.slice(0, 60).entries()) {
      const state = stateAt(at);
      await insertWalk(tx, {
        entry_key: `demo-${at}`,
        shop_id,
        tenancy_id: id,
        day: dayOf(seen),
        seen_at: seen,
        state,
        note: state === 'other' ? 'Another name on the board' : '',
        recorded_at: now,
        recorded_by: 'editor@example.com',
      });
    }
  });
}

function stateAt(at: number): WalkState {
  if (at % 17 === 5) return 'other';
  return at % 9 === 4 ? 'closed' : 'trading';
}
