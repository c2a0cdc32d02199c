import seasons from '../assets/seasons.json' with { type: 'json' };

/**
 * Factors of each month relative to the year's mean; the twelve sum to 12. Rounded and smoothed by us from nine years
 * of wholesale prices. Vegetables are cheap after the harvest in March and expensive in the monsoons.
 */
export type Season = keyof typeof seasons;

export const seasonNames = Object.keys(seasons) as Season[];

/**
 * Returns the season's factor at a point of the year (0 = 1 January, 1 = 31 December), linear between the middles of
 * months so that no price jumps on the first. Tomato at a level of Rs. 200: about Rs. 130 in April, Rs. 300 in December.
 */
export function seasonFactor(season: Season, pointOfYear: number): number {
  const position = pointOfYear * 12 - 0.5;
  const earlier = Math.floor(position);
  const share = position - earlier;
  const factorOf = (month: number): number => seasons[season][(month + 12) % 12] ?? 1;
  return factorOf(earlier) * (1 - share) + factorOf(earlier + 1) * share;
}
