import { readFileSync } from 'node:fs';
import { readTableFile, UnreadableTable } from '#web/ui/file/read-table-file.ts';

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

export async function readTableOf(file: string): Promise<string> {
  try {
    return await readTableFile(readBytes(file));
  } catch (error) {
    throw error instanceof UnreadableTable ? new Unusable(`${file} is no CSV file and no workbook (.xlsx).`) : error;
  }
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
