import type { StoredValue } from '../../db/read-snapshot.ts';
import { onlyPostgres, onlySqlite } from './hide-lines.ts';

/**
 * sqlite3 drops carriage returns before a line end, so each is replaced by a sign. NUL becomes the replacement
 * character.
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
