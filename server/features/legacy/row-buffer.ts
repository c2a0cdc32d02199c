import { dumpFault } from './findings.ts';

const MEGABYTE = 1024 * 1024;
/** The maximum size of a row: the largest packet that a MySQL server accepts by default. */
const MOST_ROW_BYTES = 64 * MEGABYTE;

/** What an INSERT does with a row whose key already exists. */
export type RepeatedKey = 'refuse' | 'ignore' | 'replace';

export interface DumpRow {
  table: string;
  /** The columns that the INSERT names; undefined if it has the columns of CREATE TABLE. */
  columns: readonly string[] | undefined;
  repeated: RepeatedKey;
  length: number;
  isNull(at: number): boolean;
  /** Returns the bytes of a value. Numbers and keywords are returned as they are in the dump. */
  bytes(at: number): Buffer;
}

const code = (character: string) => character.charCodeAt(0);
const UNDERSCORE = code('_');

/** The values of the row that is being read, one after the other in one buffer. */
export class RowBuffer implements DumpRow {
  table = '';
  columns: readonly string[] | undefined;
  repeated: RepeatedKey = 'refuse';
  used = 0;
  length = 0;
  #bytes = Buffer.alloc(64 * 1024);
  #from: number[] = [];
  #until: number[] = [];
  #begin = 0;
  #isHex = false;

  isNull(at: number): boolean {
    return this.#until[at] === -1;
  }

  bytes(at: number): Buffer {
    return this.#bytes.subarray(this.#from[at], Math.max(0, this.#until[at] ?? 0));
  }

  clear(): void {
    this.used = 0;
    this.length = 0;
    this.#begin = 0;
    this.#isHex = false;
  }

  /** Returns the buffer after making room for `more` bytes. */
  reserve(more: number): Buffer {
    const needed = this.used + more;
    if (needed > this.#bytes.length) {
      if (needed > MOST_ROW_BYTES)
        throw dumpFault('large_row', { table: this.table, megabytes: MOST_ROW_BYTES / MEGABYTE });
      const larger = Buffer.alloc(Math.min(MOST_ROW_BYTES, Math.max(needed, this.#bytes.length * 2)));
      this.#bytes.copy(larger, 0, 0, this.used);
      this.#bytes = larger;
    }
    return this.#bytes;
  }

  add(byte: number): void {
    this.reserve(1)[this.used] = byte;
    this.used += 1;
  }

  dropValue(): void {
    this.used = this.#begin;
  }

  /** Returns whether the word read so far names a character set, as in `_binary '...'`. */
  isIntroducer(): boolean {
    const first = this.#bytes[this.#begin];
    return first === UNDERSCORE || (this.used === this.#begin + 1 && (first === code('N') || first === code('n')));
  }

  /** Begins a hexadecimal value such as `x'4D'`. Returns false if the word before the quote is not `x`. */
  beginHexText(): boolean {
    const isHex = this.used === this.#begin + 1 && /^x$/i.test(String.fromCharCode(this.#bytes[this.#begin] ?? 0));
    this.dropValue();
    this.#isHex = isHex;
    return isHex;
  }

  /** Ends a value. Returns false for a word that is not a value. */
  endValue(isBare: boolean): boolean {
    const from = this.#begin;
    const at = this.length;
    const word = isBare ? this.#bytes.toString('latin1', from, Math.min(this.used, from + 32)) : '';
    this.#from[at] = from;
    this.#until[at] = this.used;
    this.length += 1;
    const isHex = this.#isHex || /^0x/i.test(word);
    this.#isHex = false;
    if (/^null$/i.test(word)) {
      this.used = from;
      this.#until[at] = -1;
    } else if (isHex) {
      const digits = this.#bytes.subarray(from + (isBare ? 2 : 0), this.used).toString('latin1');
      if (digits.length % 2 !== 0 || /[^\da-f]/i.test(digits)) return false;
      this.used = from + this.#bytes.write(digits, from, 'hex');
      this.#until[at] = this.used;
    } else if (isBare && !/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$|^(true|false)$/i.test(word)) {
      return false;
    }
    this.#begin = this.used;
    return true;
  }
}

export interface TableColumns {
  table: string;
  columns: string[];
}

const NAME = '(?:`(?:[^`]|``)+`|"[^"]+"|[\\w$]+)';
const CREATE = new RegExp(
  `^\\s*create\\s+(?:temporary\\s+)?table\\s+(?:if\\s+not\\s+exists\\s+)?(?:${NAME}\\s*\\.\\s*)?(${NAME})\\s*\\(`,
  'i',
);
const KEY = /^(primary|unique|key|index|constraint|foreign|fulltext|spatial|check|period)\b/i;

/** Returns the table and its columns from a CREATE TABLE statement; undefined for other statements. */
export function readTableColumns(statement: string): TableColumns | undefined {
  const begin = CREATE.exec(statement);
  if (!begin) return undefined;
  const parts = splitParts(statement.slice(begin[0].length));
  const columns = parts.flatMap((part) => {
    const name = new RegExp(`^${NAME}`).exec(part)?.[0];
    return name === undefined || KEY.test(part) ? [] : [unquoted(name)];
  });
  return { table: unquoted(begin[1] ?? ''), columns };
}

function unquoted(name: string): string {
  return name.replace(/^[`"]|[`"]$/g, '').replaceAll('``', '`');
}

/** Splits the text after an opening parenthesis at its commas, up to the closing parenthesis. */
function splitParts(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if ('\'"`'.includes(character)) at = endOfQuoted(text, at);
    else if (character === '(') depth += 1;
    else if (depth > 0 && character === ')') depth -= 1;
    else if (depth === 0 && (character === ',' || character === ')')) {
      parts.push(text.slice(from, at).trim());
      from = at + 1;
      if (character === ')') break;
    }
  }
  return parts;
}

function endOfQuoted(text: string, from: number): number {
  const quote = text[from];
  let at = from + 1;
  while (at < text.length && text[at] !== quote) at += text[at] === '\\' && quote !== '`' ? 2 : 1;
  return at;
}
