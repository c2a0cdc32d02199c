import { RUPEE_WORDS } from '../amount-text.ts';
import { foldText } from '../fold-text.ts';
import type { Unit } from '../product-words.ts';
import { SIZED_WORDS, UNSIZED_WORDS } from './unit-words-data.ts';

export interface WrittenUnit {
  text: string;
  measure: 'weight' | 'count' | 'bundle' | undefined;
  size: Factor | undefined;
}

/** A decimal number as a whole number of units of 1e-8, so that prices are divided without floats. */
export type Factor = number & { readonly __unit: 'factor' };
export const FACTOR_SCALE = 100_000_000;
const MOST_DECIMALS = 8;
const FACTOR = /^(\d{1,6})(?:\.(\d{1,8}))?$/;

/** Reads a number above 0 such as `12.5`, with at most 6 digits and 8 decimals; undefined for any other text. */
export function readFactor(text: string): Factor | undefined {
  const [, whole, decimals = ''] = FACTOR.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  const scaled = Number(whole) * FACTOR_SCALE + Number(decimals.padEnd(MOST_DECIMALS, '0'));
  return scaled > 0 ? (scaled as Factor) : undefined;
}

export function writeFactor(factor: Factor): string {
  const whole = Math.trunc(factor / FACTOR_SCALE);
  const decimals = factor % FACTOR_SCALE;
  const text = String(decimals).padStart(MOST_DECIMALS, '0').replace(/0+$/, '');
  return text === '' ? String(whole) : `${whole}.${text}`;
}

const sized = new Map(
  Object.entries(SIZED_WORDS).flatMap(([measure, words]) =>
    words.flatMap(([size, ...names]) =>
      names.map((name) => [foldText(name), { measure: measure as 'weight' | 'count' | 'bundle', size }] as const),
    ),
  ),
);
const unsized = new Set(UNSIZED_WORDS.map(foldText));
const BESIDE = new Set(['per', 'a', 'an', 'of', 'in', 'one', 'x', ...RUPEE_WORDS].map(foldText));
const TOKENS = /\d+(?:[.,]\d+)*|[\p{L}\p{M}]+/gu;
const DOTTED = /(?<!\p{L})(k|කි|கி)\. ?(g|ග්රෑ|கி)/gu;
const GROUPED = /^\d{1,3}(?:,\d{3})+$/;
const NUMBER = /^\d/;

/** Returns the numbers and words of a text, folded; `k. g` is one word. */
export function tokensOf(text: string): string[] {
  return foldText(text).replaceAll(DOTTED, '$1$2').match(TOKENS) ?? [];
}

export function isUnitWord(token: string): boolean {
  return sized.has(token) || unsized.has(token);
}

/**
 * Reads a unit such as `100 kg`; undefined for an empty text. `measure` is undefined if the text is not clear, such as
 * one with two units or a word that is not known.
 */
export function readUnit(text: string): WrittenUnit | undefined {
  const tokens = tokensOf(text).filter((token) => !BESIDE.has(token));
  if (tokens.length === 0) return undefined;
  const label = text.trim();
  const measured = tokens.flatMap((token, at) => {
    const known = sized.get(token);
    return known ? [{ ...known, count: tokens[at - 1] }] : [];
  });
  const weights = measured.filter(({ measure }) => measure === 'weight');
  const [found, ...others] = weights.length > 0 ? weights : measured;
  const isKnown = tokens.every((token) => isUnitWord(token) || NUMBER.test(token));
  const numbers = tokens.filter((token) => NUMBER.test(token));
  const count = readCount(found?.count);
  const isClear = found && others.length === 0 && isKnown && numbers.length === (count === undefined ? 0 : 1);
  if (!isClear) return { text: label, measure: undefined, size: undefined };
  return { text: label, measure: found.measure, size: times(readFactor(found.size), count) };
}

/** Reads a count. Returns undefined for `0,5` and `1.000`, because each can be read as two different numbers. */
function readCount(text: string | undefined): Factor | undefined {
  if (text === undefined || /\.\d{3}$/.test(text)) return undefined;
  return readFactor(GROUPED.test(text) ? text.replaceAll(',', '') : text);
}

function times(size: Factor | undefined, count: Factor | undefined): Factor | undefined {
  if (size === undefined || count === undefined) return size;
  const product = (BigInt(size) * BigInt(count)) / BigInt(FACTOR_SCALE);
  return product > 0n && product < BigInt(FACTOR_SCALE) * 1_000_000n ? (Number(product) as Factor) : undefined;
}

const MEASURE_OF: Record<Unit, NonNullable<WrittenUnit['measure']>> = {
  kg: 'weight',
  bundle: 'bundle',
  fruit: 'count',
  nut: 'count',
};

/** Returns how many units of a product are in a written unit; undefined if that is not known. */
export function factorOf({ measure, size }: WrittenUnit, unit: Unit): Factor | undefined {
  return measure === MEASURE_OF[unit] ? size : undefined;
}

/**
 * Unit words that often mean something else, as in `(No. 12)` and `(Fruits)`. A part of a title does not state a unit
 * if these are its only unit words.
 */
const VAGUE = new Set('no nos number unit units lot lots load loads head heads l q g fruit fruits nut nuts'.split(' '));
const STATED = /(?:\bper\b|\/|\bunit\s*:|\bin\b|\beach\b|එකකට|ඒකකය\s*:|அலகு\s*:)([^,;]*)/giu;

export function statedUnit(title: string): WrittenUnit | undefined {
  const parts = [...title.matchAll(/\(([^)]*)\)/g), ...title.matchAll(STATED)].map(([, part = '']) => part);
  const read = parts.flatMap((part) => {
    const tokens = tokensOf(part).filter((token) => !BESIDE.has(token));
    const end = tokens.findIndex(
      (token, at) => !isUnitWord(token) && !(NUMBER.test(token) && isUnitWord(tokens[at + 1] ?? '')),
    );
    const own = end < 0 ? tokens : tokens.slice(0, end);
    return own.some((token) => isUnitWord(token) && !VAGUE.has(token)) ? [own.join(' ')] : [];
  });
  return readUnit(read.toSorted((one, other) => other.length - one.length)[0] ?? '');
}
