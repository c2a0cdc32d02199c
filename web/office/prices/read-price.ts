import type { Day } from '#billing/calendar.ts';
import { type Cents, MAX_CENTS, parseRupees, toRupees, writeDecimal } from '#billing/money.ts';
import { plainAmountOfCell } from '#contract/amount-text.ts';
import type { Answer } from '#contract/call.ts';
import { centsOf, writeAmount } from '#contract/figures.ts';
import type { prices } from '#contract/prices.ts';
import type { Unit } from '#contract/product-words.ts';
import { t } from '#web/i18n/t.ts';
import { localName } from '../local-name.ts';

export type ReadPrice = { kind: 'empty' } | { kind: 'price'; cents: Cents } | { kind: 'fault'; reason: string };

const FIGURE = /^\d+(\.\d*)?$/;

/** Reads a price above 0 with at most 2 decimals: `380`, `380.5`, `1,200.50`, `90/-`, `Rs. 80`. */
export function readPrice(text: string): ReadPrice {
  const plain = plainAmountOfCell(text);
  if (plain === '') return { kind: 'empty' };
  if (!FIGURE.test(plain)) return fault(t('prices.fault.notAPrice', { text: text.trim() }));
  if (/\.\d{3,}$/.test(plain)) return fault(t('prices.fault.tooPrecise'));
  const cents = parseRupees(plain.replace(/\.$/, ''));
  if (cents === undefined) return fault(t('prices.fault.tooHigh', { max: String(MAX_CENTS / 100) }));
  if (cents <= 0) return fault(t('prices.fault.notPositive'));
  return { kind: 'price', cents };
}

/** Returns true for a full stop or a comma, which means "the last price". */
export function isLastMark(text: string): boolean {
  return /^\s*[.,]\s*$/.test(text);
}

function fault(reason: string): ReadPrice {
  return { kind: 'fault', reason };
}

export function writePrice(cents: Cents): string {
  return cents % 100 === 0 ? String(toRupees(cents)) : writeDecimal(cents);
}

export type Side = 'min' | 'max';
export const SIDES: readonly Side[] = ['min', 'max'];

export type Pair = Record<Side, Cents>;

/**
 * A product of the sheet. `current` is its pair of prices published for the sheet's day, `last` the pair of the newest
 * earlier day on which it had prices.
 */
export interface SheetLine {
  id: number;
  name: string;
  nameSi: string;
  nameTa: string;
  code: string;
  aliases: readonly string[];
  unit: Unit;
  current: Pair | null;
  last: (Pair & { date: Day }) | null;
}

export interface Entry {
  min: string;
  max: string;
  isNotAvailable: boolean;
}

export const EMPTY: Entry = { min: '', max: '', isNotAvailable: false };
export const NOT_AVAILABLE: Entry = { min: '', max: '', isNotAvailable: true };

export function lineName({ name, nameSi, nameTa }: SheetLine): string {
  return localName({ name, name_si: nameSi, name_ta: nameTa });
}

type SheetAnswer = Answer<typeof prices.sheet>[number];

export function toLine(answer: SheetAnswer): SheetLine {
  const { product_id, name, name_si, name_ta, code, aliases, unit, current, last } = answer;
  return {
    id: product_id,
    name,
    nameSi: name_si,
    nameTa: name_ta,
    code,
    aliases,
    unit,
    current: current && pairOf(current),
    last: last && { ...pairOf(last), date: last.date },
  };
}

export type RupeesOfPair = { min_price: number; max_price: number };

export function rupeesOfPair({ min, max }: Pair): RupeesOfPair {
  return { min_price: toRupees(min), max_price: toRupees(max) };
}

export function pairOf({ min_price, max_price }: RupeesOfPair): Pair {
  return { min: centsOf(min_price), max: centsOf(max_price) };
}

export function entryOf(pair: Pair | null): Entry {
  return pair ? { min: writePrice(pair.min), max: writePrice(pair.max), isNotAvailable: false } : EMPTY;
}

/** Compares the texts of two entries, so `380` and `380.00` differ. */
export function isSameEntry(a: Entry, b: Entry): boolean {
  return a.min === b.min && a.max === b.max && a.isNotAvailable === b.isNotAvailable;
}

export function isSamePair(a: Pair | null, b: Pair | null): boolean {
  return a?.min === b?.min && a?.max === b?.max;
}

export function showPair(pair: Pair | null): string {
  return pair ? formatPair(pair) : t('prices.note.notAvailable');
}

export function formatPair({ min, max }: Pair): string {
  return t('prices.pair', { min: writeAmount(min), max: writeAmount(max) });
}
