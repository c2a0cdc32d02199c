/**
 * Where a rotation stands: from 0 to one less than there are places. One that goes round has a place more at its end,
 * where the first slide is seen again; so it goes on in its direction instead of running back.
 */
export interface Places {
  count: number;
  isRound: boolean;
}

/** The place after the slide of that index; one that does not go round starts again. */
export function placeAfter(index: number, { count, isRound }: Places): number {
  return isRound || index + 1 < count ? index + 1 : 0;
}

/** The place before the slide of that index; one that does not go round stays at its beginning. */
export function placeBefore(index: number, { count, isRound }: Places): number {
  if (index > 0) return index - 1;
  return isRound ? count - 1 : 0;
}
