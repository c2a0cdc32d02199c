/** Places from 0 to count - 1. A round ends with the first slide again, so that it never runs back. */
export interface Places {
  count: number;
  isRound: boolean;
}

export function placeAfter(index: number, { count, isRound }: Places): number {
  return isRound || index + 1 < count ? index + 1 : 0;
}

export function placeBefore(index: number, { count, isRound }: Places): number {
  if (index > 0) return index - 1;
  return isRound ? count - 1 : 0;
}
