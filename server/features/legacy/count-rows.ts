import { BYTE } from './dump-bytes.ts';

const IS_LETTER = /[a-z]/i;
const MOST_HEAD = 64 * 1024;
const MOST_LINE = 40;
const NAME = '[`"]?[^`".\\s(]+[`"]?';
const ROWS_FOLLOW = new RegExp(
  `^\\s*(?:insert|replace)\\s.*?(?:${NAME}\\s*\\.\\s*)?[\`"]?([^\`".\\s(]+)[\`"]?\\s*(?:\\([^()]*\\)\\s*)?values?\\s*$`,
  'is',
);
const DELIMITER = /^\s*delimiter\s+(\S+)/i;

/**
 * Counts the rows of each table in another, simpler way than DumpReader, which must find the same numbers. After
 * VALUES, each parenthesis that is in no other one, no text and no comment is a row.
 */
export class RowCounter {
  readonly #counts = new Map<string, number>();
  #quote = 0;
  #comment: 'line' | 'block' | undefined;
  #last = 0;
  #before = 0;
  #depth = 0;
  /** The statement up to its rows, and the line, both without texts and comments. */
  #head = '';
  #line = '';
  /** True between DELIMITER lines, where statements belong to a routine and not to the dump. */
  #isRoutine = false;
  #table: string | undefined;

  /** Returns the number of rows of a table, whose name is compared without case. */
  of(table: string): number {
    return this.#counts.get(table.toLowerCase()) ?? 0;
  }

  push(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; at += 1) {
      if (this.#quote !== 0) at = this.#skipText(chunk, at);
      else if (this.#comment !== undefined) this.#readComment(chunk[at] ?? 0);
      else this.#readCode(chunk[at] ?? 0);
    }
  }

  /** Returns the place of the quote that ends a text, or of the end of the piece. */
  #skipText(chunk: Uint8Array, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      const isEscaped = this.#last === BYTE.backslash && this.#quote !== BYTE.tick;
      this.#last = isEscaped ? 0 : byte;
      if (this.#quote !== BYTE.quote) this.#keep(byte);
      if (byte !== this.#quote || isEscaped) continue;
      this.#quote = 0;
      return at;
    }
    return chunk.length;
  }

  #readComment(byte: number): void {
    const isEnd = this.#comment === 'line' ? byte === BYTE.newline : byte === BYTE.slash && this.#last === BYTE.star;
    this.#last = byte;
    if (!isEnd) return;
    this.#comment = undefined;
    this.#last = BYTE.space;
    this.#keep(byte === BYTE.newline ? BYTE.newline : BYTE.space);
  }

  #readCode(byte: number): void {
    const isTwoDashes = this.#last === BYTE.dash && this.#before === BYTE.dash;
    const isBlock = byte === BYTE.star && this.#last === BYTE.slash;
    this.#before = this.#last;
    this.#last = byte;
    if (isTwoDashes && (byte <= BYTE.space || this.#head.trim() === '--')) this.#beginComment('line', 2);
    else if (byte === BYTE.hash) this.#beginComment('line', 0);
    else if (isBlock) this.#beginComment('block', 1);
    if (this.#comment !== undefined) {
      if (byte === BYTE.newline) this.#readComment(byte);
      return;
    }
    this.#keep(byte);
    if (byte === BYTE.quote || byte === BYTE.double || byte === BYTE.tick) this.#quote = byte;
    else if (byte === BYTE.open) this.#open();
    else if (byte === BYTE.close) this.#depth = Math.max(0, this.#depth - 1);
    else if (byte === BYTE.semicolon && this.#depth === 0) this.#end();
    // After the rows, ON DUPLICATE KEY UPDATE has parentheses that do not begin rows.
    else if (this.#depth === 0 && this.#table !== undefined && IS_LETTER.test(String.fromCharCode(byte)))
      this.#table = undefined;
    if (this.#quote !== 0) this.#last = 0;
  }

  #beginComment(comment: 'line' | 'block', signs: number): void {
    this.#comment = comment;
    this.#last = 0;
    if (signs > 0) this.#head = this.#head.slice(0, -signs);
  }

  #open(): void {
    this.#depth += 1;
    if (this.#depth > 1) return;
    const [, table] = this.#isRoutine ? [] : (ROWS_FOLLOW.exec(this.#head.slice(0, -1)) ?? []);
    this.#table ??= table?.toLowerCase();
    if (this.#table === undefined) return;
    this.#head = '';
    this.#counts.set(this.#table, this.of(this.#table) + 1);
  }

  #end(): void {
    this.#table = undefined;
    this.#head = '';
  }

  #keep(byte: number): void {
    if (this.#table !== undefined) return;
    const letter = String.fromCharCode(byte);
    if (this.#head.length < MOST_HEAD) this.#head += letter;
    if (byte === BYTE.newline) {
      const [, delimiter] = DELIMITER.exec(this.#line) ?? [];
      if (delimiter !== undefined) {
        this.#isRoutine = delimiter !== ';';
        this.#head = '';
      }
      this.#line = '';
    } else if (this.#line.length < MOST_LINE) this.#line += letter;
  }
}
