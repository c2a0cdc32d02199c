/**
 * Reads dumps of mysqldump, mariadb-dump and phpMyAdmin, in pieces of any length. The reader works on bytes, because
 * pictures in a dump are not UTF-8. Only the values of one row are in memory at a time.
 */
import { dumpFault, type LegacyFault } from './findings.ts';
import { type DumpRow, RowBuffer, readTableColumns, type TableColumns } from './row-buffer.ts';

/**
 * The maximum number of bytes that are stored from a comment, or from a statement without rows. The rest is ignored.
 */
const MOST_STATEMENT_BYTES = 1024 * 1024;
const MOST_SKIPPED = 20;

export interface DumpListener {
  table(definition: TableColumns): void;
  /** Receives a row, whose values are valid only during the call. */
  row(row: DumpRow): void;
}

/** The part of the dump to which the next byte belongs. */
type State =
  | 'statement'
  | 'line comment'
  | 'comment'
  | 'quoted'
  | 'delimiter'
  | 'value'
  | 'bare'
  | 'text'
  | 'escape'
  | 'after text'
  | 'after value'
  | 'after row'
  | 'rest';

const code = (character: string) => character.charCodeAt(0);
const [QUOTE, DOUBLE, TICK, BACKSLASH] = [code("'"), code('"'), code('`'), code('\\')];
const [OPEN, CLOSE, COMMA, SEMICOLON] = [code('('), code(')'), code(','), code(';')];
const [STAR, SLASH, DASH, HASH, NEWLINE] = [42, 47, 45, 35, 10];
/** The byte that a character after a backslash means. A character that is not listed means itself. */
const ESCAPED = new Map(Object.entries({ 0: 0, b: 8, n: 10, r: 13, t: 9, Z: 26 }).map(([key, to]) => [code(key), to]));

const INSERT_HEAD =
  /^(insert|replace)\s+((?:(?:low_priority|delayed|high_priority|ignore)\s+)*)(?:into\s+)?((?:[`"][^`"]+[`"]|[\w$]+)(?:\s*\.\s*(?:[`"][^`"]+[`"]|[\w$]+))?)\s*(?:\(([^()]*)\))?\s*values?$/is;

/** Reads one dump. Call `push` for each piece and `end` after the last. */
export class DumpReader {
  readonly #listener: DumpListener;
  readonly #row = new RowBuffer();
  #state: State = 'statement';
  #before: State = 'statement';
  #quote = 0;
  #isEscaped = false;
  /** The current statement so far. */
  #head: number[] = [];
  #comment: number[] = [];
  #delimiter = ';';
  #rows = 0;
  /** The character set of the first `SET NAMES`; undefined if the dump has none. */
  charset: string | undefined;
  /** True after the comment or statement that ends a complete dump. */
  isClosed = false;
  /** Kinds of statements that were skipped, such as `CREATE VIEW`. */
  readonly skipped = new Set<string>();

  constructor(listener: DumpListener) {
    this.#listener = listener;
  }

