import { CsvError, type Info } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import { shopTerms } from '#contract/words.ts';

const NEEDED = ['shop_id', 'shop_name', 'location', ...shopTerms] as const;
const OPTIONAL = ['tenant_name', 'contact', 'address', 'email'] as const;
export type ShopColumn = (typeof NEEDED)[number] | (typeof OPTIONAL)[number];

export interface ShopLine {
  line: number;
  text: string;
  hasWrongWidth: boolean;
  fields: Record<ShopColumn, string>;
}

const LONGEST_TEXT = 200;

/** Options of the CSV reader. A stray quotation mark affects only its own line. */
const OPTIONS = {
  info: true,
  raw: true,
  bom: true,
  ltrim: true,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
} as const;

interface Parsed {
  record: string[];
  info: Info;
  raw: string;
}

/** Reads the lines. Columns may be in any order and case. Unknown columns are listed in `unused`. */
export function readShopFile(csv: string): { lines: ShopLine[]; unused: string[] } {
  const [header, ...rows] = parseTable(csv.replaceAll(/\r\n?/g, '\n'));
  const names = (header?.record ?? []).map((name) => name.trim().toLowerCase());
  const times = (column: string) => names.filter((name) => name === column).length;
  const wrong = [...NEEDED.filter((column) => times(column) !== 1), ...OPTIONAL.filter((column) => times(column) > 1)];
  if (wrong.length > 0) {
    const details = wrong.map((column) => ({
      field: 'csv',
      message: apiMessage('refusals.bad_csv.column', { column }),
    }));
    const needed = apiMessage('refusals.bad_csv.columns', { columns: NEEDED.join(', ') });
    throw new Refusal('bad_csv', { message: needed, details });
  }
  const known = new Set<string>([...NEEDED, ...OPTIONAL]);
  const unused = names.filter((name) => name !== '' && !known.has(name));
  return { lines: rows.map((row) => toLine(row, names)), unused };
}

function parseTable(csv: string): Parsed[] {
  try {
    // The types of csv-parse do not cover `info` and `raw`.
    return parse(csv, OPTIONS) as unknown as Parsed[];
  } catch (error) {
    if (error instanceof CsvError) throw new Refusal('bad_csv', { message: apiMessage('refusals.bad_csv.quote') });
    throw error;
  }
}

function toLine({ record, info, raw }: Parsed, names: readonly string[]): ShopLine {
  const text = raw.trim();
  const field = (column: ShopColumn) => (record[names.indexOf(column)] ?? '').trim();
  const fields = Object.fromEntries([...NEEDED, ...OPTIONAL].map((column) => [column, field(column)]));
  return {
    line: info.lines - (text.split('\n').length - 1),
    text: text.slice(0, LONGEST_TEXT),
    hasWrongWidth: record.length !== names.length,
    fields: fields as ShopLine['fields'],
  };
}
