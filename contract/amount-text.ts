import { westernDigits } from './western-text.ts';

/** The words and signs for rupees before or after a figure, and in headings. */
export const RUPEE_WORDS = [
  'rs',
  'slr',
  'slrs',
  'lkr',
  'rupee',
  'rupees',
  'රු',
  'රුපියල්',
  'රුපියල',
  'ரூ',
  'ரூபா',
  'ரூபாய்',
  '₨',
  '₹',
  '௹',
] as const;
const RUPEES = `(?:${RUPEE_WORDS.toSorted((one, other) => other.length - one.length).join('|')})[.:]?`;
const CURRENCY = new RegExp(`^(?:${RUPEES})\\s*|\\s*(?:${RUPEES})$`, 'gi');
/** Matches the end of `90/-` and `90/=`, which mean 90 rupees and no cents. */
const WHOLE_RUPEES = /(?<=[\d.])\s*\/\s*[-=]$/;
/** Matches groups of thousands, or of lakhs as in South Asia: `1,250,000` and `12,50,000`. */
const GROUPED = /^-?\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d*)?$/;
const SPACED = /^-?\d{1,3}(?:[ \u00a0\u2007\u2009\u202f]\d{2,3})*[ \u00a0\u2007\u2009\u202f]\d{3}(?:\.\d*)?$/;
const TWO_FIGURES = /\d \d/;
const FIGURE = /^\d+(?:\.\d*)?$/;
const PLAIN = /^-?(?:\d+\.?\d*|\.\d+)$/;

/**
 * Returns the plain figure of an amount that a person wrote: `1200` for `Rs. 1,200/-`, `25000.00` for `25,000.00`.
 * Fields, forms and imports all read amounts with this function. Any other text is returned trimmed, never changed into
 * another figure.
 */
export function plainAmount(text: string): string {
  const written = westernDigits(text).trim();
  const figure = written
    .replaceAll(CURRENCY, '')
    .replace(WHOLE_RUPEES, '')
    .replace(/^\+(?=[\d.])/, '');
  const plain = GROUPED.test(figure) || SPACED.test(figure) ? figure.replaceAll(/[,\s]/g, '') : figure;
  return PLAIN.test(plain) ? plain.replace(/^(-?)\./, '$10.') : text.trim();
}

/** Like `plainAmount`, but leaves a text with a space between digits as it is, because a cell may hold two amounts. */
export function plainAmountOfCell(text: string): string {
  return TWO_FIGURES.test(westernDigits(text)) ? text.trim() : plainAmount(text);
}

const BETWEEN = /\s*(?:[-‐-―−~]|to|සිට|முதல்)\s*/gi;
const UP_TO = /\s*(?:දක්වා|வரை)$/;

/**
 * Returns the plain figures of a cell with two amounts, such as `240 - 270` or `Rs. 240 to 270`; undefined for any other
 * text.
 */
export function rangeOfCell(text: string): { min: string; max: string } | undefined {
  const written = westernDigits(text).trim().replace(UP_TO, '');
  const ranges = [...written.matchAll(BETWEEN)].flatMap(({ index, 0: between }) => {
    const min = plainAmountOfCell(written.slice(0, index));
    const max = plainAmountOfCell(written.slice(index + between.length));
    return FIGURE.test(min) && FIGURE.test(max) ? [{ min, max }] : [];
  });
  return ranges.length === 1 ? ranges[0] : undefined;
}

const MOST_DIGITS = 15;

/**
 * Returns an amount as a number; a number is returned as it is. Returns NaN for text that is not an amount, has more
 * than `decimals` decimals or is longer than 15 characters.
 */
export function amountOf(typed: number | string, decimals = 2): number {
  if (typeof typed === 'number') return typed;
  const figure = plainAmount(typed);
  const fraction = /\.(\d*)$/.exec(figure)?.[1]?.replace(decimals === 0 ? /^0+$/ : /^$/, '') ?? '';
  const isRead = PLAIN.test(figure) && fraction.length <= decimals && figure.length <= MOST_DIGITS;
  return isRead ? Number(figure) : Number.NaN;
}
