import { type Cents, parseRupees } from '#billing/money.ts';
import { plainAmountOfCell } from '#contract/amount-text.ts';
import { foldText } from '#contract/fold-text.ts';
import { type ApiMessage, apiMessage } from '#contract/messages/message.ts';
import { NOT_AVAILABLE_MARKS } from '#contract/price-file/heading-words-data.ts';
import { FACTOR_SCALE, type Factor } from '#contract/price-file/written-unit.ts';
import { divide } from './read-line-units.ts';
import type { PriceRange } from './save-price-ranges.ts';

type Fault = { reason: ApiMessage };

const PLAIN_RUPEES = /^\d+(\.\d{1,2})?$/;
const UNSEEN = /[\u200b-\u200f\u2060-\u2064\ufeff]|^'/g;
const DASHES = /^[-‐-―−*]+$/u;
const DECIMAL_COMMA = /^\d+(\.\d{3})*,\d{1,2}$/;
const marks = new Set(NOT_AVAILABLE_MARKS.map(foldText));

export function isNotAvailable(text: string): boolean {
  const folded = foldText(text);
  return folded === '' || DASHES.test(folded) || marks.has(folded.replaceAll(/[./\s]/g, ''));
}

export function readLinePrices(texts: {
  min: string;
  max: string;
}): Fault | { inUnit: (factor: Factor) => Fault | PriceRange } {
  if (isNotAvailable(texts.min) || isNotAvailable(texts.max)) return { reason: apiMessage('input.prices.both') };
  const [min, max] = [readCents(texts.min), readCents(texts.max)];
  if (typeof min !== 'number') return min;
  if (typeof max !== 'number') return max;
  if (min <= 0 || max <= 0) return { reason: apiMessage('prices.fault.not_positive') };
  if (min > max) return { reason: apiMessage('prices.fault.min_above_max') };
  return { inUnit: (factor) => inUnit({ min_cents: min, max_cents: max }, factor) };
}

function inUnit(pair: PriceRange, factor: Factor): Fault | PriceRange {
  if (factor === FACTOR_SCALE) return pair;
  const [min_cents, max_cents] = [divide(pair.min_cents, factor), divide(pair.max_cents, factor)];
  const isPrice = min_cents !== undefined && max_cents !== undefined && min_cents > 0;
  return isPrice ? { min_cents, max_cents } : { reason: apiMessage('prices.fault.factor') };
}

function readCents(text: string): Cents | Fault {
  const written = text.replaceAll(UNSEEN, '');
  const figure = plainAmountOfCell(written);
  const cents = PLAIN_RUPEES.test(figure) ? parseRupees(figure) : undefined;
  return cents ?? { reason: describeFault(written.trim(), figure) };
}

function describeFault(text: string, figure: string): ApiMessage {
  if (text.startsWith('=')) return apiMessage('prices.fault.formula', { text });
  if (DECIMAL_COMMA.test(figure)) return apiMessage('prices.fault.decimal_comma', { text });
  if (/^\d+\.\d{3,}$/.test(figure)) return apiMessage('prices.fault.decimals', { text });
  return apiMessage('prices.fault.price', { text });
}
