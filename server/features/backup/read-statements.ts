import type { Readable } from 'node:stream';

/** A statement ends with its line. */
const ENDS = /;(?: -- \*\/)?$/;

/** A semicolon at the end of a line ends a statement unless an odd number of quotes precedes it. */
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
