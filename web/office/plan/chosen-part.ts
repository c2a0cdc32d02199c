import { MOST_UNITS, type PlacedStall, type Rectangle } from '#contract/plan/lay-out.ts';
import type { PlanPart } from '#contract/plan.ts';

/** A stall by its shop, or an entrance or label by its place among those. */
export type ChosenPart = { shopId: string } | { mark: number };

interface DrawnParts {
  parts: readonly PlanPart[];
  stalls: readonly PlacedStall[];
}

export function isChosen(chosen: ChosenPart | undefined, part: ChosenPart): boolean {
  if (!chosen) return false;
  return 'shopId' in part
    ? 'shopId' in chosen && chosen.shopId === part.shopId
    : 'mark' in chosen && chosen.mark === part.mark;
}

export function marksOf(parts: readonly PlanPart[]): PlanPart[] {
  return parts.filter(({ kind }) => kind !== 'stall');
}

export function placeOfChosen(chosen: ChosenPart, { parts, stalls }: DrawnParts): Rectangle | undefined {
  const found =
    'shopId' in chosen ? stalls.find(({ shopId }) => shopId === chosen.shopId) : marksOf(parts)[chosen.mark];
  return found && rectangleOf(found);
}

function rectangleOf({ x, y, width, height }: Rectangle): Rectangle {
  return { x, y, width, height };
}

/** Returns the parts after a stall, entrance or label has got another place. A stall becomes a corrected one. */
export function movePart(parts: readonly PlanPart[], chosen: ChosenPart, place: Rectangle): PlanPart[] {
  const within = keepWithin(place);
  if ('shopId' in chosen) {
    const { shopId } = chosen;
    const stall: PlanPart = { kind: 'stall', shop_id: shopId, text: '', ...within };
    const isKnown = parts.some(({ shop_id }) => shop_id === shopId);
    return isKnown ? parts.map((part) => (part.shop_id === shopId ? stall : part)) : [stall, ...parts];
  }
  const mark = marksOf(parts)[chosen.mark];
  return parts.map((part) => (part === mark ? { ...part, ...within } : part));
}

/** Removes an entrance or label. A stall goes back to its place by the rule. */
export function removePart(parts: readonly PlanPart[], chosen: ChosenPart): PlanPart[] {
  if ('shopId' in chosen) return parts.filter(({ shop_id }) => shop_id !== chosen.shopId);
  const mark = marksOf(parts)[chosen.mark];
  return parts.filter((part) => part !== mark);
}

export function renameMark(parts: readonly PlanPart[], at: number, text: string): PlanPart[] {
  const mark = marksOf(parts)[at];
  return parts.map((part) => (part === mark ? { ...part, text } : part));
}

function keepWithin({ x, y, width, height }: Rectangle): Rectangle {
  const limit = (value: number, least: number) => Math.min(MOST_UNITS, Math.max(least, Math.round(value)));
  return { x: limit(x, 0), y: limit(y, 0), width: limit(width, 1), height: limit(height, 1) };
}
