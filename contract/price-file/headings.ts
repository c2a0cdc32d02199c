import { foldText } from '../fold-text.ts';
import { isDayTitle } from './day-title.ts';
import {
  HEADINGS,
  MARKET_WORDS,
  ONE_PRICE_WORDS,
  OTHER_DAY_WORDS,
  PRICE_NOISE,
  WHOLESALE_WORDS,
} from './heading-words-data.ts';
import { isUnitWord, readUnit, tokensOf, type WrittenUnit } from './written-unit.ts';

export type PriceColumn = 'date' | 'item' | 'min_price' | 'max_price';

export interface PriceColumnPair {
  min: number;
  /** Equal to `min` if the file has one price for a line instead of a minimum and a maximum. */
  max: number;
  title: string;
  unit: WrittenUnit | undefined;
}

export interface Headings {
  date: number | undefined;
  item: number;
  unit: number | undefined;
  pairs: PriceColumnPair[];
  /** True when it is uncertain whether `pairs` are the columns of the day's wholesale prices. */
  isDoubtful: boolean;
  others: OtherColumn[];
  width: number;
}

export interface OtherColumn {
  at: number;
  title: string;
  isMarket: boolean;
}

interface ReadTitle {
  at: number;
  title: string;
  /** The title without words of prices and units. */
  item: string;
  isPrice: boolean;
  side: 'min' | 'max' | undefined;
  kind: string;
  unit: WrittenUnit | undefined;
}

const words = (list: readonly string[]) => new Set(list.map(foldText));
const named = { date: words(HEADINGS.date), item: HEADINGS.item.map(foldText), unit: words(HEADINGS.unit) };
const sides = { min: words(HEADINGS.min), max: words(HEADINGS.max) };
const noise = words(PRICE_NOISE);
const markets = words(MARKET_WORDS);
const wholesale = words(WHOLESALE_WORDS);
const otherDays = words(OTHER_DAY_WORDS);
const onePrice = words(ONE_PRICE_WORDS);
const DATE_NOISE = words(['arrival', 'price', 'market', 'reported', 'list', 'of', 'the', 'time', 'and']);

export interface TitleFacts {
  shown: string[];
  item: number | undefined;
  date: number | 'twice' | undefined;
  unit: number | undefined;
  /** The titles of the other columns. */
  titles: ReadTitle[];
  others: OtherColumn[];
}

export function readTitles(titles: readonly string[]): TitleFacts {
  const shown = titles.map(showTitle);
  const item = findItem(shown);
  const date = findDate(shown);
  const unit = indexOf(shown, (title) => named.unit.has(tokensOf(title).join(' ')));
  const taken = new Set([date, item, unit]);
  const read = shown.flatMap((title, at) => (taken.has(at) || title === '' ? [] : [readTitle(title, at)]));
  const others = read.map(({ at, title }) => ({
    at,
    title,
    isMarket: tokensOf(title).some((token) => markets.has(token)),
  }));
  return { shown, item, date, unit, titles: read, others };
}

interface UnknownHeadings {
  wrong: PriceColumn[];
  /** True if the bounds have columns for each day. Such a table is wide. */
  areDays: boolean;
}

/** Reads a row of headings. Accepts a single column of prices only if `mayHaveOnePrice`. */
export function readHeadings(titles: readonly string[], { mayHaveOnePrice = false } = {}): Headings | UnknownHeadings {
  const { shown, item, date, unit, titles: read, others } = readTitles(titles);
  const bounds = pairUp(read);
  const pairs = bounds.length === 0 && mayHaveOnePrice ? onePrices(read) : bounds;
  const areDays = pairs.length > 0 && pairs.every(({ of }) => isDayTitle(of));
  if (item === undefined || pairs.length === 0 || date === 'twice' || areDays) {
    return { wrong: missing(read, { item, date }), areDays };
  }
  const ofDay = pairs.filter(({ kind }) => !isOtherDay(kind));
  const usable = ofDay.length > 0 ? ofDay : pairs;
  const [one] = usable;
  const isPair = one !== undefined && one.min !== one.max;
  const isClear = isPair && usable.length === 1 && ofDay.length === 1 && (one.kind === '' || wholesale.has(one.kind));
  const used = new Set([date, item, unit, ...usable.flatMap(({ min, max }) => [min, max])]);
  return {
    date,
    item,
    unit,
    pairs: usable.map(({ kind: _, of: __, ...pair }) => pair),
    isDoubtful: !isClear,
    others: others.filter(({ at }) => !used.has(at)),
    width: shown.findLastIndex((title) => title !== '') + 1,
  };
}

