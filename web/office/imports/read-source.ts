import { t } from '#web/i18n/t.ts';
import { type TableOfFile, UnreadableTable } from '#web/ui/file/unreadable-table.ts';

export interface TableSource {
  name: string;
  csv: string;
}

const MEGABYTE = 1024 * 1024;
const MAX_MEGABYTES = 10;
/** The number of bytes reserved for the other fields of the request. */
const ENVELOPE_BYTES = 64 * 1024;

export class BadSource extends Error {}

/** Returns the sheets of a workbook that the user can choose from. */
export type FindSheets = (tables: readonly TableOfFile[]) => Promise<readonly TableOfFile[]>;

/** Returns every sheet with more than one row, because a single row is only a title. */
export const filledSheets: FindSheets = async (tables) => {
  const filled = tables.filter(({ sheet, rows }) => sheet === undefined || rows.length > 1);
  return filled.length > 0 ? filled : tables.slice(0, 1);
};

export async function readSource(file: File, findSheets: FindSheets): Promise<TableSource[]> {
  if (file.size > MAX_MEGABYTES * MEGABYTE) throw new BadSource(t('imports.tooLarge', { max: MAX_MEGABYTES }));
  const { readTableFile } = await import('#web/ui/file/read-table-file.ts');
  const tables = await readTableFile(new Uint8Array(await file.arrayBuffer())).catch((error: unknown) => {
    throw error instanceof UnreadableTable ? new BadSource(t(FAULTS[error.fault], { max: MAX_MEGABYTES })) : error;
  });
  return (await findSheets(tables)).map(({ sheet, text }) =>
    sourceOf(sheet === undefined ? file.name : t('imports.sheetOf', { file: file.name, sheet }), text),
  );
}

const FAULTS = {
  'too-large': 'imports.tooLarge',
  'old-workbook': 'imports.oldWorkbook',
  'other-format': 'imports.otherFormat',
  protected: 'imports.protectedWorkbook',
  'broken-workbook': 'imports.brokenWorkbook',
  'no-text': 'imports.notText',
} as const;

export function sourceOf(name: string, csv: string): TableSource {
  if (csv.trim() === '') throw new BadSource(t('imports.emptyFile'));
  const bytes = new TextEncoder().encode(JSON.stringify(csv)).length;
  if (bytes > MAX_MEGABYTES * MEGABYTE - ENVELOPE_BYTES)
    throw new BadSource(t('imports.tooLarge', { max: MAX_MEGABYTES }));
  return { name, csv };
}
