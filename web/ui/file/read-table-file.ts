import { unzipSync, zipSync } from 'fflate';

export class UnreadableTable extends Error {
  readonly fault: 'too-large' | 'old-workbook' | 'broken-workbook' | 'no-text';

  constructor(fault: UnreadableTable['fault']) {
    super(fault);
    this.fault = fault;
  }
}

const MAX_UNPACKED_BYTES = 40 * 1024 * 1024;
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const OLD_WORKBOOK = [0xd0, 0xcf, 0x11, 0xe0];
const CONTROLS = /[^\P{Cc}\s]/u;

/** A workbook is read as CSV of its first sheet, with the stored results of formulas. */
export async function readTableFile(bytes: Uint8Array): Promise<string> {
  if (startsWith(bytes, ZIP)) return readWorkbook(bytes);
  if (startsWith(bytes, OLD_WORKBOOK)) throw new UnreadableTable('old-workbook');
  const text = decode(bytes);
  if (CONTROLS.test(text)) throw new UnreadableTable('no-text');
  return text;
}

function startsWith(bytes: Uint8Array, beginning: readonly number[]): boolean {
  return beginning.every((byte, at) => bytes[at] === byte);
}

function decode(bytes: Uint8Array): string {
  if (startsWith(bytes, [0xff, 0xfe])) return new TextDecoder('utf-16le').decode(bytes);
  if (startsWith(bytes, [0xfe, 0xff])) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

type Cell = string | number | boolean | Date | null;

async function readWorkbook(bytes: Uint8Array): Promise<string> {
  const unpacked = unpack(bytes);
  try {
    const { readSheet } = await import('read-excel-file/universal');
    const rows: unknown = await readSheet(unpacked, { trim: false });
    return (rows as Cell[][]).map((row) => row.map(writeCell).join(',')).join('\n');
  } catch {
    throw new UnreadableTable('broken-workbook');
  }
}

/** Packed again without compression, so that the library starts no worker for it, which the content policy refuses. */
function unpack(bytes: Uint8Array): ArrayBuffer {
  let size = 0;
  try {
    const files = unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (!/\.(xml|rels)$/.test(name)) return false;
        size += originalSize;
        if (size > MAX_UNPACKED_BYTES) throw new UnreadableTable('too-large');
        return true;
      },
    });
    return zipSync(files, { level: 0 }).slice().buffer;
  } catch (error) {
    throw error instanceof UnreadableTable ? error : new UnreadableTable('broken-workbook');
  }
}

function writeCell(cell: Cell): string {
  if (cell === null) return '';
  const text = cell instanceof Date ? cell.toISOString().replace('T00:00:00.000Z', '') : String(cell);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
