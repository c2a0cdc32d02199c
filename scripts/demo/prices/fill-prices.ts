import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { addDays, type Day, day, dayNumber, dayOf, type Instant, monthOf } from '#billing/calendar.ts';
import { type Cents, cents } from '#billing/money.ts';
import { products } from '#contract/products.ts';
import { storeImage } from '#server/features/images/store-image.ts';
import { addPoyaDays } from '#server/features/market-days/add-poya-days.ts';
import { saveDay } from '#server/features/market-days/save-day.ts';
import { publishPrices } from '#server/features/prices/publish-prices.ts';
import { loadCatalogue } from '#server/features/products/import-products.ts';
import { listProducts, type ProductRow, updateProduct } from '#server/features/products/queries.ts';
import { starterProducts } from '#server/features/products/starter-catalogue/products.ts';
import movements from '../assets/movements.json' with { type: 'json' };
import seasons from '../assets/seasons.json' with { type: 'json' };
import { closedDays, WET_MONTHS } from '../closed-days.ts';
import { type DemoMarket, doneBy } from '../demo-market.ts';
import { type Random, randomFrom } from '../random.ts';
import { readPicture } from '../read-picture.ts';
import { timeOn } from '../timeline.ts';

type Season = keyof typeof seasons;

export const seasonNames = Object.keys(seasons) as Season[];

export function seasonFactor(season: Season, pointOfYear: number): number {
  const position = pointOfYear * 12 - 0.5;
  const earlier = Math.floor(position);
  const share = position - earlier;
  const factorOf = (month: number): number => seasons[season][(month + 12) % 12] ?? 1;
  return factorOf(earlier) * (1 - share) + factorOf(earlier + 1) * share;
}

export type Volatility = keyof typeof movements;

/** How a price moves. Except for shares, figures are logarithms: 0.1 is about a tenth up or down. */
interface Movement {
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

/** A product whose price level is plausible for 2025-26, but not measured. */
interface Good {
  /** The annual mean price in rupees per unit, at the price level of the beginning of 2026. */
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

function movementOf({ volatility }: Good): Movement {
  return movements[volatility];
}

const PUBLISHED_AT = 5 * 60;
const CALENDAR_AT = 4 * 60;

export function fillPrices(market: DemoMarket): void {
  const { tx, timeline, opening, now } = market;
  timeline.plan(timeOn(opening, CALENDAR_AT), async (at) => {
    const starters = starterProducts.map((starter) => ({ ...products.add.body.parse(starter), code: starter.code }));
    await loadCatalogue(market.database, doneBy('superadmin', at), starters);
    const catalogue = await listProducts(tx);
    await addPictures(market, catalogue, at);
    planPriceLists(market, catalogue);
  });
  planCalendar(market, day(`${Number(dayOf(now).slice(0, 4)) + 1}-12-31`));
}

async function addPictures({ tx }: DemoMarket, catalogue: readonly ProductRow[], at: Instant): Promise<void> {
  for (const { id, code, type } of catalogue) {
    const { picture } = goodOf(code, type);
    if (picture === '') continue;
    const image = readPicture(picture);
    await storeImage(tx, image, at);
    await updateProduct(tx, id, { image_hash: image.hash });
  }
}

function planPriceLists({ tx, timeline, seed, opening, now }: DemoMarket, catalogue: readonly ProductRow[]): void {
  const ids = new Map(catalogue.map(({ id, code }) => [code, id]));
  const pairs = priceHistory({ seed, from: opening, to: dayOf(now), products: catalogue });
  for (const [date, ofDay] of Map.groupBy(pairs, (pair) => pair.day)) {
    timeline.plan(timeOn(date, PUBLISHED_AT), (at) => publishPrices(tx, doneBy('editor', at), ofDay.map(toRow)));
  }

  function toRow({ productCode, day: date, minCents, maxCents }: PricePair) {
    return { product_id: ids.get(productCode) ?? 0, date, min_price: minCents, max_price: maxCents };
  }
}

function planCalendar({ database, timeline, opening, now }: DemoMarket, to: Day): void {
  for (let year = Number(opening.slice(0, 4)); `${year}` <= to; year += 1) {
    const enteredOn = day(`${year - 1}-01-02`);
    timeline.plan(timeOn(enteredOn > opening ? enteredOn : opening, CALENDAR_AT), (at) =>
      addPoyaDays(database, doneBy('editor', at), year),
    );
  }
  for (const { day: date, ...fields } of closedDays(opening, to)) {
    if (fields.kind === 'poya' || (fields.kind === 'closed' && date > dayOf(now))) continue;
    const enteredOn = fields.kind === 'closed' ? date : addDays(date, -365);
    timeline.plan(timeOn(enteredOn > opening ? enteredOn : opening, CALENDAR_AT), (at) =>
      database.write((tx) => saveDay(tx, doneBy('editor', at), { date, ...fields })),
    );
  }
}

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

interface PriceHistoryOptions {
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
 * Yields prices by day, in the order of `products`, with 0 < minCents <= maxCents. Each product draws values from its
 * own random stream, on every day since FIRST_DAY. A later `to` therefore only appends prices, and other products do
 * not change them. Throws a RangeError if `from` is before FIRST_DAY.
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
  const felt = movement.rainShare * (LEAST_FELT + (MOST_FELT - LEAST_FELT) * randomFrom(seed, code, 'rain').uniform());
  let walk = 0;
  let surprise = 0;
  let last: { pair: Rupees; number: number } | undefined;
  return (today) => {
    // Values are drawn on days without a price too, so that a change to one day's list does not change later prices.
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
    const middle = level * Math.exp(bounded(walk + surprise + noise + felt * today.rain));
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

/** A product feels the common weather by its own measure: some come from one valley, some from everywhere. */
const LEAST_FELT = 0.3;
const MOST_FELT = 1.1;

/** How much a wholesale day moves all goods together, as a logarithm. */
const COMMON_NOISE = 0.05;
/** Supply follows rain over several days: each day this share of what is still missing. */
const RAIN_ARRIVES = 0.3;
const RAIN_FADES = 0.85;

/** Returns how much dearer rain and the day itself make goods, which is the same for all products of a day. */
function rainOver(seed: number): (date: Day) => number {
  const random = randomFrom(seed, 'rain');
  let fallen = 0;
  let felt = 0;
  return (date) => {
    const chance = random.uniform();
    const size = 0.2 + 0.4 * random.uniform();
    const share = WET_MONTHS.includes(monthOf(date).slice(5)) ? 0.02 : 0.003;
    fallen = fallen * RAIN_FADES + (chance < share ? size : 0);
    felt += RAIN_ARRIVES * (fallen - felt);
    return felt + COMMON_NOISE * random.normal();
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
