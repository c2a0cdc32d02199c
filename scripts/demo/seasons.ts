/**
 * How dear a kind of goods is in each month against its own year: 1.25 in the December place means a quarter above the
 * year's mean. Rounded and smoothed by us after nine years of wholesale prices; the twelve factors of a season sum to
 * 12. Vegetables are cheap in March and April, after the big harvest, and dear in the rains of May to June and November
 * to December.
 *
 * Worked example: tomato at a level of Rs. 200 is about Rs. 130 in mid-April and Rs. 300 in mid-December.
 */
const SEASONS = {
  upcountry: [1.1, 0.95, 0.8, 0.7, 0.95, 1.25, 1.1, 1.05, 0.9, 0.85, 1.1, 1.25],
  beans: [1.05, 0.9, 0.7, 0.65, 1.05, 1.15, 1.1, 1.1, 0.95, 0.95, 1.05, 1.35],
  lowcountry: [1.05, 0.85, 0.7, 0.7, 1.05, 1.1, 0.9, 0.95, 0.95, 1, 1.25, 1.5],
  tomato: [1.1, 1.05, 0.7, 0.65, 1.2, 1.25, 0.95, 0.75, 0.75, 0.9, 1.2, 1.5],
  chilli: [1.7, 1.6, 0.85, 0.8, 0.55, 1, 1.05, 0.75, 0.6, 0.6, 0.75, 1.75],
  pumpkin: [1.05, 1.3, 0.9, 0.7, 0.75, 1.2, 1.3, 1.15, 0.85, 0.85, 0.95, 1],
  lime: [0.4, 0.35, 0.4, 0.9, 1.25, 1.1, 0.75, 0.8, 1.5, 2.2, 1.65, 0.7],
  redOnion: [1.1, 0.9, 0.75, 0.9, 1, 1.15, 0.95, 0.75, 0.85, 1.05, 1.25, 1.35],
  bigOnion: [1.05, 0.95, 0.9, 0.85, 0.75, 0.8, 0.85, 0.95, 1.05, 1.25, 1.3, 1.3],
  potato: [1.1, 0.9, 0.8, 0.9, 0.95, 1.05, 1.15, 1.15, 0.95, 0.85, 1, 1.2],
  importedPotato: [0.8, 0.8, 0.85, 0.95, 1, 1.1, 1.15, 1.05, 1.05, 1, 1.1, 1.15],
  leaf: [1.05, 0.95, 0.9, 0.9, 1.05, 1.1, 0.95, 0.95, 0.95, 1, 1.1, 1.1],
  roots: [1, 0.95, 0.95, 0.95, 1, 1.05, 1.05, 1, 1, 0.95, 1.05, 1.05],
  fruit: [1, 1, 1.05, 1.1, 1, 0.95, 0.9, 0.9, 0.95, 1, 1.05, 1.1],
  mango: [1.25, 1.15, 1.05, 0.95, 0.75, 0.7, 0.75, 0.9, 1.05, 1.1, 1.15, 1.2],
  rice: [1.05, 1, 0.95, 0.95, 1, 1, 1, 0.95, 0.95, 1, 1.05, 1.1],
  even: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
} as const satisfies Record<string, readonly number[]>;

export type Season = keyof typeof SEASONS;

/** The seasons by name, in the order of the table. */
export const seasonNames = Object.keys(SEASONS) as Season[];

/**
 * The season's factor at a point of the year (0 = 1 January, 1 = 31 December), moving in a straight line from the
 * middle of one month to the middle of the next, so that no price jumps on the first of a month.
 */
export function seasonFactor(season: Season, pointOfYear: number): number {
  const months = SEASONS[season];
  const position = pointOfYear * 12 - 0.5;
  const earlier = Math.floor(position);
  const share = position - earlier;
  const of = (month: number): number => months[(month + 12) % 12] ?? 1;
  return of(earlier) * (1 - share) + of(earlier + 1) * share;
}