function showTitle(title: string): string {
  return title
    .replaceAll(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll('_', ' ')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function foldTitle(title: string): string {
  const own = tokensOf(title).filter((token) => !noise.has(token));
  return (own.length > 1 && own.at(-1) === 'name' ? own.slice(0, -1) : own).join(' ');
}

function indexOf(titles: readonly string[], fits: (title: string) => boolean): number | undefined {
  const at = titles.findIndex(fits);
  return at < 0 ? undefined : at;
}

function findItem(titles: readonly string[]): number | undefined {
  const folded = titles.map(foldTitle);
  const heading = named.item.find((one) => folded.includes(one));
  return heading !== undefined && folded.indexOf(heading) === folded.lastIndexOf(heading)
    ? folded.indexOf(heading)
    : undefined;
}

function findDate(titles: readonly string[]): number | 'twice' | undefined {
  const places = titles.flatMap((title, at) => {
    const own = tokensOf(title).filter((token) => !DATE_NOISE.has(token));
    return own.length === 1 && named.date.has(own[0] ?? '') ? [at] : [];
  });
  const exact = places.filter((at) => named.date.has(foldText(titles[at] ?? '')));
  const [first, ...others] = exact.length > 0 ? exact : places;
  return others.length > 0 ? 'twice' : first;
}

function readTitle(title: string, at: number): ReadTitle {
  const tokens = tokensOf(title);
  const own = tokens.filter((token) => !noise.has(token) && !sides.min.has(token) && !sides.max.has(token));
  const unitTokens = own.filter(
    (token, index) => isUnitWord(token) || (/^\d/.test(token) && isUnitWord(own[index + 1] ?? '')),
  );
  const kind = own.filter((token) => !unitTokens.includes(token));
  const isSide = (side: 'min' | 'max') => tokens.some((token) => sides[side].has(token));
  const side = isSide('min') === isSide('max') ? undefined : isSide('min') ? 'min' : 'max';
  const isPrice = tokens.some((token) => onePrice.has(token));
  const isPlain = side === undefined && unitTokens.length === 0 && !isPrice;
  const item = isPlain ? title : withoutWords(title, (token) => !kind.includes(token));
  return { at, title, item, isPrice, side, kind: kind.join(' '), unit: readUnit(unitTokens.join(' ')) };
}

/** Returns a title without the words of which every part is left out: `Carrot` for `Carrot (Rs/kg) min`. */
function withoutWords(title: string, isLeftOut: (token: string) => boolean): string {
  const left = title.split(' ').filter((word) => {
    const tokens = tokensOf(word);
    return tokens.length === 0 || !tokens.every(isLeftOut);
  });
  return left.join(' ').replace(/[\s:,–-]+$/u, '');
}

type KindOfPair = PriceColumnPair & { kind: string; of: string };

function onePrices(read: readonly ReadTitle[]): KindOfPair[] {
  return read
    .filter(({ side, isPrice }) => side === undefined && isPrice)
    .map(({ at, title, unit, kind, item }) => ({ min: at, max: at, title, unit, kind, of: item }));
}

function pairUp(read: readonly ReadTitle[]): KindOfPair[] {
  const ofSide = (side: 'min' | 'max') =>
    Map.groupBy(
      read.filter((one) => one.side === side),
      ({ kind }) => kind,
    );
  const highest = ofSide('max');
  return [...ofSide('min')].flatMap(([kind, lows]) => {
    const highs = highest.get(kind) ?? [];
    if (lows.length !== highs.length) return [];
    return lows.flatMap((low, index) => {
      const high = highs[index];
      if (!high) return [];
      const unit = low.unit?.text === high.unit?.text ? low.unit : { ...unknownUnit(low, high) };
      return [{ min: low.at, max: high.at, title: `${low.title} – ${high.title}`, unit, kind, of: low.item }];
    });
  });
}

function unknownUnit(low: ReadTitle, high: ReadTitle): WrittenUnit {
  const text = [low.unit?.text, high.unit?.text].filter(Boolean).join(' / ');
  return low.unit && high.unit
    ? { text, measure: undefined, size: undefined }
    : (low.unit ?? high.unit ?? { text, measure: undefined, size: undefined });
}

function isOtherDay(kind: string): boolean {
  return kind.split(' ').some((token) => otherDays.has(token));
}

function missing(
  read: readonly ReadTitle[],
  { item, date }: { item: number | undefined; date: number | 'twice' | undefined },
): PriceColumn[] {
  const lacks = (side: 'min' | 'max') => read.filter((one) => one.side === side && one.kind === '').length !== 1;
  return [
    ...(typeof date === 'number' ? [] : (['date'] as const)),
    ...(item === undefined ? (['item'] as const) : []),
    ...(lacks('min') ? (['min_price'] as const) : []),
    ...(lacks('max') ? (['max_price'] as const) : []),
  ];
}
