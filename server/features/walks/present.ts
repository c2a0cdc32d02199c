import type { WalkDifferenceOut, WalkEntryOut, WalkStall } from '#contract/walks.ts';
import type { WalkDifference, WalkState } from '#contract/words.ts';
import type { DifferenceRow, WalkRow, WalkStallRow } from './queries.ts';

const DIFFERENCES: Record<WalkState, WalkDifference> = {
  other: 'somebody_else',
  trading: 'vacant_in_use',
  closed: 'closed_days',
};

export function presentStall({ state, seen_at, ...stall }: WalkStallRow): WalkStall {
  return { ...stall, seen: state === null || seen_at === null ? null : { state, seen_at } };
}

export function presentDifference(row: DifferenceRow): WalkDifferenceOut {
  const { state, closed_days } = row;
  return { ...presentWalk(row), difference: DIFFERENCES[state], closed_days: state === 'closed' ? closed_days : 0 };
}

export function presentWalk(row: WalkRow): WalkEntryOut {
  return {
    walk_id: row.id,
    shop_id: row.shop_id,
    shop_name: row.shop_name,
    tenant_name: row.tenant_name,
    day: row.day,
    seen_at: row.seen_at,
    state: row.state,
    note: row.note,
    has_picture: row.has_picture === 1,
    recorded_by: row.recorded_by,
    handled_at: row.handled_at,
    handled_by: row.handled_by,
    sentence: row.sentence,
  };
}
