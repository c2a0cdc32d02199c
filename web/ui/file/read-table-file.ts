import { loadPart } from '#web/load-part.ts';
import { type TableOfFile, UnreadableTable } from './unreadable-table.ts';

const ZIP = [0x50, 0x4b, 0x03, 0x04];
const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0];
const ENCRYPTED = 'EncryptedPackage';
const CONTROLS = /[^\P{Cc}\s]/u;
const MARKUP = /^\s*<(?:!doctype|\?xml|html|table|meta|head|!--)/i;

export async function readTableFile(bytes: Uint8Array): Promise<TableOfFile[]> {
  if (startsWith(bytes, ZIP)) return (await loadPart(() => import('./read-workbook.ts'))).readSheets(bytes);
  if (startsWith(bytes, COMPOUND_FILE)) throw new UnreadableTable(isEncrypted(bytes) ? 'protected' : 'old-workbook');
  const text = decode(bytes);
  if (text.startsWith('%PDF') || CONTROLS.test(text)) throw new UnreadableTable('no-text');
  if (MARKUP.test(text)) throw new UnreadableTable('other-format');
  return [{ sheet: undefined, text, rows: [], notes: [] }];
}

function startsWith(bytes: Uint8Array, beginning: readonly number[]): boolean {
  return beginning.every((byte, at) => bytes[at] === byte);
}

/** Returns true for a workbook with a password. It is a compound file that contains a part named EncryptedPackage. */
function isEncrypted(bytes: Uint8Array): boolean {
  return new TextDecoder('utf-16le').decode(bytes.subarray(0, bytes.length & ~1)).includes(ENCRYPTED);
}

function decode(bytes: Uint8Array): string {
  const utf16 = findUtf16(bytes);
  if (utf16 !== undefined) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const BYTES_LOOKED_AT = 4096;

/**
 * Recognises UTF-16 by its byte order mark, or else by the zero bytes that commas, digits and line ends have in UTF-16.
 */
function findUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (startsWith(bytes, [0xff, 0xfe])) return 'utf-16le';
  if (startsWith(bytes, [0xfe, 0xff])) return 'utf-16be';
  const zeros = [...bytes.subarray(0, BYTES_LOOKED_AT).entries()].filter(([, byte]) => byte === 0);
  const odd = zeros.filter(([at]) => at % 2 === 1).length;
  const even = zeros.length - odd;
  if (even + odd < Math.min(bytes.length, BYTES_LOOKED_AT) / 8 || (even > 0 && odd > 0)) return undefined;
  return odd > 0 ? 'utf-16le' : 'utf-16be';
}
