import type { Generated } from 'kysely';
import type { Instant } from '#billing/calendar.ts';
import type { PlanPartKind } from '#contract/words.ts';

export interface PlanTables {
  plan_parts: PlanPartRow;
  plan_pictures: PlanPictureRow;
}

/** A stall whose place on the plan a person corrected, or an entrance or label. Places and sizes are units of the drawing. */
interface PlanPartRow {
  id: Generated<number>;
  kind: PlanPartKind;
  /** The shop of a stall; null for entrances and labels. */
  shop_id: number | null;
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The picture under the plan. There is at most one, with id 1. */
interface PlanPictureRow {
  id: number;
  /** As WebP. */
  bytes: Buffer;
  /** In pixels. */
  width: number;
  height: number;
  stored_at: Instant;
  stored_by: string;
}
