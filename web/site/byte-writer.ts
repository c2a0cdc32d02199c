/** The placeholder in markup for stored bytes. No text can contain it, because React writes `<` as `&lt;`. */
export const PIECE = '<!--piece-->';

const FIRST_SIZE = 256 * 1024;
const SHORT = 32;
const ASCII_END = 0x80;

/** Writes texts and stored bytes one after the other, as UTF-8. */
export class ByteWriter {
  #bytes = Buffer.allocUnsafe(FIRST_SIZE);
  #length = 0;

  text(text: string): this {
    // A UTF-16 code unit takes at most 3 bytes in UTF-8.
    this.#makeRoom(text.length * 3);
    let at = 0;
    // Short texts are copied here, because a call into native code costs more than copying a few characters.
    if (text.length <= SHORT)
      for (; at < text.length; at += 1) {
        const unit = text.charCodeAt(at);
        if (unit >= ASCII_END) break;
        this.#bytes[this.#length + at] = unit;
      }
    this.#length += at === text.length ? at : this.#bytes.write(text, this.#length);
    return this;
  }

  bytes(bytes: Uint8Array): this {
    this.#makeRoom(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
    return this;
  }

  /** Discards everything written so far, including what a failed write left behind. */
  begin(): this {
    this.#length = 0;
    return this;
  }

  written(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#length));
  }

  #makeRoom(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.#length + more));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

const whole = new ByteWriter();

/** Replaces the placeholders (PIECE) in the markup with the elements of `pieces`, in order. */
export function fillPieces(markup: string, pieces: readonly Uint8Array[]): Buffer {
  whole.begin();
  for (const [at, part] of markup.split(PIECE).entries()) {
    whole.text(part);
    const piece = pieces[at];
    if (piece) whole.bytes(piece);
  }
  return whole.written();
}

/** Escapes a text or an attribute as React does. */
export function escapeHtml(text: string): string {
  return /["'&<>]/.test(text) ? text.replaceAll(/["'&<>]/g, (letter) => ESCAPED[letter] ?? letter) : text;
}

const ESCAPED: Record<string, string> = { '"': '&quot;', "'": '&#x27;', '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Returns JSON for a script element. `<` is escaped, so that the text cannot end the element. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
