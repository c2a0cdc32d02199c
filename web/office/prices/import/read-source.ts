/** A table of prices as text, and where it came from. */
export interface PriceSource {
  name: string;
  csv: string;
}

const MEGABYTE = 1024 * 1024;
const MOST_MEGABYTES = 10;
/** The rest of the request: its other parts and some air. */
const ENVELOPE_BYTES = 64 * 1024;

const TOO_LARGE = `That is larger than ${MOST_MEGABYTES} MB. Split it into several files.`;
const NOT_UTF8 = 'The file is no UTF-8 text. Save it as “CSV UTF-8” and choose it again.';
const EMPTY_FILE = 'The file is empty.';

/** Thrown for a file that cannot be sent; the message is fit to show. */
export class BadSource extends Error {}

/** The text of a file; throws a BadSource for one that is too large, empty or no UTF-8. */
export async function readSource(file: File): Promise<PriceSource> {
  if (file.size > MOST_MEGABYTES * MEGABYTE) throw new BadSource(TOO_LARGE);
  try {
    return sourceOf(file.name, new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()));
  } catch (error) {
    throw error instanceof BadSource ? error : new BadSource(NOT_UTF8);
  }
}

/** The same for text that was pasted. */
export function sourceOf(name: string, text: string): PriceSource {
  const csv = asCsv(text);
  if (csv.trim() === '') throw new BadSource(EMPTY_FILE);
  const bytes = new TextEncoder().encode(JSON.stringify(csv)).length;
  if (bytes > MOST_MEGABYTES * MEGABYTE - ENVELOPE_BYTES) throw new BadSource(TOO_LARGE);
  return { name, csv };
}

/** A table with tabs between its columns, as a spreadsheet copies it, with commas instead; other text as it is. */
export function asCsv(text: string): string {
  const [heading = ''] = text.trimStart().split(/\r\n|\n|\r/, 1);
  if (!heading.includes('\t')) return text;
  return text
    .split(/\r\n|\n|\r/)
    .map((line) => line.split('\t').map(quote).join(','))
    .join('\n');
}

function quote(cell: string): string {
  return /[",]/.test(cell) && !/^".*"$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
