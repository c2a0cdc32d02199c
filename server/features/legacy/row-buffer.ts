import { BYTE } from './dump-bytes.ts';
import { dumpFault } from './findings.ts';

const MEGABYTE = 1024 * 1024;
/** The maximum size of a row: the largest packet that a MySQL server accepts by default. */
const MOST_ROW_BYTES = 64 * MEGABYTE;

export interface DumpRow {
  /** The database that the INSERT names, if it does. */
  database: string | undefined;
  table: string;
  /** The columns that the INSERT names; undefined if it has the columns of CREATE TABLE. */
  columns: readonly string[] | undefined;
  length: number;
  isNull(at: number): boolean;
  /** Returns the bytes of a value. Numbers and keywords are returned as they are in the dump. */
  bytes(at: number): Buffer;
}

/** A character that is not listed means itself. */
const ESCAPED = new Map(
  Object.entries({ 0: 0, b: 8, n: 10, r: 13, t: 9, Z: 26 }).map(([key, to]) => [key.charCodeAt(0), to]),
);

/** The values of the row that is being read, one after the other in one buffer. */
export class RowBuffer implements DumpRow {
  database: string | undefined;
  table = '';
  columns: readonly string[] | undefined;
  used = 0;
  length = 0;
  #bytes = Buffer.alloc(64 * 1024);
  #from: number[] = [];
  #until: number[] = [];
  #begin = 0;
  /** How the text in quotes is coded: as itself, in hexadecimal digits or in bits. */
  #coding: 'text' | 'hex' | 'bits' = 'text';

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
    this.#coding = 'text';
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

  /** Adds the byte that a character after a backslash means. Before `%` and `_`, MySQL keeps the backslash. */
  addEscaped(byte: number): void {
    if (byte === BYTE.percent || byte === BYTE.underscore) this.add(BYTE.backslash);
    this.add(ESCAPED.get(byte) ?? byte);
  }

  /** Returns whether the value so far ends with the `e` of a number such as `1e-5`. */
  isExponent(): boolean {
    return ((this.#bytes[this.used - 1] ?? 0) | 0x20) === 0x65;
  }

  dropValue(): void {
    this.used = this.#begin;
  }

  /**
   * Returns whether the word read so far says that UTF-8 or plain bytes follow, as in `_binary '...'`. A value after
   * the name of another character set cannot be read.
   */
  isIntroducer(): boolean {
    const word = this.#bytes.toString('latin1', this.#begin, Math.min(this.used, this.#begin + LONGEST_INTRODUCER));
    return INTRODUCER.test(word);
  }

  /** Begins a value such as `x'4D'` or `b'0'`. Returns false if another word is before the quote. */
  beginCoded(): boolean {
    const word = this.used === this.#begin + 1 ? String.fromCharCode(this.#bytes[this.#begin] ?? 0).toLowerCase() : '';
    this.dropValue();
    if (word === 'x') this.#coding = 'hex';
    else if (word === 'b') this.#coding = 'bits';
    else return false;
    return true;
  }

  /** Returns false for a word that is not a value. */
  endValue(isBare: boolean): boolean {
    const from = this.#begin;
    const at = this.length;
    const word = isBare ? this.#bytes.toString('latin1', from, Math.min(this.used, from + 80)) : '';
    const coding = /^0x/i.test(word) ? 'hex' : /^0b/i.test(word) ? 'bits' : this.#coding;
    this.#coding = 'text';
    this.#from[at] = from;
    this.#until[at] = this.used;
    this.length += 1;
    if (/^null$/i.test(word)) {
      this.used = from;
      this.#until[at] = -1;
    } else if (coding !== 'text') {
      const digits = this.#bytes.subarray(from + (isBare ? 2 : 0), this.used).toString('latin1');
      if (!(coding === 'hex' ? this.#writeHex(digits, from) : this.#writeBits(digits, from))) return false;
      this.#until[at] = this.used;
    } else if (isBare && !/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$|^(true|false)$/i.test(word)) {
      return false;
    }
    this.#begin = this.used;
    return true;
  }

  #writeHex(digits: string, from: number): boolean {
    if (digits.length % 2 !== 0 || /[^\da-f]/i.test(digits)) return false;
    this.used = from + this.#bytes.write(digits, from, 'hex');
    return true;
  }

  /** Writes bits as the number that they are. */
  #writeBits(digits: string, from: number): boolean {
    this.reserve(1);
    if (digits.length > MOST_BITS || /[^01]/.test(digits)) return false;
    this.used = from + this.#bytes.write(BigInt(`0b0${digits}`).toString(), from, 'latin1');
    return true;
  }
}

const INTRODUCER = /^(?:n|_(?:binary|ascii|utf8|utf8mb3|utf8mb4))$/i;
const LONGEST_INTRODUCER = 10;
/** The bits of the largest BIT column. */
const MOST_BITS = 64;

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

export function unquoted(name: string): string {
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
