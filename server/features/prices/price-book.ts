import { type Day, dayNumber, fromDayNumber, type Instant } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import type { AddedPrices, ChangedPrice, StoredPriceRow } from './queries.ts';

/** An array of the narrowest type that holds every value of a column. */
type Column = Uint16Array | Uint32Array | Float64Array;

/** The prices of a product, oldest first: days counted from 1970-01-01, cents. */
export interface PriceHistory {
  readonly days: Column;
  readonly minCents: Column;
  readonly maxCents: Column;
}

/** Prices as lists of equal length: product ids, days counted from 1970-01-01, cents. */
export interface PriceColumns {
  productIds: number[];
  days: number[];
  minCents: number[];
  maxCents: number[];
}

interface StoredHistory extends PriceHistory {
  readonly ids: Column;
  /** Indexes into the table of times. */
  readonly times: Column;
}

interface WrittenTimes {
  created_at: Instant;
  updated_at: Instant;
}

export interface ListCount {
  date: Day;
  prices: number;
}

export interface DaysAround {
  itself: Day | null;
  previous: Day | null;
  next: Day | null;
  latest: Day | null;
}

const NONE: StoredHistory = {
  days: new Uint16Array(),
  minCents: new Uint32Array(),
  maxCents: new Uint32Array(),
  ids: new Uint32Array(),
  times: new Uint16Array(),
};
const FIELDS = ['days', 'minCents', 'maxCents', 'ids', 'times'] as const;
/**
 * The array types of nearly all histories. Both columns of cents have the same type, because comparing values of two
 * types takes longer.
 */
const NARROWEST = {
  days: Uint16Array,
  minCents: Uint32Array,
  maxCents: Uint32Array,
  ids: Uint32Array,
  times: Uint16Array,
};

/**
 * All prices of the market at one moment. A book never changes: a price change creates a new book, which shares the
 * histories of all other products.
 */
export class PriceBook {
  readonly count: number;
  /** Converts a day number to a date. The string of each date is created only once. */
  readonly dayOf = dayWriter();
  /** The number of prices of each day, oldest day first. */
  readonly #lists: ReadonlyMap<number, number>;
  readonly #days: readonly number[];
  readonly #histories: ReadonlyMap<number, StoredHistory>;
  readonly #times: TimesTable;

  constructor(histories: ReadonlyMap<number, StoredHistory>, times: TimesTable) {
    this.#histories = histories;
    this.#times = times;
    const lists = new Map<number, number>();
    for (const { days } of histories.values()) for (const one of days) lists.set(one, (lists.get(one) ?? 0) + 1);
    this.#days = [...lists.keys()].sort((one, other) => one - other);
    this.#lists = new Map(this.#days.map((one) => [one, lists.get(one) ?? 0]));
    this.count = this.#days.reduce((sum, one) => sum + (lists.get(one) ?? 0), 0);
  }

