import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import movements from '../assets/movements.json' with { type: 'json' };
import type { Season } from './seasons.ts';

export type Volatility = keyof typeof movements;

/** Except for shares, figures are logarithms: 0.1 is about a tenth up or down. */
export interface Movement {
  pull: number;
  drift: number;
  noise: number;
  wildNoise: number;
  wildShare: number;
  rainShare: number;
  surpriseShare: number;
  keepShare: number;
  width: number;
  widthSpread: number;
}

/** Plausible levels of 2025-26, not measured prices. */
export interface Good {
  /** Mean of a year at the beginning of 2026, in rupees per unit. */
  levelRupees: number;
  season: Season;
  volatility: Volatility;
  months: string;
  presence: number;
  picture: string;
}

function readGoods(file: string): Map<string, Good> {
  const csv = readFileSync(path.join(import.meta.dirname, '../assets', file), 'utf8');
  const rows = parse<Record<string, string>>(csv, { columns: true });
  return new Map(
    rows.map(({ code = '', level_rupees, presence, ...row }) => [
      code,
      { ...row, levelRupees: Number(level_rupees), presence: Number(presence) } as unknown as Good,
    ]),
  );
}

const goods = readGoods('goods.csv');
const typicalGoods = readGoods('typical-goods.csv');

export const pricedCodes: readonly string[] = [...goods.keys()];

export function goodOf(code: string, type: string): Good {
  const good = goods.get(code) ?? typicalGoods.get(type.toLowerCase()) ?? typicalGoods.get('vegetable');
  if (!good) throw new Error('typical-goods.csv has no vegetable');
  return good;
}

export function movementOf({ volatility }: Good): Movement {
  return movements[volatility];
}
