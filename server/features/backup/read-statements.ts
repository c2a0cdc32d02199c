import type { Readable } from 'node:stream';

/** A statement ends with its line, before the end of what hides it from the other engine. */
const ENDS = /;(?: -- \*\/)?$/;

/**
 * Yields the statements of a backup with the comments before them. A semicolon at the end of a line ends a statement
 * unless it is inside a text, which counting quotes shows.
 */
export async function* readStatements(source: Readable): AsyncGenerator<string> {
  let isInText = false;
  let rest = '';
  let statement: string[] = [];
  for await (const chunk of source.setEncoding('utf8')) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (hasOddQuotes(line)) isInText = !isInText;
      statement.push(line);
      if (isInText || !ENDS.test(line)) continue;
      yield statement.join('\n');
      statement = [];
    }
  }
}

function hasOddQuotes(line: string): boolean {
  let isOdd = false;
  for (let at = line.indexOf("'"); at >= 0; at = line.indexOf("'", at + 1)) isOdd = !isOdd;
  return isOdd;
}
