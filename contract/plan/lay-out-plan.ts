import type { PlanPartKind } from '../words.ts';
import { boundsOf, type LaidOut, layOut, type Rectangle } from './lay-out.ts';

interface Part extends Rectangle {
  kind: PlanPartKind;
  shop_id: string | null;
  text: string;
}

/** A plan as it is stored and answered (contract/plan.ts). */
interface PlanToDraw {
  parts: readonly Part[];
  shop_ids: readonly string[];
  picture: { width: number; height: number } | null;
}

/** The width of the picture on the plan in units. */
const PICTURE_WIDTH = 240;
/** The free strip around the drawing. */
const EDGE = 3;
const LABEL_STRIP = 12;

/** Returns the size of the picture on the plan in units. */
export function pictureSize({ width, height }: { width: number; height: number }): { width: number; height: number } {
  return { width: PICTURE_WIDTH, height: Math.max(1, Math.round((PICTURE_WIDTH * height) / width)) };
}

/** Returns the places of all stalls of a plan, below its picture unless somebody corrected them. */
export function layOutPlan({ parts, shop_ids, picture }: PlanToDraw): LaidOut {
  const corrected = new Map<string, Rectangle>();
  for (const { shop_id, x, y, width, height } of parts)
    if (shop_id !== null) corrected.set(shop_id, { x, y, width, height });
  return layOut(shop_ids, corrected, { top: picture ? pictureSize(picture).height : 0 });
}

/** Returns the part of the plan to show: everything on it, with a free strip around it. */
export function frameOf({ parts, picture }: PlanToDraw, { stalls, rows }: LaidOut): Rectangle {
  const all: Rectangle[] = [...parts, ...stalls];
  for (const { x, y } of rows) all.push({ x: x - LABEL_STRIP, y, width: LABEL_STRIP, height: 1 });
  if (picture) all.push({ x: 0, y: 0, ...pictureSize(picture) });
  const { x, y, width, height } = boundsOf(all);
  return { x: x - EDGE, y: y - EDGE, width: width + 2 * EDGE, height: height + 2 * EDGE };
}

/** The height of the text in a stall in units, unless the text is too long for it. */
const STALL_TEXT = 2.6;
/** The part of its rectangle that a text may fill, and the width of a character by the height of its text. */
const FILLED = 0.88;
const CHARACTER = 0.62;

/** Returns the height in units of a text that fits into a rectangle. */
export function fitText(text: string, { width, height }: Rectangle): number {
  return Math.min(STALL_TEXT, (FILLED * width) / (CHARACTER * Math.max(1, text.length)), FILLED * height);
}

/** Returns the entrances and labels with their places among those. */
export function listMarks(parts: readonly Part[]): (Part & { at: number })[] {
  return parts.filter(({ kind }) => kind !== 'stall').map((mark, at) => ({ ...mark, at }));
}
