import type { OpenLink, PrinterLink } from '#web/gate/printer/printer-link.ts';

export interface PrintedPaper {
  /** The rows of dots, true for black; rows that only moved the paper are empty. */
  rows: boolean[][];
  cuts: number;
}

/** Reads back what a printer would put on its paper. Throws on a command that no driver of ours sends. */
export function readPaper(bytes: Uint8Array): PrintedPaper {
  const rows: boolean[][] = [];
  let cuts = 0;
  let at = 0;
  const next = () => {
    const byte = bytes[at];
    if (byte === undefined) throw new Error('The bytes end within a command.');
    at += 1;
    return byte;
  };
  while (at < bytes.length) {
    const command = `${next()} ${next()}`;
    if (command === '27 64') continue;
    if (command === '16 4') next();
    else if (command === '27 74') for (let left = next(); left > 0; left -= 1) rows.push([]);
    else if (command === '29 86') {
      next();
      next();
      cuts += 1;
    } else if (command === '29 118') {
      next();
      next();
      const across = next() + 256 * next();
      const down = next() + 256 * next();
      for (let y = 0; y < down; y += 1) {
        const row: boolean[] = [];
        for (let x = 0; x < across; x += 1) {
          const byte = next();
          for (let bit = 7; bit >= 0; bit -= 1) row.push(((byte >> bit) & 1) === 1);
        }
        rows.push(row);
      }
    } else throw new Error(`Unknown command ${command}.`);
  }
  return { rows, cuts };
}

/** A printer whose faults a test chooses. */
export class StubPrinter {
  readonly bytes: number[] = [];
  opened = 0;
  isOff = false;
  isStalled = false;
  /** Whether it answers questions about its paper. */
  answers = true;
  hasPaper = true;
  /** The number of bytes after which it goes off. */
  offAfter = Number.POSITIVE_INFINITY;
  #onGone: (() => void) | undefined;

  readonly open: OpenLink = async (_, { onGone }) => {
    if (this.isOff) throw new Error('The printer is off.');
    this.opened += 1;
    this.#onGone = onGone;
    return this.#link();
  };

  switchOff(): void {
    this.isOff = true;
    this.#onGone?.();
  }

  #link(): PrinterLink {
    return {
      name: 'Stub 58',
      piece: 120,
      write: async (bytes) => {
        if (this.isOff) throw new Error('The printer is off.');
        if (this.isStalled) return new Promise(() => {});
        if (bytes[0] !== 0x10) this.bytes.push(...bytes);
        if (this.bytes.length < this.offAfter) return;
        this.offAfter = Number.POSITIVE_INFINITY;
        this.switchOff();
        throw new Error('The printer went off.');
      },
      read: async (ms) => {
        if (this.answers) return Uint8Array.of(this.hasPaper ? 0x12 : 0x72);
        await new Promise((resolve) => setTimeout(resolve, ms));
        return undefined;
      },
      close: async () => {
        this.#onGone = undefined;
      },
    };
  }
}
