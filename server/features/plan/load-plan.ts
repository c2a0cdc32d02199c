import type { PlanOut, PlanPart } from '#contract/plan.ts';
import type { Reader } from '../../db/connect.ts';
import { findPictureSize, listPlanParts, listShopsOfPlan, type PlanPartRow } from './queries.ts';

export async function loadPlan(db: Reader): Promise<PlanOut> {
  const parts = (await listPlanParts(db)).map(presentPlanPart);
  const shops = await listShopsOfPlan(db);
  return { parts, shop_ids: shops.map(({ shop_id }) => shop_id), picture: (await findPictureSize(db)) ?? null };
}

export function presentPlanPart({ kind, written_shop_id, text, x, y, width, height }: PlanPartRow): PlanPart {
  return { kind, shop_id: written_shop_id, text, x, y, width, height };
}
