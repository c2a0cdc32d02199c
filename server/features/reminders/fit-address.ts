import { textWidth } from '../../documents/outline-text.ts';

/** The sizes of an address in points. The first with which it fits is taken. */
const SIZES = [11, 10, 9, 8, 7] as const;
/** The height of a line as a multiple of its size. That of the Sinhala face, the higher one. */
const LINE_HEIGHT = 1.31;
/** Lines are broken where the words are drawn, which may be a little earlier than they are measured here. */
const FILLED = 0.97;
const MOST_LINES = 5;

/** A place in points, in which a line of `above` points is drawn over the address. */
interface Window {
  width: number;
  height: number;
  above: { text: string; fontSize: number };
}

/**
 * Returns the lines of an address and the largest size with which they fit into a window. Lines after the fourth are
 * joined. Call `openFaces` before.
 */
export function fitAddress(
  lines: readonly string[],
  { width, height, above }: Window,
): { lines: string[]; fontSize: number } {
  const joined = joinLast(lines);
  const left = height - heightOf([above.text], { fontSize: above.fontSize, width });
  const fits = (fontSize: number) => heightOf(joined, { fontSize, width }) <= left;
  return { lines: joined, fontSize: SIZES.find(fits) ?? SIZES[4] };
}

function joinLast(lines: readonly string[]): string[] {
  const shown = lines.slice(0, MOST_LINES - 1);
  const rest = lines.slice(MOST_LINES - 1).join(', ');
  return rest === '' ? shown : [...shown, rest];
}

function heightOf(lines: readonly string[], { fontSize, width }: { fontSize: number; width: number }): number {
  const count = lines.reduce((sum, line) => sum + countRows(line, { fontSize, width: width * FILLED }), 0);
  return count * fontSize * LINE_HEIGHT;
}

/** Counts the rows of a line that is broken between words. */
function countRows(line: string, { fontSize, width }: { fontSize: number; width: number }): number {
  const space = textWidth(' ', fontSize, 'regular');
  let rows = 1;
  let used = 0;
  for (const word of line.split(' ')) {
    const needed = textWidth(word, fontSize, 'regular');
    if (used > 0 && used + space + needed > width) {
      rows += 1;
      used = 0;
    }
    used += (used > 0 ? space : 0) + needed;
  }
  return rows;
}
