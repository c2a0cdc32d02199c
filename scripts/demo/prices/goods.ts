import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import movements from '../assets/movements.json' with { type: 'json' };
import type { Season } from './seasons.ts';

/** How much a price moves from day to day, from tomatoes to rice. */
export type Volatility = keyof typeof movements;

/** Except for shares, figures are logarithms: 0.1 is about a tenth up or down. */
export interface Movement {
  /** Part of the distance from the level that is recovered each day. */
  pull: number;
  /** Daily deviation of the random walk. */
  drift: number;
  noise: number;
  /** Deviation on a wild day, and the share of such days. */
  wildNoise: number;
  wildShare: number;
  rainShare: number;
  /** Share of days on which a glut or a shortage begins. */
  surpriseShare: number;
  /** Share of days on which yesterday's prices stay. */
  keepShare: number;
  /** Typical width of the range, relative to its middle. */
  width: number;
  widthSpread: number;
}

/** Plausible levels of 2025-26, not measured prices. */
export interface Good {
  /** Mean of a year at the beginning of 2026, in rupees per unit. */
  levelRupees: number;
  season: Season;
  volatility: Volatility;
  /** Twelve marks, January first; `-` is a month without sale. Empty: sold all year. */
  months: string;
  /** Share of the days in season on which it is on the list. */
  presence: number;
  picture: string;
}

const csv = readFileSync(path.join(import.meta.dirname, '../assets/goods.csv'), 'utf8');
const goods = new Map(
  parse<Record<string, string>>(csv, { columns: true }).map(({ code = '', level_rupees, presence, ...row }) => [
    code,
    { ...row, levelRupees: Number(level_rupees), presence: Number(presence) } as unknown as Good,
  ]),
);

export const pricedCodes: readonly string[] = [...goods.keys()];

/** Returns the product's row, or typical values of its type. */
export function goodOf(code: string, type: string): Good {
  return goods.get(code) ?? typicalGood(type);
}

export function movementOf({ volatility }: Good): Movement {
  return movements[volatility];
}

function typicalGood(type: string): Good {
  const good = (levelRupees: number, season: Season, volatility: Volatility): Good => ({
    ...{ levelRupees, season, volatility, months: '', presence: 0.995, picture: '' },
  });
  switch (type.toLowerCase()) {
    case 'leaf vegetable':
      return good(80, 'leaf', 'calm');
    case 'fruit':
      return good(250, 'fruit', 'lively');
    case 'potatoes':
      return good(260, 'potato', 'calm');
    case 'rice':
      return good(240, 'rice', 'steady');
    case 'grain':
      return good(400, 'rice', 'steady');
    default:
      return good(180, 'lowcountry', 'lively');
  }
}
