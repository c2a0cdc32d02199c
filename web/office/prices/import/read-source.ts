import { t } from '#web/i18n/t.ts';
import { UnreadableTable } from '#web/ui/file/unreadable-table.ts';

export interface PriceSource {
  name: string;
  csv: string;
}

const MEGABYTE = 1024 * 1024;
const MAX_MEGABYTES = 10;
/** The number of bytes reserved for the other fields of the request. */
const ENVELOPE_BYTES = 64 * 1024;

export class BadSource extends Error {}

export async function readSource(file: File): Promise<PriceSource[]> {
  if (file.size > MAX_MEGABYTES * MEGABYTE) throw new BadSource(t('prices.import.tooLarge', { max: MAX_MEGABYTES }));
  const [{ readTableFile }, { findPriceSheets }] = await Promise.all([
    import('#web/ui/file/read-table-file.ts'),
    import('#web/ui/file/find-price-sheets.ts'),
  ]);
  const tables = await readTableFile(new Uint8Array(await file.arrayBuffer())).catch((error: unknown) => {
    throw error instanceof UnreadableTable ? new BadSource(t(FAULTS[error.fault], { max: MAX_MEGABYTES })) : error;
  });
  return findPriceSheets(tables).map(({ sheet, text }) =>
    sourceOf(sheet === undefined ? file.name : t('prices.import.sheetOf', { file: file.name, sheet }), text),
  );
}

const FAULTS = {
  'too-large': 'prices.import.tooLarge',
  'old-workbook': 'prices.import.oldWorkbook',
  'other-format': 'prices.import.otherFormat',
  protected: 'prices.import.protectedWorkbook',
  'broken-workbook': 'prices.import.brokenWorkbook',
  'no-text': 'prices.import.notText',
} as const;

export function sourceOf(name: string, csv: string): PriceSource {
  if (csv.trim() === '') throw new BadSource(t('prices.import.emptyFile'));
  const bytes = new TextEncoder().encode(JSON.stringify(csv)).length;
  if (bytes > MAX_MEGABYTES * MEGABYTE - ENVELOPE_BYTES)
    throw new BadSource(t('prices.import.tooLarge', { max: MAX_MEGABYTES }));
  return { name, csv };
}
