import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type Day, isDay } from '#billing/calendar.ts';
import { parseRupees } from '#billing/money.ts';
import { foldText } from '#contract/fold-text.ts';
import { type ApiMessage, apiMessage, Sentences, type Words } from '#contract/messages/message.ts';
import type { FoundItem } from './match-items.ts';
import type { PriceLine } from './read-price-file.ts';
import type { PriceRange, PriceRangeInput } from './save-price-ranges.ts';

export interface CheckedLines {
  pairs: PriceRangeInput[];
  faults: { line: number; reason: Words; text: string }[];
  unmatched: { item: string; lines: number }[];
}

const LINES_CHECKED = 10_000;
const PLAIN_RUPEES = /^\d+(\.\d{1,2})?$/;

/** A line without prices is neither good nor faulty. The second line for one product and day is faulty. */
export async function checkPriceLines(
  lines: readonly PriceLine[],
  findItem: (item: string) => FoundItem,
  today: Day,
): Promise<CheckedLines> {
  const pairs: PriceRangeInput[] = [];
  const faults: CheckedLines['faults'] = [];
  const unmatched = new Map<string, { item: string; lines: number }>();
  const lineOf = new Map<string, number>();
  for (const [index, line] of lines.entries()) {
    if (index % LINES_CHECKED === 0) await yieldToEventLoop();
    if (!line.hasWrongWidth && line.min === '' && line.max === '') continue;
    const reasons: ApiMessage[] = [];
    const found = findItem(line.item);
    const pair = line.hasWrongWidth ? undefined : readPair(line, found, { today, reasons });
    const earlier = pair && lineOf.get(`${pair.product_id} ${pair.date}`);
    if (line.hasWrongWidth) reasons.push(apiMessage('refusals.bad_csv.width'));
    else if ('reason' in found && line.item !== '') countUnmatched(unmatched, line.item);
    if (earlier !== undefined) reasons.push(apiMessage('prices.fault.same_line', { line: earlier }));
    if (!pair || reasons.length > 0) {
      faults.push({ line: line.line, reason: new Sentences(reasons), text: line.text });
    } else {
      lineOf.set(`${pair.product_id} ${pair.date}`, line.line);
      pairs.push(pair);
    }
  }
  return { pairs, faults, unmatched: [...unmatched.values()] };
}

function readPair(
  line: PriceLine,
  found: FoundItem,
  { today, reasons }: { today: Day; reasons: ApiMessage[] },
): PriceRangeInput | undefined {
  const date = readDate(line.date, today, reasons);
  if ('reason' in found) reasons.push(apiMessage(line.item === '' ? 'prices.fault.no_item' : found.reason));
  const pair = readPrices(line, reasons);
  return date && pair && 'productId' in found ? { product_id: found.productId, date, pair } : undefined;
}

function readDate(text: string, today: Day, reasons: ApiMessage[]): Day | undefined {
  if (!isDay(text)) reasons.push(apiMessage('prices.fault.date'));
  else if (text > today) reasons.push(apiMessage('prices.fault.future'));
  else return text;
  return undefined;
}

function readPrices(line: PriceLine, reasons: ApiMessage[]): PriceRange | undefined {
  const min_cents = PLAIN_RUPEES.test(line.min) ? parseRupees(line.min) : undefined;
  const max_cents = PLAIN_RUPEES.test(line.max) ? parseRupees(line.max) : undefined;
  if (line.min === '' || line.max === '') reasons.push(apiMessage('prices.fault.one_missing'));
  else if (min_cents === undefined) reasons.push(apiMessage('prices.fault.price', { text: line.min }));
  else if (max_cents === undefined) reasons.push(apiMessage('prices.fault.price', { text: line.max }));
  else if (min_cents <= 0 || max_cents <= 0) reasons.push(apiMessage('prices.fault.not_positive'));
  else if (min_cents > max_cents) reasons.push(apiMessage('prices.fault.min_above_max'));
  else return { min_cents, max_cents };
  return undefined;
}

function countUnmatched(unmatched: Map<string, { item: string; lines: number }>, item: string): void {
  const counted = unmatched.get(foldText(item)) ?? { item, lines: 0 };
  counted.lines += 1;
  unmatched.set(foldText(item), counted);
}
