import type { StoredValue } from '../../db/read-snapshot.ts';
import { onlyPostgres, onlySqlite } from './hide-lines.ts';

/**
 * A stored value as both engines read it. Text stands in single quotes as it is, its quotes doubled; but a carriage return
 * is written as a sign and put back by the engine, for sqlite3 drops those before the end of a line; and a NUL, which
 * SQLite alone could hold, becomes the replacement character. Throws for a number that is none.
 */
export function writeLiteral(value: StoredValue): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return textLiteral(value);
  if (typeof value === 'bigint' || Number.isFinite(value)) return String(value);
  if (value instanceof Uint8Array) return bytesLiteral(value);
  throw new Error(`no literal for ${String(value)}`);
}

function textLiteral(text: string): string {
  const quoted = (part: string) => `'${part.replaceAll("'", "''").replaceAll('\0', '\ufffd')}'`;
  if (!text.includes('\r')) return quoted(text);
  const sign = unusedSign(text);
  const carriageReturn = `\n${onlySqlite('char(13)')}\n${onlyPostgres('chr(13)')}\n`;
  return `replace(${quoted(text.replaceAll('\r', sign))}, '${sign}', ${carriageReturn})`;
}

/** A character that has no meaning in Unicode, counted up until it does not stand in the text like that. */
function unusedSign(text: string): string {
  const sign = (count: number) => `\ue000${count};`;
  let count = 0;
  while (text.includes(sign(count))) count += 1;
  return sign(count);
}

function bytesLiteral(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
  return `\n${onlySqlite(`X'${hex}'`)}\n${onlyPostgres(`decode('${hex}', 'hex')`)}\n`;
}
