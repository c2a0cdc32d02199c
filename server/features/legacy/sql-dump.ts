/**
 * Reads SQL dumps (dump-statements.ts lists the programs that write them), in pieces of any length. The reader works on
 * bytes, because pictures in a dump are not UTF-8. Only the values of one row are in memory at a time.
 */
import { BYTE } from './dump-bytes.ts';
import { CommentReader, keep } from './dump-comments.ts';
import { readInsertHead } from './dump-statements.ts';
import { dumpFault, type LegacyFault } from './findings.ts';
import { type DumpRow, RowBuffer, readTableColumns, type TableColumns } from './row-buffer.ts';

export interface DumpListener {
  table(definition: TableColumns): void;
  /** Receives a row, whose values are valid only during the call. */
  row(row: DumpRow): void;
  /** Receives each statement that neither defines a table nor has rows. */
  statement(text: string): void;
  comment(text: string): void;
}

type State =
  | 'statement'
  | 'star'
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
  | 'between rows'
  | 'clause'
  | 'rest';

const CLAUSE = 'ON DUPLICATE KEY ';

/** Reads one dump. Call `push` for each piece and `end` after the last. */
export class DumpReader {
  readonly #listener: DumpListener;
  readonly #row = new RowBuffer();
  #state: State = 'statement';
  /** The state to which a comment, a quoted name or a sign that may begin a comment returns. */
  #before: State = 'statement';
  #quote = 0;
  #isEscaped = false;
  /** True inside a conditional comment of a statement, whose content MySQL executes. */
  #isConditional = false;
  /** The bytes so far of the statement, or of what follows the rows of an INSERT. */
  #head: number[] = [];
  readonly #comment = new CommentReader();
  #delimiter = ';';
  /** The rows of each table so far. */
  readonly #rowsOf = new Map<string, number>();
  #rows = 0;

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
    if (this.#state === 'comment' && this.#comment.mayEnd()) this.#endComment();
    const isBetween = this.#state === 'statement' && !this.#isConditional && this.#headText().trim() === '';
    if (isBetween) return;
    const { table } = this.#row;
    throw table === '' ? dumpFault('cut') : dumpFault('cut_in_row', { table, row: this.#rows + 1 });
  }

  #readByte(byte: number): void {
    switch (this.#state) {
      case 'statement':
        this.#readStatement(byte);
        break;
      case 'quoted':
        this.#readQuoted(byte);
        break;
      case 'delimiter':
        if (byte === BYTE.newline) this.#endDelimiter();
        else keep(this.#head, byte);
        break;
      case 'escape':
        this.#row.addEscaped(byte);
        this.#state = 'text';
        break;
      case 'after text':
        this.#readAfterText(byte);
        break;
      case 'value':
      case 'after value':
      case 'after row':
      case 'between rows':
      case 'clause':
      case 'rest':
        if (byte === BYTE.dash || byte === BYTE.slash || byte === BYTE.hash) this.#beginSign(byte);
        else this.#readBetween(byte);
        break;
      case 'star':
        if (byte === BYTE.slash) this.#endConditional();
        else this.#takeBack([BYTE.star], byte);
        break;
      default:
        this.#readComment(byte);
    }
  }

  /** Reads a byte between the values or rows of an INSERT, where no comment begins. */
  #readBetween(byte: number): void {
    switch (this.#state) {
      case 'value':
        this.#readValue(byte);
        break;
      case 'after value':
        this.#readAfterValue(byte);
        break;
      case 'clause':
        this.#readClause(byte);
        break;
      case 'rest':
        if (byte === BYTE.semicolon) this.#endRows();
        else if (byte === BYTE.quote || byte === BYTE.double || byte === BYTE.tick) this.#beginQuoted(byte, 'rest');
        break;
      default:
        this.#readAfterRow(byte);
    }
  }

  #beginSign(byte: number): void {
    this.#before = this.#state;
    this.#comment.begin(byte, this.#state === 'statement' && this.#head.length === 0);
    this.#state = 'comment';
  }

