import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPaper } from '#web/testing/stub-printer.ts';
import { type DotPicture, isOutOfPaper, printCommands } from './print-commands.ts';

const TEAR = 96;

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(pieces.flatMap((piece) => [...piece]));
}

function blackAt(rows: readonly (readonly boolean[])[]): string[] {
  return rows.flatMap((row, y) => row.flatMap((isBlack, x) => (isBlack ? [`${x} ${y}`] : [])));
}

function dotsIn({ rows }: DotPicture): string[] {
  return blackAt(
    rows.map((row) => [...row].flatMap((byte) => [...byte.toString(2).padStart(8, '0')].map((bit) => bit === '1'))),
  );
}

test('for any picture, the paper has each of its dots and no other, and then moves to the edge', () => {
  const row = fc.uint8Array({ minLength: 4, maxLength: 4 });
  const blank = fc.constant(new Uint8Array(4));
  const pictures = fc.array(fc.oneof(row, blank), { maxLength: 700 }).map((rows): DotPicture => ({ width: 32, rows }));
  fc.assert(
    fc.property(pictures, fc.boolean(), (picture, hasCutter) => {
      const paper = readPaper(joined(printCommands(picture, hasCutter)));
      expect(blackAt(paper.rows)).toEqual(dotsIn(picture));
      expect(paper.rows).toHaveLength(picture.rows.length + TEAR);
      expect(paper.cuts).toBe(hasCutter ? 1 : 0);
    }),
    { numRuns: 30 },
  );
});

test('a band has at most 200 rows, and white rows are not sent', () => {
  const black = new Uint8Array(48).fill(255);
  const white = new Uint8Array(48);
  const rows = [...new Array(450).fill(black), ...new Array(300).fill(white), black];
  const commands = printCommands({ width: 384, rows }, false);
  const bands = commands.filter(([first]) => first === 0x1d);
  expect(bands.map((band) => (band[6] ?? 0) + 256 * (band[7] ?? 0))).toEqual([200, 200, 50, 1]);
  expect(commands.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(451 * 48 + 60);
});

test.each([
  [0x12, false],
  [0x72, true],
  [0x60, true],
  [0x0c, false],
])('the answer %i about paper means out of paper: %s', (answer, isOut) => {
  expect(isOutOfPaper(Uint8Array.of(answer))).toBe(isOut);
});
