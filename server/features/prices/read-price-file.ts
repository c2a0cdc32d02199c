import { pipeline } from 'node:stream/promises';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { CsvError, type InfoRecord, type Options, parse } from 'csv-parse';
import type { MessageValues } from '#contract/messages/format-message.ts';
import { type ApiMessageKey, apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';

export interface PriceLine {
  line: number;
  text: string;
  hasWrongWidth: boolean;
  date: string;
  item: string;
  min: string;
  max: string;
}

const MOST_LINES = 200_000;
const LONGEST_TEXT = 200;
const SLICE_BYTES = 64 * 1024;
const COLUMNS = ['date', 'item', 'min_price', 'max_price'] as const;
type Column = (typeof COLUMNS)[number];

/** A stray quotation mark affects only its own line. */
const OPTIONS: Options = {
  info: true,
  raw: true,
  ltrim: true,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
};

interface Parsed {
  record: string[];
  info: InfoRecord & { lines: number };
  raw: string;
}

/**
 * Columns in any order and case, among others; `product` means `item`. Reads in slices, so that other requests are
 * served.
 */
export async function readPriceFile(csv: string): Promise<PriceLine[]> {
  const lines: PriceLine[] = [];
  let header: { place: Record<Column, number>; width: number } | undefined;
  try {
    await pipeline(slicesOf(csv), parse(OPTIONS), async (records: AsyncIterable<Parsed>) => {
      for await (const parsed of records) {
        if (!header) header = { place: readHeader(parsed.record), width: parsed.record.length };
        else if (lines.length === MOST_LINES) throw refuse('refusals.bad_csv.too_long', { max: MOST_LINES });
        else lines.push(toLine(parsed, header.place, header.width));
      }
    });
  } catch (error) {
    if (error instanceof CsvError) throw refuse('refusals.bad_csv.quote');
    throw error;
  }
  if (!header) throw new Refusal('bad_csv');
  return lines;
}

function refuse(key: ApiMessageKey, values: MessageValues = {}): Refusal {
  return new Refusal('bad_csv', { message: apiMessage(key, values) });
}

async function* slicesOf(csv: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(csv.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n'), 'utf8');
  for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
    yield bytes.subarray(start, start + SLICE_BYTES);
    await yieldToEventLoop();
  }
}

function readHeader(record: readonly string[]): Record<Column, number> {
  const names = record.map((name) => name.trim().toLowerCase());
  const titles = names.includes('item') ? names : names.map((name) => (name === 'product' ? 'item' : name));
  const wrong = COLUMNS.filter((column) => titles.filter((title) => title === column).length !== 1);
  if (wrong.length > 0) {
    const details = wrong.map((column) => ({
      field: 'csv',
      message: apiMessage('refusals.bad_csv.column', { column }),
    }));
    throw new Refusal('bad_csv', { details });
  }
  return {
    date: titles.indexOf('date'),
    item: titles.indexOf('item'),
    min_price: titles.indexOf('min_price'),
    max_price: titles.indexOf('max_price'),
  };
}

function toLine({ record, info, raw }: Parsed, place: Record<Column, number>, width: number): PriceLine {
  const text = raw.trim();
  const field = (column: Column) => (record[place[column]] ?? '').trim();
  return {
    line: info.lines - (text.split('\n').length - 1),
    text: text.slice(0, LONGEST_TEXT),
    hasWrongWidth: record.length !== width,
    date: field('date'),
    item: field('item'),
    min: field('min_price'),
    max: field('max_price'),
  };
}
