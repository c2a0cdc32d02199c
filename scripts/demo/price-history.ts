/**
 * Plausible daily wholesale prices for the demo: for each product and day the lowest and highest price of the morning.
 *
 * The middle of the range is level x season x inflation x a walk that is pulled back to nothing x rain over the whole
 * market x the morning's own noise; the clerk then rounds it as clerks do, or finds that yesterday's pair still stands.
 *
 * Each product draws from its own stream, begun on one fixed day long ago and moved once a day whether it is sold or
 * not. So a product's pair of a day depends on the seed, the code and the day alone: a later `to` only appends, an
 * earlier `from` only prepends, and other products change nothing.
 *
 * Worked example: tomato has a level of Rs. 200; in mid-December (season 1.5) with a walk of -10 % the middle is Rs.
 * 270 and the pair, 18 % wide, is Rs. 250 to 290.
 */
import { addDays, type Day, day, dayNumber, monthOf } from '#billing/calendar.ts';
import { type Cents, cents } from '#billing/money.ts';
import { closedDays } from './closed-days.ts';
import { type Good, goodOf } from './goods.ts';
import { MOVEMENTS, type Movement } from './movements.ts';
import { type Random, randomFrom } from './random.ts';
import { type Rupees, roundedRange } from './rounding.ts';
import { seasonFactor } from './seasons.ts';

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

/** All walks begin here; no history goes further back. */
const FIRST_DAY = day('2015-01-01');

const LEVEL_DAY = day('2026-01-01');
const YEARLY_INFLATION = 0.05;
const DAYS_PER_YEAR = 365.25;

/**
 * The pairs from `from` to `to`, both included, in order of days and, within a day, of `products`. None on closed days,
 * none out of season or when a product happens not to come. Always 0 < minCents <= maxCents. Throws a RangeError before
 * 2015-01-01.
 */
export function* priceHistory({ seed, from, to, products }: PriceHistoryOptions): Generator<PricePair> {
  if (from < FIRST_DAY) throw new RangeError(`no demo prices before ${FIRST_DAY}: ${from}`);
  const closed = new Set(closedDays(FIRST_DAY, to).map((closing) => closing.day));
  const rain = rainOver(seed);
  const walks = products.map(({ code, type }) => ({ code, next: walkOf(seed, code, goodOf(code, type)) }));
  for (let date = FIRST_DAY; date <= to; date = addDays(date, 1)) {
    const morning: Morning = { ...positionOf(date), rain: rain(date), isClosed: closed.has(date) };
    for (const { code, next } of walks) {
      const pair = next(morning);
      if (pair && date >= from) {
        yield { productCode: code, day: date, minCents: cents(pair.min * 100), maxCents: cents(pair.max * 100) };
      }
    }
  }
}

/** What all products share on a day. */
interface Morning {
  number: number;
  year: number;
  pointOfYear: number;
  inflation: number;
  /** Logarithm by which rain and broken roads lift a volatile price. */
  rain: number;
  isClosed: boolean;
}

function positionOf(date: Day): Omit<Morning, 'rain' | 'isClosed'> {
  const year = Number(date.slice(0, 4));
  const number = dayNumber(date);
  const inflation = (1 + YEARLY_INFLATION) ** ((number - dayNumber(LEVEL_DAY)) / DAYS_PER_YEAR);
  const pointOfYear = (number - dayNumber(day(`${year}-01-01`))) / DAYS_PER_YEAR;
  return { number, year, pointOfYear, inflation };
}

/** One product's prices, morning after morning: call it once for each day; undefined when it is not on the list. */
function walkOf(seed: number, code: string, good: Good): (morning: Morning) => Rupees | undefined {
  const random = randomFrom(seed, code);
  const isInSeason = seasonOf(seed, code, good);
  const movement = MOVEMENTS[good.temper];
  let walk = 0;
  let surprise = 0;
  let last: { pair: Rupees; number: number } | undefined;
  return (morning) => {
    // Every draw is made every day, so that what is published today never changes what is drawn tomorrow.
    walk += movement.drift * random.normal() - movement.pull * walk;
    surprise = surprise * 0.88 + surpriseOf(random, movement);
    const noise = (random.uniform() < movement.wildShare ? movement.wildNoise : movement.noise) * random.normal();
    const width = movement.width * Math.exp(movement.widthSpread * random.normal());
    const isKept = random.uniform() < movement.keepShare;
    const isPresent = random.uniform() < good.presence;
    const isTidy = random.uniform() < 0.92;
    if (morning.isClosed || !isPresent || !isInSeason(morning)) return undefined;
    const season = seasonFactor(good.season, morning.pointOfYear);
    const level = good.levelRupees * season * morning.inflation;
    const middle = level * Math.exp(bounded(walk + surprise + noise + movement.rainShare * morning.rain));
    const stands = isKept && last !== undefined && morning.number - last.number <= 3;
    const pair = stands && last ? last.pair : roundedRange(middle, width, isTidy);
    last = { pair, number: morning.number };
    return pair;
  };
}

/**
 * Hardly changes small deviations, and lets none lift a price above, or press it below, about three times its level.
 */
function bounded(deviation: number): number {
  const limit = 1.2;
  return limit * Math.tanh(deviation / limit);
}

/**
 * Nothing on most days; else the logarithm by which a shortage lifts or a glut lowers the price, fading over two weeks.
 */
function surpriseOf(random: Random, movement: Movement): number {
  const chance = random.uniform();
  const size = 0.3 + 0.4 * random.uniform();
  if (chance >= movement.surpriseShare) return 0;
  return chance < movement.surpriseShare / 2 ? size : -size;
}

/** Tells whether a seasonal product is on the market; its season comes up to two weeks early or late each year. */
function seasonOf(seed: number, code: string, good: Good): (morning: Morning) => boolean {
  if (!good.months.includes('-')) return () => true;
  let year = 0;
  let shift = 0;
  return (morning) => {
    if (morning.year !== year) {
      year = morning.year;
      shift = (randomFrom(seed, code, 'season', year).uniform() * 28 - 14) / DAYS_PER_YEAR;
    }
    const point = (morning.pointOfYear + shift + 1) % 1;
    return good.months[Math.floor(point * 12)] !== '-';
  };
}

/**
 * Rain over the whole market: it comes mostly with the monsoons, lifts all volatile prices at once and fades in ten
 * days.
 */
function rainOver(seed: number): (date: Day) => number {
  const random = randomFrom(seed, 'rain');
  const monsoon = ['05', '06', '10', '11', '12'];
  let level = 0;
  return (date) => {
    const chance = random.uniform();
    const size = 0.2 + 0.4 * random.uniform();
    const share = monsoon.includes(monthOf(date).slice(5)) ? 0.02 : 0.003;
    level = level * 0.85 + (chance < share ? size : 0);
    return level;
  };
}
