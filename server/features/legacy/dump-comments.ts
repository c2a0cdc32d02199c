import { BYTE } from './dump-bytes.ts';

const EXCLAMATION = 33;
const LETTER_M = 77;
/** The maximum number of bytes that are stored from a comment or statement. The rest is ignored. */
const MOST_STORED_BYTES = 1024 * 1024;
/** mariadb-dump begins with a conditional comment of this version, which no server executes. */
const NO_VERSION = 999_999;

/**
 * What a byte means: the comment goes on or ends here, it was no comment and the byte is to be read again, or it is a
 * conditional comment whose content begins with this byte.
 */
type Meaning = 'inside' | 'end' | 'none' | 'content';

/** Reads the comments of SQL, which begin with `--`, `#` or `/*`. */
export class CommentReader {
  #part: 'dash' | 'dashes' | 'slash' | 'start' | 'version' | 'line' | 'block' = 'line';
  #isBlank = false;
  #bytes: number[] = [];

  /**
   * Begins with `-`, `/` or `#`. Before a statement (`isBlank`), `--` begins a comment even if no white space follows
   * it.
   */
  begin(byte: number, isBlank: boolean): void {
    this.#bytes = [byte];
    this.#isBlank = isBlank;
    this.#part = byte === BYTE.dash ? 'dash' : byte === BYTE.slash ? 'slash' : 'line';
  }

  read(byte: number): Meaning {
    switch (this.#part) {
      case 'dash':
        return this.#next(byte, 'dashes', byte === BYTE.dash);
      case 'dashes':
        if (byte > BYTE.space && !this.#isBlank) return 'none';
        this.#part = 'line';
        return this.read(byte);
      case 'slash':
        return this.#next(byte, 'start', byte === BYTE.star);
      case 'start':
        return this.#next(byte, byte === EXCLAMATION || byte === LETTER_M ? 'version' : 'block', true);
      case 'version':
        return this.#readVersion(byte);
      case 'line':
        if (byte === BYTE.newline) return 'end';
        keep(this.#bytes, byte);
        return 'inside';
      default:
        if (byte === BYTE.slash && this.#bytes.at(-1) === BYTE.star && this.#bytes.length > 2) return 'end';
        keepTail(this.#bytes, byte);
        return 'inside';
    }
  }

  /** Returns whether the file may end here. */
  mayEnd(): boolean {
    return this.#part === 'line' || this.#part === 'dashes';
  }

  /** The comment without the end of a block. */
  text(): string {
    return Buffer.from(this.#bytes).toString('latin1');
  }

  /** The signs that were no comment. */
  signs(): readonly number[] {
    return this.#bytes;
  }

  #next(byte: number, part: 'dashes' | 'start' | 'version' | 'block', isComment: boolean): Meaning {
    if (!isComment) return 'none';
    this.#bytes.push(byte);
    this.#part = part;
    return 'inside';
  }

  /** A conditional comment begins with `/*!` or, of MariaDB, `/*M!`, and perhaps a version. */
  #readVersion(byte: number): Meaning {
    const isDigit = byte >= 48 && byte <= 57;
    const isMark = byte === EXCLAMATION && this.#bytes.length === 3 && this.#bytes[2] === LETTER_M;
    if (isDigit || isMark) {
      this.#bytes.push(byte);
      return 'inside';
    }
    const [, version] = /^\/\*M?!(\d*)$/.exec(this.text()) ?? [];
    this.#part = 'block';
    return version !== undefined && Number(version) < NO_VERSION ? 'content' : this.read(byte);
  }
}

/** Adds a byte to a statement or comment, up to the maximum. */
export function keep(bytes: number[], byte: number): void {
  if (bytes.length < MOST_STORED_BYTES) bytes.push(byte);
}

/**
 * Adds a byte to a comment. If the comment is too long, the byte replaces the last one, so that the end of the comment
 * is still recognised.
 */
function keepTail(bytes: number[], byte: number): void {
  if (bytes.length < MOST_STORED_BYTES) bytes.push(byte);
  else bytes[bytes.length - 1] = byte;
}
