import { t } from '#web/i18n/t.ts';

export interface PriceSource {
  name: string;
  csv: string;
}

const MEGABYTE = 1024 * 1024;
const MAX_MEGABYTES = 10;
/** Room for the rest of the request. */
const ENVELOPE_BYTES = 64 * 1024;

/** The message is for the user. */
export class BadSource extends Error {}

/** Throws a BadSource when the file is too large, empty or not UTF-8. */
export async function readSource(file: File): Promise<PriceSource> {
  if (file.size > MAX_MEGABYTES * MEGABYTE) throw new BadSource(t('prices.import.tooLarge', { max: MAX_MEGABYTES }));
  try {
    return sourceOf(file.name, new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()));
  } catch (error) {
    throw error instanceof BadSource ? error : new BadSource(t('prices.import.notUtf8'));
  }
}

export function sourceOf(name: string, text: string): PriceSource {
  const csv = asCsv(text);
  if (csv.trim() === '') throw new BadSource(t('prices.import.emptyFile'));
  const bytes = new TextEncoder().encode(JSON.stringify(csv)).length;
  if (bytes > MAX_MEGABYTES * MEGABYTE - ENVELOPE_BYTES)
    throw new BadSource(t('prices.import.tooLarge', { max: MAX_MEGABYTES }));
  return { name, csv };
}

/** A table with tabs, as a spreadsheet copies it, becomes CSV. */
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
