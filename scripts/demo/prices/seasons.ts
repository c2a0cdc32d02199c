import seasons from '../assets/seasons.json' with { type: 'json' };

export type Season = keyof typeof seasons;

export const seasonNames = Object.keys(seasons) as Season[];

export function seasonFactor(season: Season, pointOfYear: number): number {
  const position = pointOfYear * 12 - 0.5;
  const earlier = Math.floor(position);
  const share = position - earlier;
  const factorOf = (month: number): number => seasons[season][(month + 12) % 12] ?? 1;
  return factorOf(earlier) * (1 - share) + factorOf(earlier + 1) * share;
}
