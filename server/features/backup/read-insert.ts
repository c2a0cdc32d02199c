import type { StoredValue } from '../../db/read-snapshot.ts';
import type { InsertedRows } from './write-backup.ts';

const HEAD = /^insert into "(\w{1,60})" \(("\w{1,60}"(?:, "\w{1,60}"){0,200})\) values\n/;
const NUMBER = /-?\d{1,40}(?:\.\d{1,40})?(?:e[+-]\d{1,3})?/y;
const HEX_LINES = /\n\/\* \/\* \*\/ X'((?:[0-9a-f]{2})*)' -- \*\/\n\/\* \/\* \*\/ -- \*\/ decode\('/y;
const DECODED = "', 'hex')\n";
const SIGN = /, '(\ue000\d{1,9};)', \n\/\* \/\* \*\/ char\(13\) -- \*\/\n\/\* \/\* \*\/ -- \*\/ chr\(13\)\n\)/y;

/**
 * Reads an insert statement of a backup into its values. Returns undefined unless every character of it is as the
 * writer (write-backup.ts) writes it.
 */
export function readInsert(statement: string): InsertedRows | undefined {
  const [head, table = '', names = ''] = HEAD.exec(statement) ?? [];
  if (head === undefined) return undefined;
  const columns = names.slice(1, -1).split('", "');
  const reader = new ValueReader(statement, head.length);
  const rows: StoredValue[][] = [];
  do {
    const row = reader.readRow(columns.length);
    if (!row) return undefined;
    rows.push(row);
  } while (reader.skip(',\n'));
  return reader.skip(';') && reader.isAtEnd() ? { table, columns, rows } : undefined;
}

class ValueReader {
  readonly #text: string;
  #at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = at;
  }

  isAtEnd(): boolean {
    return this.#at === this.#text.length;
  }

  skip(expected: string): boolean {
    if (!this.#text.startsWith(expected, this.#at)) return false;
    this.#at += expected.length;
    return true;
  }

  readRow(columns: number): StoredValue[] | undefined {
    const row: StoredValue[] = [];
    for (let column = 0; column < columns; column += 1) {
      if (!this.skip(column === 0 ? '(' : ', ')) return undefined;
      const value = this.#readValue();
      if (value === undefined) return undefined;
      row.push(value);
    }
    return this.skip(')') ? row : undefined;
  }

  #readValue(): StoredValue | undefined {
    const next = this.#text[this.#at];
    if (next === "'") return this.#readText();
    if (next === 'n') return this.skip('null') ? null : undefined;
    if (next === 'r') return this.#readTextWithReturns();
    if (next === '\n') return this.#readBytes();
    const [digits] = this.#match(NUMBER) ?? [];
    if (digits === undefined) return undefined;
    const value = Number(digits);
    return Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?\d+$/.test(digits) ? BigInt(digits) : value;
  }

  /** Searches for quotes instead of using a pattern, because a pattern needs a stack as long as the text. */
  #readText(): string | undefined {
    const begin = this.#at + 1;
    for (let end = this.#text.indexOf("'", begin); end >= 0; end = this.#text.indexOf("'", end + 2)) {
      if (this.#text[end + 1] === "'") continue;
      this.#at = end + 1;
      return this.#text.slice(begin, end).replaceAll("''", "'");
    }
    return undefined;
  }

  #readTextWithReturns(): string | undefined {
    if (!(this.skip('replace(') && this.#text[this.#at] === "'")) return undefined;
    const text = this.#readText();
    const [, sign] = this.#match(SIGN) ?? [];
    return text === undefined || sign === undefined ? undefined : text.replaceAll(sign, '\r');
  }

  #readBytes(): Uint8Array | undefined {
    const [, hex] = this.#match(HEX_LINES) ?? [];
    // Both engines must read the same bytes.
    if (hex === undefined || !this.skip(hex) || !this.skip(DECODED)) return undefined;
    return Buffer.from(hex, 'hex');
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found) this.#at = pattern.lastIndex;
    return found;
  }
}
