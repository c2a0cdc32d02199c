/**
 * Each product draws from its own stream, once a day since FIRST_DAY. So a later `to` only appends, and other products
 * change nothing.
 */

import { addDays, type Day, day, dayNumber, monthOf } from '#billing/calendar.ts';
import { type Cents, cents } from '#billing/money.ts';
import { closedDays, WET_MONTHS } from '../closed-days.ts';
import { type Random, randomFrom } from '../random.ts';
import { type Good, goodOf, type Movement, movementOf } from './goods.ts';
import { seasonFactor } from './seasons.ts';

interface Rupees {
  min: number;
  max: number;
}

export interface PricePair {
  productCode: string;
  day: Day;
  minCents: Cents;
  maxCents: Cents;
}

export interface PriceHistoryOptions {
  seed: number;
  from: Day;
  to: Day;
  products: readonly { code: string; type: string }[];
}

const FIRST_DAY = day('2015-01-01');

const LEVEL_DAY = day('2026-01-01');
const YEARLY_INFLATION = 0.05;
const DAYS_PER_YEAR = 365.25;

/**
 * Yields prices by day, in the order of `products`. Always 0 < minCents <= maxCents. Throws a RangeError before
 * FIRST_DAY.
 */
export function* priceHistory({ seed, from, to, products }: PriceHistoryOptions): Generator<PricePair> {
  if (from < FIRST_DAY) throw new RangeError(`no demo prices before ${FIRST_DAY}: ${from}`);
  const closed = new Set(closedDays(FIRST_DAY, to).map((closing) => closing.day));
  const rain = rainOver(seed);
  const walks = products.map(({ code, type }) => ({ code, next: walkOf(seed, code, goodOf(code, type)) }));
  for (let date = FIRST_DAY; date <= to; date = addDays(date, 1)) {
    const today: Circumstances = { ...positionOf(date), rain: rain(date), isClosed: closed.has(date) };
    for (const { code, next } of walks) {
      const pair = next(today);
      if (pair && date >= from) {
        yield { productCode: code, day: date, minCents: cents(pair.min * 100), maxCents: cents(pair.max * 100) };
      }
    }
  }
}

interface Circumstances {
  number: number;
  year: number;
  pointOfYear: number;
  inflation: number;
  rain: number;
  isClosed: boolean;
}

function positionOf(date: Day): Omit<Circumstances, 'rain' | 'isClosed'> {
  const year = Number(date.slice(0, 4));
  const number = dayNumber(date);
  const inflation = (1 + YEARLY_INFLATION) ** ((number - dayNumber(LEVEL_DAY)) / DAYS_PER_YEAR);
  const pointOfYear = (number - dayNumber(day(`${year}-01-01`))) / DAYS_PER_YEAR;
  return { number, year, pointOfYear, inflation };
}

function walkOf(seed: number, code: string, good: Good): (today: Circumstances) => Rupees | undefined {
  const random = randomFrom(seed, code);
  const isInSeason = seasonOf(seed, code, good);
  const movement = movementOf(good);
  let walk = 0;
  let surprise = 0;
  let last: { pair: Rupees; number: number } | undefined;
  return (today) => {
    // Drawn every day, so that today's list never changes tomorrow's draws.
    walk += movement.drift * random.normal() - movement.pull * walk;
    surprise = surprise * 0.88 + surpriseOf(random, movement);
    const noise = (random.uniform() < movement.wildShare ? movement.wildNoise : movement.noise) * random.normal();
    const width = movement.width * Math.exp(movement.widthSpread * random.normal());
    const isKept = random.uniform() < movement.keepShare;
    const isPresent = random.uniform() < good.presence;
    const isTidy = random.uniform() < 0.92;
    if (today.isClosed || !isPresent || !isInSeason(today)) return undefined;
    const season = seasonFactor(good.season, today.pointOfYear);
    const level = good.levelRupees * season * today.inflation;
    const middle = level * Math.exp(bounded(walk + surprise + noise + movement.rainShare * today.rain));
    const isUnchanged = isKept && last !== undefined && today.number - last.number <= 3;
    const pair = isUnchanged && last ? last.pair : roundedRange(middle, width, isTidy);
    last = { pair, number: today.number };
    return pair;
  };
}

function bounded(deviation: number): number {
  const limit = 1.2;
  return limit * Math.tanh(deviation / limit);
}

function surpriseOf(random: Random, movement: Movement): number {
  const chance = random.uniform();
  const size = 0.3 + 0.4 * random.uniform();
  if (chance >= movement.surpriseShare) return 0;
  return chance < movement.surpriseShare / 2 ? size : -size;
}

function seasonOf(seed: number, code: string, good: Good): (today: Circumstances) => boolean {
  if (!good.months.includes('-')) return () => true;
  let year = 0;
  let shift = 0;
  return (today) => {
    if (today.year !== year) {
      year = today.year;
      shift = (randomFrom(seed, code, 'season', year).uniform() * 28 - 14) / DAYS_PER_YEAR;
    }
    const point = (today.pointOfYear + shift + 1) % 1;
    return good.months[Math.floor(point * 12)] !== '-';
  };
}

function rainOver(seed: number): (date: Day) => number {
  const random = randomFrom(seed, 'rain');
  let level = 0;
  return (date) => {
    const chance = random.uniform();
    const size = 0.2 + 0.4 * random.uniform();
    const share = WET_MONTHS.includes(monthOf(date).slice(5)) ? 0.02 : 0.003;
    level = level * 0.85 + (chance < share ? size : 0);
    return level;
  };
}

export function roundedRange(middle: number, width: number, isTidy: boolean): Rupees {
  const step = (rupees: number): number => {
    if (rupees < 50 || (rupees < 150 && !isTidy)) return 5;
    return rupees < 800 ? 10 : 50;
  };
  const rounded = (rupees: number): number => Math.max(5, Math.round(rupees / step(rupees)) * step(rupees));
  const min = rounded(middle * (1 - width / 2));
  const max = rounded(middle * (1 + width / 2));
  return { min, max: Math.max(max, min + step(min)) };
}
