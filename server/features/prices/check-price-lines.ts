import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Day } from '#billing/calendar.ts';
import { parseRupees } from '#billing/money.ts';
import { plainAmount } from '#contract/amount-text.ts';
import { foldText } from '#contract/fold-text.ts';
import { type ApiMessage, apiMessage, Sentences, type Words } from '#contract/messages/message.ts';
import type { FoundItem } from './match-items.ts';
import type { PriceLine } from './read-price-file.ts';
import { readWrittenDay, type WrittenDay } from './read-written-day.ts';
import type { PriceRange, PriceRangeInput } from './save-price-ranges.ts';

export type PriceOfLine = PriceRangeInput & { line: number; pair: PriceRange };

export interface CheckedLines {
  pairs: PriceOfLine[];
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
  const pairs: PriceOfLine[] = [];
  const dayOf = dayReader(lines);
  const faults: CheckedLines['faults'] = [];
  const unmatched = new Map<string, { item: string; lines: number }>();
  const lineOf = new Map<string, number>();
  for (const [index, line] of lines.entries()) {
    if (index % LINES_CHECKED === 0) await yieldToEventLoop();
    if (!line.hasWrongWidth && line.min === '' && line.max === '') continue;
    const reasons: ApiMessage[] = [];
    const found = findItem(line.item);
    const pair = line.hasWrongWidth ? undefined : readPair(line, found, { today, dayOf, reasons });
    const earlier = pair && lineOf.get(`${pair.product_id} ${pair.date}`);
    if (line.hasWrongWidth) reasons.push(apiMessage('refusals.bad_csv.width'));
    else if ('reason' in found && line.item !== '') countUnmatched(unmatched, line.item);
    if (earlier !== undefined) reasons.push(apiMessage('prices.fault.same_line', { line: earlier }));
    if (!pair || reasons.length > 0) {
      faults.push({ line: line.line, reason: new Sentences(reasons), text: line.text });
    } else {
      lineOf.set(`${pair.product_id} ${pair.date}`, line.line);
      pairs.push({ ...pair, line: line.line });
    }
  }
  return { pairs, faults, unmatched: [...unmatched.values()] };
}

interface Reading {
  today: Day;
  dayOf: DayReader;
  reasons: ApiMessage[];
}

function readPair(
  line: PriceLine,
  found: FoundItem,
  { today, dayOf, reasons }: Reading,
): Omit<PriceOfLine, 'line'> | undefined {
  const date = dayOf(line.date, reasons);
  if (date !== undefined && date > today) reasons.push(apiMessage('prices.fault.future'));
  if ('reason' in found) reasons.push(apiMessage(line.item === '' ? 'prices.fault.no_item' : found.reason));
  const pair = readPrices(line, reasons);
  return date && pair && 'productId' in found ? { product_id: found.productId, date, pair } : undefined;
}

type DayReader = (text: string, reasons: ApiMessage[]) => Day | undefined;

/** `05/11/2026` is 5 November, except in a file whose other days fit only month before day: there it is a fault. */
function dayReader(lines: readonly PriceLine[]): DayReader {
  const written = new Map<string, WrittenDay>();
  for (const { date } of lines) if (!written.has(date)) written.set(date, readWrittenDay(date));
  const orders = new Set([...written.values()].map(({ order }) => order));
  const isDoubtful = orders.has('month-first') && !orders.has('day-first');
  return (text, reasons) => {
    const { date, order } = written.get(text) ?? {};
    if (order === 'month-first') reasons.push(apiMessage('prices.fault.month_first', { text }));
    else if (date === undefined) reasons.push(apiMessage('prices.fault.date'));
    else if (isDoubtful && order === 'either') reasons.push(apiMessage('prices.fault.date_ambiguous', { text }));
    else return date;
    return undefined;
  };
}

function readPrices(line: PriceLine, reasons: ApiMessage[]): PriceRange | undefined {
  const min_cents = readCents(line.min);
  const max_cents = readCents(line.max);
  if (line.min === '' || line.max === '') reasons.push(apiMessage('input.prices.both'));
  else if (min_cents === undefined) reasons.push(apiMessage('prices.fault.price', { text: line.min }));
  else if (max_cents === undefined) reasons.push(apiMessage('prices.fault.price', { text: line.max }));
  else if (min_cents <= 0 || max_cents <= 0) reasons.push(apiMessage('prices.fault.not_positive'));
  else if (min_cents > max_cents) reasons.push(apiMessage('prices.fault.min_above_max'));
  else return { min_cents, max_cents };
  return undefined;
}

function readCents(text: string) {
  const figure = plainAmount(text);
  return PLAIN_RUPEES.test(figure) ? parseRupees(figure) : undefined;
}

function countUnmatched(unmatched: Map<string, { item: string; lines: number }>, item: string): void {
  const counted = unmatched.get(foldText(item)) ?? { item, lines: 0 };
  counted.lines += 1;
  unmatched.set(foldText(item), counted);
}
