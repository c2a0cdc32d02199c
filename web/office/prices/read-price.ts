import type { Day } from '#billing/calendar.ts';
import { type Cents, MAX_CENTS, parseRupees } from '#billing/money.ts';
import type { Answer } from '#contract/call.ts';
import type { prices } from '#contract/prices.ts';
import { centsOf, formatAmount } from '#web/i18n/format.ts';

/** What a cell of a price holds: nothing, a price, or something that is none and why. */
export type ReadPrice = { kind: 'empty' } | { kind: 'price'; cents: Cents } | { kind: 'fault'; reason: string };

const GROUPED = /^\d{1,3}(,\d{3})+(\.\d*)?$/;
/** `90/-` and `90/=` are 90 rupees and no cents. */
const WHOLE_RUPEES = /(?<=\d)\s*\/[-=]$/;
const FIGURE = /^\d+(\.\d*)?$/;

/**
 * Reads a price as people type it: `380`, `380.5`, `1,200.50`. A price is above 0 and has at most 2 decimals; a point with
 * nothing behind it yet is none. The sentences are those of the contract.
 */
export function readPrice(text: string): ReadPrice {
  const trimmed = text.trim().replace(WHOLE_RUPEES, '');
  if (trimmed === '') return { kind: 'empty' };
  const plain = GROUPED.test(trimmed) ? trimmed.replaceAll(',', '') : trimmed;
  if (!FIGURE.test(plain)) return fault(`Not a price: ${trimmed}`);
  if (/\.\d{3,}$/.test(plain)) return fault('A price has at most 2 decimals.');
  const cents = parseRupees(plain.replace(/\.$/, ''));
  if (cents === undefined) return fault(`A price is at most ${MAX_CENTS / 100}.`);
  if (cents <= 0) return fault('A price must be above 0.');
  return { kind: 'price', cents };
}

function fault(reason: string): ReadPrice {
  return { kind: 'fault', reason };
}

/** A price as it stands in a cell to be typed over: `380`, or `380.50` with cents. */
export function writePrice(cents: Cents): string {
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
}

export type Side = 'min' | 'max';
export const SIDES: readonly Side[] = ['min', 'max'];
export const SIDE_NAMES: Record<Side, string> = { min: 'minimum', max: 'maximum' };

/** Lowest and highest price, in cents. */
export type Pair = Record<Side, Cents>;

/** One product of the sheet: its names, the pair that stands on that day, and the last one before it. */
export interface SheetLine {
  id: number;
  name: string;
  nameSi: string;
  nameTa: string;
  code: string;
  aliases: readonly string[];
  unit: string;
  current: Pair | null;
  last: (Pair & { date: Day }) | null;
}

/** What stands in the two cells of a line, as typed. */
export interface Entry {
  min: string;
  max: string;
  /** The product was not to be had that day. */
  isNotAvailable: boolean;
}

export const EMPTY: Entry = { min: '', max: '', isNotAvailable: false };
export const NOT_AVAILABLE: Entry = { min: '', max: '', isNotAvailable: true };

type SheetAnswer = Answer<typeof prices.sheet>[number];

/** A line of the answer, its rupees as cents. */
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

/** A pair of the wire as cents. */
export function pairOf({ min_price, max_price }: { min_price: number; max_price: number }): Pair {
  return { min: centsOf(min_price), max: centsOf(max_price) };
}

/** The cells that show a pair; empty cells for none. */
export function entryOf(pair: Pair | null): Entry {
  return pair ? { min: writePrice(pair.min), max: writePrice(pair.max), isNotAvailable: false } : EMPTY;
}

/** True when two lines hold the same text, to the letter: `380` and `380.00` differ. */
export function isSameEntry(a: Entry, b: Entry): boolean {
  return a.min === b.min && a.max === b.max && a.isNotAvailable === b.isNotAvailable;
}

/** True when two pairs are the same in cents, or both are none. */
export function isSamePair(a: Pair | null, b: Pair | null): boolean {
  return a?.min === b?.min && a?.max === b?.max;
}

/** A pair as it is read: `380 – 400`. */
export function formatPair({ min, max }: Pair): string {
  return `${formatAmount(min)} – ${formatAmount(max)}`;
}
