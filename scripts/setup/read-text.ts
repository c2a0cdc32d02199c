import { readFileSync } from 'node:fs';
import { findPriceSheets } from '#web/ui/file/find-price-sheets.ts';
import { readTableFile } from '#web/ui/file/read-table-file.ts';
import { namesIn, type SheetNote, type TableFault, UnreadableTable } from '#web/ui/file/unreadable-table.ts';

export class Unusable extends Error {}

/** Throws Unusable when the file cannot be read or is not UTF-8. */
export function readText(file: string): string {
  const bytes = readBytes(file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Unusable(`${file} is not UTF-8 text. Save it as "CSV UTF-8".`);
  }
}

const FAULTS: Record<TableFault, string> = {
  'too-large': 'is too large or unpacks to more than 40 MB',
  'old-workbook': 'is an old workbook (.xls). Save it as .xlsx or CSV',
  protected: 'is protected with a password. Save it without one',
  'other-format': 'is a web page or a file of another program. Save it as .xlsx or CSV',
  'broken-workbook': 'is a damaged workbook',
  'no-text': 'is no CSV file and no workbook (.xlsx)',
};

const NOTES: Record<SheetNote['kind'], string> = {
  'hidden-rows': 'Hidden rows are imported too',
  'hidden-columns': 'Hidden columns are read too',
  'hidden-sheets': 'Hidden sheets are not imported',
  'other-sheets': 'Other sheets are not imported',
  'far-cells': 'Cells far from the table are not imported',
};

/** Returns the text of a table, and notes about what is hidden in its workbook or was not read of it. */
export async function readTableOf(file: string, sheet: string | undefined): Promise<{ text: string; notes: string[] }> {
  const tables = await readTableFile(readBytes(file)).catch((error: unknown) => {
    throw error instanceof UnreadableTable ? new Unusable(`${file} ${FAULTS[error.fault]}.`) : error;
  });
  const named = sheet === undefined ? findPriceSheets(tables) : tables.filter((table) => table.sheet === sheet);
  const [one, ...others] = named;
  if (one && others.length === 0)
    return { text: one.text, notes: one.notes.map((note) => `${NOTES[note.kind]}: ${namesIn(note)}.`) };
  const names = (sheet === undefined ? named : tables).flatMap((table) => table.sheet ?? []).join('", "');
  throw new Unusable(`${file}: which sheet? Name one with --sheet: "${names}".`);
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Unusable(`${file} cannot be read (${error instanceof Error && 'code' in error ? error.code : error}).`);
  }
}

export function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ');
}
