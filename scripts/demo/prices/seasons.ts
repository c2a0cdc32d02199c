import seasons from '../assets/seasons.json' with { type: 'json' };

/** Factors of each month, whose sum is 12, rounded from nine years of wholesale prices. */
export type Season = keyof typeof seasons;

export const seasonNames = Object.keys(seasons) as Season[];

/** `pointOfYear` is 0 to 1; linear between the middles of months. */
export function seasonFactor(season: Season, pointOfYear: number): number {
  const position = pointOfYear * 12 - 0.5;
  const earlier = Math.floor(position);
  const share = position - earlier;
  const factorOf = (month: number): number => seasons[season][(month + 12) % 12] ?? 1;
  return factorOf(earlier) * (1 - share) + factorOf(earlier + 1) * share;
}
