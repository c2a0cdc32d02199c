/** A picture of black and white dots, eight in a byte from left to right; a set bit is black. */
export interface DotPicture {
  /** The width in dots, divisible by 8. */
  width: number;
  rows: Uint8Array[];
}

const ESC = 0x1b;
const GS = 0x1d;
/** Printers have little memory, so a picture is sent in bands of at most this number of rows. */
const BAND = 200;
/** The most rows that ESC J moves the paper. */
const FEED = 255;
/** The rows between the last printed line and the edge at which paper is torn off, at 8 dots a millimetre. */
const TEAR = 96;

/** Returns what to send to a printer, band by band, for one ticket. White rows only move the paper. */
export function printCommands({ width, rows }: DotPicture, hasCutter: boolean): Uint8Array<ArrayBuffer>[] {
  const commands = [bytes([ESC, 0x40])];
  let at = 0;
  while (at < rows.length) {
    const white = countFirst(rows.slice(at, at + FEED), isWhite);
    const black = white > 0 ? 0 : countFirst(rows.slice(at, at + BAND), (row) => !isWhite(row));
    commands.push(white > 0 ? bytes([ESC, 0x4a, white]) : band(width, rows.slice(at, at + black)));
    at += white + black;
  }
  commands.push(bytes([ESC, 0x4a, TEAR]));
  // GS V 66: moves the paper to the cutter and cuts it.
  if (hasCutter) commands.push(bytes([GS, 0x56, 66, 0]));
  return commands;
}

/** Asks for the state of the paper (DLE EOT 4). */
export const ASK_PAPER = bytes([0x10, 0x04, 4]);

/** Both bits of `paper end` are set in the answer of a printer without paper. */
export function isOutOfPaper(answer: Uint8Array): boolean {
  const [state = 0] = answer;
  return (state & 0x60) === 0x60;
}

/** GS v 0: the width in bytes and the height in rows, each low byte first, and the rows. */
function band(width: number, rows: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const across = width / 8;
  const head = [GS, 0x76, 0x30, 0, across & 255, across >> 8, rows.length & 255, rows.length >> 8];
  const sent = new Uint8Array(head.length + across * rows.length);
  sent.set(head);
  for (const [at, row] of rows.entries()) sent.set(row, head.length + at * across);
  return sent;
}

function countFirst(rows: readonly Uint8Array[], isCounted: (row: Uint8Array) => boolean): number {
  const end = rows.findIndex((row) => !isCounted(row));
  return end === -1 ? rows.length : end;
}

function isWhite(row: Uint8Array): boolean {
  return row.every((byte) => byte === 0);
}

function bytes(all: readonly number[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(all);
}