  #readComment(byte: number): void {
    const meaning = this.#comment.read(byte);
    if (meaning === 'end') this.#endComment();
    else if (meaning === 'none') this.#takeBack(this.#comment.signs(), byte);
    else if (meaning === 'content' && this.#before === 'statement') {
      this.#isConditional = true;
      this.#endWord();
      this.#state = 'statement';
      this.#readByte(byte);
    } else if (meaning === 'content') this.#comment.read(byte);
  }

  #takeBack(signs: readonly number[], byte: number): void {
    this.#state = this.#before;
    if (this.#state === 'statement') {
      for (const sign of signs) keep(this.#head, sign);
    } else if (this.#state === 'value' && signs.length === 1 && signs[0] === BYTE.dash) {
      this.#row.add(BYTE.dash);
      this.#row.add(byte);
      this.#state = 'bare';
      return;
    } else if (this.#state !== 'rest') {
      throw this.#unreadable();
    }
    this.#readByte(byte);
  }

  #endConditional(): void {
    this.#isConditional = false;
    this.#state = 'statement';
    this.#endWord();
  }

  #endWord(): void {
    if (this.#head.length > 0) keep(this.#head, BYTE.space);
  }

  #endComment(): void {
    const text = this.#comment.text();
    this.#state = this.#before;
    if (this.#state === 'statement') {
      this.#endWord();
      this.#listener.comment(text);
    } else if (/^\/\*M?!.*[('"]/s.test(text)) {
      // MySQL would execute this comment, so it may contain values or rows.
      throw this.#unreadable();
    }
  }

  #readStatement(byte: number): void {
    if (byte === BYTE.quote || byte === BYTE.double || byte === BYTE.tick) {
      keep(this.#head, byte);
      this.#beginQuoted(byte, 'statement');
    } else if (byte === BYTE.dash || byte === BYTE.slash || byte === BYTE.hash) {
      this.#beginSign(byte);
    } else if (byte === BYTE.star && this.#isConditional) {
      this.#before = 'statement';
      this.#state = 'star';
    } else if (byte === BYTE.open && this.#beginRows()) {
      this.#row.clear();
      this.#state = 'value';
    } else {
      keep(this.#head, byte);
      if (!this.#isConditional && this.#endsWithDelimiter(byte)) this.#endStatement();
      else if (byte <= BYTE.space && this.#head.length === 10 && /^delimiter\s$/i.test(this.#headText()))
        this.#state = 'delimiter';
      else if (byte <= BYTE.space && this.#head.length === 1) this.#head.length = 0;
    }
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
    const text = this.#headText().slice(0, -this.#delimiter.length).trim();
    this.#beginStatement();
    if (text === '') return;
    const columns = readTableColumns(text);
    if (columns) this.#listener.table(columns);
    else this.#listener.statement(text);
  }

  /** Returns whether the current statement is an INSERT whose rows follow. */
  #beginRows(): boolean {
    const first = String.fromCharCode(this.#head[0] ?? 0);
    const head = /[ir]/i.test(first) && !this.#isConditional ? readInsertHead(this.#headText()) : undefined;
    if (!head) return false;
    Object.assign(this.#row, head);
    this.#rows = this.#rowsOf.get(head.table) ?? 0;
    return true;
  }

  #endRows(): void {
    this.#rowsOf.set(this.#row.table, this.#rows);
    this.#beginStatement();
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
    else if (byte === BYTE.backslash && this.#quote !== BYTE.tick) this.#isEscaped = true;
    else if (byte === this.#quote) this.#state = this.#before;
  }

  #readValue(byte: number): void {
    if (byte <= BYTE.space) return;
    if (byte === BYTE.quote || byte === BYTE.double) {
      this.#quote = byte;
      this.#state = 'text';
    } else if (byte === BYTE.close && this.#row.length === 0) {
      this.#endRow();
    } else {
      this.#row.add(byte);
      this.#state = 'bare';
    }
  }

  /** Reads the bytes of a text up to its quote or a backslash. */
  #readText(chunk: Uint8Array, from: number): number {
    const row = this.#row;
    const quote = this.#quote;
    const target = row.reserve(chunk.length - from);
    let { used } = row;
    let at = from;
    for (; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (byte === quote || byte === BYTE.backslash) {
        this.#state = byte === quote ? 'after text' : 'escape';
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
      const isEnd =
        byte === BYTE.comma || byte === BYTE.close || byte === BYTE.quote || byte === BYTE.double || byte <= BYTE.space;
      if (isEnd || byte === BYTE.slash || byte === BYTE.hash || (byte === BYTE.dash && !row.isExponent())) break;
      target[row.used] = byte;
      row.used += 1;
    }
    if (at === chunk.length) return at;
    const byte = chunk[at] ?? 0;
    if (row.isIntroducer()) {
      row.dropValue();
      this.#state = 'value';
    } else if (byte === BYTE.quote || byte === BYTE.double) {
      if (!row.beginCoded()) throw this.#unreadable();
      this.#quote = byte;
      this.#state = 'text';
      return at + 1;
    } else {
      this.#endValue(true);
      this.#state = 'after value';
    }
    return at;
  }

  #readAfterText(byte: number): void {
    if (byte === this.#quote) {
      this.#row.add(byte);
      this.#state = 'text';
      return;
    }
    this.#endValue(false);
    this.#state = 'after value';
    this.#readByte(byte);
  }

  #readAfterValue(byte: number): void {
    if (byte <= BYTE.space) return;
    if (byte === BYTE.comma) this.#state = 'value';
    else if (byte === BYTE.close) this.#endRow();
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
    if (byte <= BYTE.space) return;
    if (this.#state === 'between rows') {
      if (byte !== BYTE.open) throw this.#afterRow();
      this.#state = 'value';
    } else if (byte === BYTE.comma) this.#state = 'between rows';
    else if (byte === BYTE.semicolon) this.#endRows();
    else {
      this.#head = [];
      this.#state = 'clause';
      this.#readClause(byte);
    }
  }

  /** Reads the words after the last row. Only ON DUPLICATE KEY is known, which changes nothing in an empty table. */
  #readClause(byte: number): void {
    this.#head.push(byte);
    const words = this.#headText().toUpperCase().replaceAll(/\s+/g, ' ');
    if (!CLAUSE.startsWith(words)) throw this.#afterRow();
    if (words === CLAUSE) this.#state = 'rest';
  }

  #afterRow = () => dumpFault('after_row', { table: this.#row.table, row: this.#rows });

  #unreadable(): LegacyFault {
    const { table } = this.#row;
    const isBetween = this.#before === 'after row' || this.#before === 'between rows' || this.#before === 'clause';
    return isBetween && this.#state === this.#before
      ? this.#afterRow()
      : dumpFault('unreadable_row', { table, row: this.#rows + 1 });
  }

  #headText(): string {
    return Buffer.from(this.#head).toString('utf8');
  }
}
