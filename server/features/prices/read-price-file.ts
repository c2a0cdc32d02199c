import { pipeline } from 'node:stream/promises';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { CsvError, type InfoRecord, type Options, parse } from 'csv-parse';
import type { Day } from '#billing/calendar.ts';
import type { MessageValues } from '#contract/messages/format-message.ts';
import { type ApiMessageKey, apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import { type ColumnPlaces, findColumns } from './find-columns.ts';

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
/** A title may precede the headings. */
const HEADING_WITHIN = 10;
const DELIMITERS = ['\t', ';', ','] as const;

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

interface Header {
  place: ColumnPlaces;
  width: number;
}

/** `date` is the day of all lines when no column has it. Reads in slices, so that other requests are served. */
export async function readPriceFile(csv: string, date?: Day): Promise<PriceLine[]> {
  const lines: PriceLine[] = [];
  const above: string[][] = [];
  let header: Header | undefined;
  const text = csv.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  try {
    const parser = parse({ ...OPTIONS, delimiter: findDelimiter(text) });
    await pipeline(slicesOf(text), parser, async (records: AsyncIterable<Parsed>) => {
      for await (const parsed of records) {
        if (!header) {
          header = readHeader(parsed.record);
          above.push(parsed.record);
          if (!header && above.length === HEADING_WITHIN) throw refuseColumns(above);
        } else if (lines.length === MOST_LINES) throw refuse('refusals.bad_csv.too_long', { max: MOST_LINES });
        else lines.push(toLine(parsed, header, date));
      }
    });
  } catch (error) {
    if (error instanceof CsvError) throw refuse('refusals.bad_csv.quote');
    throw error;
  }
  if (!header) throw refuseColumns(above);
  if (header.place.date === undefined && date === undefined) throw refuseWithoutDay();
  return lines;
}

function refuse(key: ApiMessageKey, values: MessageValues = {}): Refusal {
  return new Refusal('bad_csv', { message: apiMessage(key, values) });
}

function refuseColumns(above: readonly string[][]): Refusal {
  const wrong = above.map((titles) => findColumns(titles)).map((found) => ('wrong' in found ? found.wrong : []));
  const [fewest = []] = wrong.toSorted((one, other) => one.length - other.length);
  const details = fewest.map((column) => ({
    field: 'csv',
    message: apiMessage('refusals.bad_csv.column', { column }),
  }));
  return new Refusal('bad_csv', { details });
}

function refuseWithoutDay(): Refusal {
  const message = apiMessage('refusals.bad_csv.no_day');
  return new Refusal('bad_csv', { message, details: [{ field: 'date', message }] });
}

function findDelimiter(text: string): string {
  const lines = text
    .slice(0, SLICE_BYTES)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, HEADING_WITHIN);
  const fits = (delimiter: string) => lines.some((line) => readHeader(line.split(delimiter)) !== undefined);
  return DELIMITERS.find(fits) ?? ',';
}

function readHeader(record: readonly string[]): Header | undefined {
  const place = findColumns(record);
  return 'wrong' in place ? undefined : { place, width: widthOf(record) };
}

/** Without the empty cells that spreadsheets append. */
function widthOf(record: readonly string[]): number {
  return record.findLastIndex((cell) => cell.trim() !== '') + 1;
}

async function* slicesOf(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text, 'utf8');
  for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
    yield bytes.subarray(start, start + SLICE_BYTES);
    await yieldToEventLoop();
  }
}

function toLine({ record, info, raw }: Parsed, { place, width }: Header, date: Day | undefined): PriceLine {
  const text = raw.trim();
  const field = (at: number | undefined) => (at === undefined ? '' : (record[at] ?? '').trim());
  return {
    line: info.lines - (text.split('\n').length - 1),
    text: text.slice(0, LONGEST_TEXT),
    hasWrongWidth: record.length < width || widthOf(record) > width,
    date: place.date === undefined ? (date ?? '') : field(place.date),
    item: field(place.item),
    min: field(place.min_price),
    max: field(place.max_price),
  };
}