  with(added: readonly AddedPrices[], changed: readonly ChangedPrice[]): PriceBook {
    if (added.length === 0 && changed.length === 0) return this;
    const histories = new Map(this.#histories);
    const edit = (productId: number, day: number, price: readonly number[] | undefined) =>
      histories.set(productId, edited(histories.get(productId) ?? NONE, day, price));
    for (const list of added) {
      const times = this.#times.placeOf(list);
      for (const [at, productId] of list.productIds.entries()) {
        const day = list.days[at] ?? 0;
        edit(productId, day, [day, list.minCents[at] ?? 0, list.maxCents[at] ?? 0, list.ids[at] ?? 0, times]);
      }
    }
    for (const { product_id, date, price } of changed) {
      const day = dayNumber(date);
      edit(product_id, day, price && [day, price.min_cents, price.max_cents, price.id, this.#times.placeOf(price)]);
    }
    return new PriceBook(histories, this.#times);
  }

  /** Returns the prices of a day in no particular order, archived products included. */
  listDay(date: Day): StoredPriceRow[] {
    const day = dayNumber(date);
    const rows: StoredPriceRow[] = [];
    for (const [productId, history] of this.#histories) {
      const at = firstNotBelow(history.days, day);
      if (history.days[at] === day) rows.push(this.#row(productId, history, { at, date }));
    }
    return rows;
  }

  find(productId: number, date: Day): StoredPriceRow | undefined {
    const history = this.#histories.get(productId) ?? NONE;
    const day = dayNumber(date);
    const at = firstNotBelow(history.days, day);
    return history.days[at] === day ? this.#row(productId, history, { at, date }) : undefined;
  }

  findLastBefore(productId: number, date: Day): StoredPriceRow | undefined {
    const history = this.#histories.get(productId) ?? NONE;
    const at = firstNotBelow(history.days, dayNumber(date)) - 1;
    const day = history.days[at];
    return day === undefined ? undefined : this.#row(productId, history, { at, date: fromDayNumber(day) });
  }

  history(productId: number): PriceHistory {
    return this.#histories.get(productId) ?? NONE;
  }

  /** Returns the ids of a product's prices in the order of `history`. */
  ids(productId: number): ArrayLike<number> {
    return (this.#histories.get(productId) ?? NONE).ids;
  }

  /** Yields the products that have a price on a day, with the index of that price in their history. */
  *placesOn(date: Day): Generator<{ productId: number; history: PriceHistory; at: number }> {
    const day = dayNumber(date);
    for (const [productId, history] of this.#histories) {
      const at = firstNotBelow(history.days, day);
      if (history.days[at] === day) yield { productId, history, at };
    }
  }

  countOn(date: Day): number {
    return this.#lists.get(dayNumber(date)) ?? 0;
  }

  findDays(date: Day, today: Day): DaysAround {
    const days = this.#days;
    const number = dayNumber(date);
    const at = firstNotBelow(days, number);
    const has = days[at] === number;
    return {
      itself: has ? date : null,
      previous: dayOrNull(days[at - 1]),
      next: dayOrNull(days[has ? at + 1 : at]),
      latest: dayOrNull(days[firstNotBelow(days, dayNumber(today) + 1) - 1]),
    };
  }

  findLatest(today: Day): Day | null {
    return this.findDays(today, today).latest;
  }

  findSpan(): { first: Day | null; last: Day | null } {
    return { first: dayOrNull(this.#days[0]), last: dayOrNull(this.#days.at(-1)) };
  }

  /** Returns the number of prices of each day, oldest first. Both bounds are included. */
  countByDay({ first, last }: { first: Day; last: Day }): ListCount[] {
    const between = this.#days.slice(
      firstNotBelow(this.#days, dayNumber(first)),
      firstNotBelow(this.#days, dayNumber(last) + 1),
    );
    return between.map((one) => ({ date: fromDayNumber(one), prices: this.#lists.get(one) ?? 0 }));
  }

  /**
   * Returns the prices between two days, product by product. Both bounds are included. Calls `pause` after each product,
   * so that other requests can run.
   */
  async listBetween({ first, last }: { first: Day; last: Day }, pause: () => Promise<unknown>): Promise<PriceColumns> {
    const columns: PriceColumns = { productIds: [], days: [], minCents: [], maxCents: [] };
    for (const [productId, { days, minCents, maxCents }] of this.#histories) {
      const until = firstNotBelow(days, dayNumber(last) + 1);
      for (let at = firstNotBelow(days, dayNumber(first)); at < until; at += 1) {
        columns.productIds.push(productId);
        columns.days.push(days[at] ?? 0);
        columns.minCents.push(minCents[at] ?? 0);
        columns.maxCents.push(maxCents[at] ?? 0);
      }
      await pause();
    }
    return columns;
  }

  listYears(): number[] {
    return [...new Set(this.#days.map((one) => Number(fromDayNumber(one).slice(0, 4))))];
  }

  /** Returns the newest days, newest first, each with the time at which its prices last changed. */
  listNewestDays(today: Day, most: number): { date: Day; changed: Instant }[] {
    const until = firstNotBelow(this.#days, dayNumber(today) + 1);
    const days = this.#days.slice(Math.max(0, until - most), until);
    const changed = new Map<number, Instant>();
    for (const history of this.#histories.values())
      for (let at = firstNotBelow(history.days, days[0] ?? 0); at < history.days.length; at += 1) {
        const { updated_at } = this.#times.at(history.times[at] ?? 0);
        const day = history.days[at] ?? 0;
        if (updated_at > (changed.get(day) ?? '')) changed.set(day, updated_at);
      }
    return days.reverse().flatMap((one) => {
      const at = changed.get(one);
      return at === undefined ? [] : { date: this.dayOf(one), changed: at };
    });
  }

  #row(productId: number, history: StoredHistory, { at, date }: { at: number; date: Day }): StoredPriceRow {
    const { created_at, updated_at } = this.#times.at(history.times[at] ?? 0);
    return {
      id: history.ids[at] ?? 0,
      product_id: productId,
      date,
      min_cents: cents(history.minCents[at] ?? 0),
      max_cents: cents(history.maxCents[at] ?? 0),
      created_at,
      updated_at,
    };
  }
}

/** Collects all prices piece by piece, in the order of their ids. A price that was moved away and back occurs twice. */
export class PriceBookWriter {
  readonly #columns = new Map<number, Record<(typeof FIELDS)[number], number[]>>();
  readonly #times = new TimesTable();

  add(lists: readonly AddedPrices[]): void {
    for (const list of lists) {
      const times = this.#times.placeOf(list);
      for (const [at, productId] of list.productIds.entries()) {
        const columns = this.#columns.get(productId) ?? { days: [], minCents: [], maxCents: [], ids: [], times: [] };
        this.#columns.set(productId, columns);
        columns.days.push(list.days[at] ?? 0);
        columns.minCents.push(list.minCents[at] ?? 0);
        columns.maxCents.push(list.maxCents[at] ?? 0);
        columns.ids.push(list.ids[at] ?? 0);
        columns.times.push(times);
      }
    }
  }

  /** Packs the products one by one and calls `pause` after each, so that other requests can run. */
  async finish(pause: () => Promise<unknown>): Promise<PriceBook> {
    const histories = new Map<number, StoredHistory>();
    for (const [productId, columns] of this.#columns) {
      const order = orderOf(columns.days);
      const packed = FIELDS.map((field) => [field, pack(field, columns[field], order)]);
      histories.set(productId, Object.fromEntries(packed));
      await pause();
    }
    return new PriceBook(histories, this.#times);
  }
}

/**
 * The times at which prices were written. There are few, because all prices of a list are written at the same time.
 * Books share one table, to which times are only added.
 */
class TimesTable {
  readonly #places = new Map<string, number>();
  readonly #times: WrittenTimes[] = [];

  placeOf({ created_at, updated_at }: WrittenTimes): number {
    const key = created_at + updated_at;
    const known = this.#places.get(key) ?? this.#times.push({ created_at, updated_at }) - 1;
    this.#places.set(key, known);
    return known;
  }

  at(place: number): WrittenTimes {
    return this.#times[place] as WrittenTimes;
  }
}

/** Returns a history with one day changed. `price` has the values of FIELDS; undefined removes the day's price. */
function edited(history: StoredHistory, day: number, price: readonly number[] | undefined): StoredHistory {
  const at = firstNotBelow(history.days, day);
  const removed = history.days[at] === day ? 1 : 0;
  const columns = FIELDS.map((field, of) => [field, spliced(history[field], { at, removed, value: price?.[of] })]);
  return Object.fromEntries(columns);
}

function spliced(
  column: Column,
  { at, removed, value }: { at: number; removed: number; value: number | undefined },
): Column {
  const given = value === undefined ? [] : [value];
  const length = column.length - removed + given.length;
  const made = new (wider(kindOf(column), kindOf(given)))(length);
  made.set(column.subarray(0, at));
  made.set(given, at);
  made.set(column.subarray(at + removed), at + given.length);
  return made;
}

/** Returns the indexes of the days in ascending order; of equal days only the last one. */
function orderOf(days: readonly number[]): number[] {
  const places = days.map((_, at) => at);
  const isAscending = days.every((day, at) => at === 0 || day > (days[at - 1] ?? 0));
  if (isAscending) return places;
  places.sort((one, other) => (days[one] ?? 0) - (days[other] ?? 0));
  return places.filter((at, place) => days[at] !== days[places[place + 1] ?? -1]);
}

function pack(field: (typeof FIELDS)[number], values: readonly number[], order: readonly number[]): Column {
  const packed = new (wider(NARROWEST[field], kindOf(values)))(order.length);
  for (let at = 0; at < order.length; at += 1) packed[at] = values[order[at] ?? 0] ?? 0;
  return packed;
}

type Kind = typeof Uint16Array | typeof Uint32Array | typeof Float64Array;

function wider(one: Kind, other: Kind): Kind {
  return one.BYTES_PER_ELEMENT < other.BYTES_PER_ELEMENT ? other : one;
}

function kindOf(values: Column | readonly number[]): Kind {
  if (values instanceof Float64Array) return Float64Array;
  if (values instanceof Uint32Array) return Uint32Array;
  if (values instanceof Uint16Array) return Uint16Array;
  let most = 0;
  for (const value of values) {
    if (value < 0) return Float64Array;
    if (value > most) most = value;
  }
  if (most > 0xffff_ffff) return Float64Array;
  return most > 0xffff ? Uint32Array : Uint16Array;
}

/** Returns a function that formats day numbers. It caches the strings, because the same days occur many times. */
export function dayWriter(): (number: number) => Day {
  const written = new Map<number, Day>();
  return (number) => {
    const known = written.get(number) ?? fromDayNumber(number);
    written.set(number, known);
    return known;
  };
}

/** Returns the first index whose value is not below `sought`. */
export function firstNotBelow(ascending: ArrayLike<number>, sought: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) < sought) low = middle + 1;
    else high = middle;
  }
  return low;
}

function dayOrNull(number: number | undefined): Day | null {
  return number === undefined ? null : fromDayNumber(number);
}