  push(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; ) {
      switch (this.#state) {
        case 'text':
          at = this.#readText(chunk, at);
          break;
        case 'bare':
          at = this.#readBare(chunk, at);
          break;
        default:
          this.#readByte(chunk[at] ?? 0);
          at += 1;
      }
    }
  }

  /** Throws LegacyFault when the dump ends inside a statement. */
  end(): void {
    if (this.#state === 'line comment') this.#endComment();
    const isBetween = this.#state === 'statement' && this.#headText().trim() === '';
    if (isBetween) return;
    const { table } = this.#row;
    throw table === '' ? dumpFault('cut') : dumpFault('cut_in_row', { table, row: this.#rows + 1 });
  }

  #readByte(byte: number): void {
    switch (this.#state) {
      case 'statement':
        this.#readStatement(byte);
        break;
      case 'line comment':
        if (byte === NEWLINE) this.#endComment();
        else keep(this.#comment, byte);
        break;
      case 'comment':
        if (byte === SLASH && this.#comment.at(-1) === STAR && this.#comment.length > 2) this.#endComment();
        else keepTail(this.#comment, byte);
        break;
      case 'quoted':
        this.#readQuoted(byte);
        break;
      case 'delimiter':
        if (byte === NEWLINE) this.#endDelimiter();
        else keep(this.#head, byte);
        break;
      case 'value':
        this.#readValue(byte);
        break;
      case 'escape':
        this.#row.add(ESCAPED.get(byte) ?? byte);
        this.#state = 'text';
        break;
      case 'after text':
        this.#readAfterText(byte);
        break;
      case 'after value':
        this.#readAfterValue(byte);
        break;
      case 'after row':
        this.#readAfterRow(byte);
        break;
      default:
        if (byte === SEMICOLON) this.#beginStatement();
        else if (byte === QUOTE || byte === DOUBLE || byte === TICK) this.#beginQuoted(byte, 'rest');
    }
  }

  #readStatement(byte: number): void {
    const last = this.#head.at(-1);
    if (byte === QUOTE || byte === DOUBLE || byte === TICK) {
      keep(this.#head, byte);
      this.#beginQuoted(byte, 'statement');
    } else if (byte === STAR && last === SLASH) {
      this.#head.pop();
      this.#comment = [SLASH, STAR];
      this.#state = 'comment';
    } else if (byte === HASH || (byte === DASH && last === DASH && this.#isLineStart())) {
      if (byte === DASH) this.#head.pop();
      this.#comment = [byte];
      this.#state = 'line comment';
    } else if (byte === OPEN && this.#beginRows()) {
      this.#row.clear();
      this.#state = 'value';
    } else {
      keep(this.#head, byte);
      if (this.#endsWithDelimiter(byte)) this.#endStatement();
      else if (byte <= 32 && this.#head.length === 10 && /^delimiter\s$/i.test(this.#headText()))
        this.#state = 'delimiter';
      else if (byte <= 32 && this.#head.length === 1) this.#head.length = 0;
    }
  }

  /** Only at the start of a line does `--` begin a comment. Elsewhere it may be part of an expression. */
  #isLineStart(): boolean {
    return this.#head.slice(this.#head.lastIndexOf(NEWLINE) + 1, -1).every((byte) => byte <= 32);
  }

  #endsWithDelimiter(byte: number): boolean {
    const { length } = this.#delimiter;
    if (byte !== this.#delimiter.charCodeAt(length - 1)) return false;
    return length === 1 || String.fromCharCode(...this.#head.slice(-length)) === this.#delimiter;
  }

  #endDelimiter(): void {
    this.#delimiter = this.#headText().slice(10).trim() || ';';
    this.#beginStatement();
  }

  #endStatement(): void {
    const text = this.#headText().slice(0, -this.#delimiter.length);
    this.#beginStatement();
    this.#note(text);
    const columns = readTableColumns(text);
    if (columns) this.#listener.table(columns);
  }

  #endComment(): void {
    const text = Buffer.from(this.#comment).toString('latin1');
    this.#state = 'statement';
    this.#comment = [];
    if (/^-? ?Dump completed/.test(text)) this.isClosed = true;
    if (text.startsWith('/*')) this.#note(text.replace(/^\/\*M?!\d*\s*/, ''));
  }

  #note(text: string): void {
    this.charset ??= /^\s*set\s+names\s+'?(\w+)/i.exec(text)?.[1]?.toLowerCase();
    if (/^\s*set\s+(sql_notes|collation_connection)\s*=\s*@old_/i.test(text)) this.isClosed = true;
    // mysqldump writes CREATE, DEFINER and the rest of the statement in comments of their own.
    const object =
      /^\s*(?:create\b(?!\s+(?:temporary\s+)?table)[^(]{0,200}?\b)?(view|trigger|procedure|function|event)\b/i.exec(
        text,
      )?.[1];
    if (object && this.skipped.size < MOST_SKIPPED) this.skipped.add(`CREATE ${object.toUpperCase()}`);
  }

  /** Returns whether the current statement is an INSERT whose rows follow. */
  #beginRows(): boolean {
    const first = this.#head[0];
    if (first !== code('I') && first !== code('i') && first !== code('R') && first !== code('r')) return false;
    const parts = INSERT_HEAD.exec(this.#headText().trim());
    if (!parts) return false;
    const [, verb = '', options = '', name = '', columns] = parts;
    this.#row.table = nameIn(name.slice(name.search(/[`"\w$]+$|[`"][^`"]+[`"]$/)));
    this.#row.columns = columns?.split(',').map(nameIn);
    const isReplaced = verb.toLowerCase() === 'replace';
    this.#row.repeated = isReplaced ? 'replace' : /ignore/i.test(options) ? 'ignore' : 'refuse';
    this.#rows = 0;
    return true;
  }

  #beginStatement(): void {
    this.#head = [];
    this.#row.table = '';
    this.#state = 'statement';
  }

  #beginQuoted(quote: number, before: State): void {
    this.#quote = quote;
    this.#isEscaped = false;
    this.#before = before;
    this.#state = 'quoted';
  }

  #readQuoted(byte: number): void {
    if (this.#before === 'statement') keep(this.#head, byte);
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH && this.#quote !== TICK) this.#isEscaped = true;
    else if (byte === this.#quote) this.#state = this.#before;
  }

  #readValue(byte: number): void {
    if (byte <= 32) return;
    if (byte === QUOTE) {
      this.#state = 'text';
    } else if (byte === CLOSE && this.#row.length === 0) {
      this.#endRow();
    } else {
      this.#row.add(byte);
      this.#state = 'bare';
    }
  }

  /** Reads the bytes of a text up to a quote or a backslash. */
  #readText(chunk: Uint8Array, from: number): number {
    const row = this.#row;
    const target = row.reserve(chunk.length - from);
    let { used } = row;
    let at = from;
    for (; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (byte === QUOTE || byte === BACKSLASH) {
        this.#state = byte === QUOTE ? 'after text' : 'escape';
        at += 1;
        break;
      }
      target[used] = byte;
      used += 1;
    }
    row.used = used;
    return at;
  }

  #readBare(chunk: Uint8Array, from: number): number {
    const row = this.#row;
    const target = row.reserve(chunk.length - from);
    let at = from;
    for (; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (byte === COMMA || byte === CLOSE || byte === QUOTE || byte <= 32) break;
      target[row.used] = byte;
      row.used += 1;
    }
    if (at === chunk.length) return at;
    const byte = chunk[at] ?? 0;
    if (row.isIntroducer()) {
      row.dropValue();
      this.#state = byte === QUOTE ? 'text' : 'value';
      return at + 1;
    }
    if (byte === QUOTE) {
      if (!row.beginHexText()) throw this.#unreadable();
      this.#state = 'text';
      return at + 1;
    }
    this.#endValue(true);
    this.#state = 'after value';
    return at;
  }

  #readAfterText(byte: number): void {
    if (byte === QUOTE) {
      this.#row.add(QUOTE);
      this.#state = 'text';
      return;
    }
    this.#endValue(false);
    this.#state = 'after value';
    this.#readAfterValue(byte);
  }

  #readAfterValue(byte: number): void {
    if (byte <= 32) return;
    if (byte === COMMA) this.#state = 'value';
    else if (byte === CLOSE) this.#endRow();
    else throw this.#unreadable();
  }

  #endValue(isBare: boolean): void {
    if (!this.#row.endValue(isBare)) throw this.#unreadable();
  }

  #endRow(): void {
    this.#listener.row(this.#row);
    this.#rows += 1;
    this.#row.clear();
    this.#state = 'after row';
  }

  #readAfterRow(byte: number): void {
    if (byte <= 32 || byte === COMMA) return;
    if (byte === OPEN) this.#state = 'value';
    else if (byte === SEMICOLON) this.#beginStatement();
    // An ON DUPLICATE KEY clause may follow the rows. It is ignored.
    else this.#state = 'rest';
  }

  #unreadable(): LegacyFault {
    return dumpFault('unreadable_row', { table: this.#row.table, row: this.#rows + 1 });
  }

  #headText(): string {
    return Buffer.from(this.#head).toString('utf8');
  }
}

function keep(bytes: number[], byte: number): void {
  if (bytes.length < MOST_STATEMENT_BYTES) bytes.push(byte);
}

/**
 * Adds a byte to a comment. If the comment is too long, the byte replaces the last one, so that the end of the comment
 * is still recognised.
 */
function keepTail(bytes: number[], byte: number): void {
  if (bytes.length < MOST_STATEMENT_BYTES) bytes.push(byte);
  else bytes[bytes.length - 1] = byte;
}

function nameIn(text: string): string {
  return text.trim().replace(/^[`"]|[`"]$/g, '');
}
