import { Readable } from 'node:stream';
import { takeTurns } from '../../turns.ts';

interface StreamedRows {
  total: number;
  pieces: AsyncIterable<object[]>;
}

/**
 * A list that is too long for memory, or an object whose last key is such a list. The list is read and sent in pieces.
 */
export class StreamedJson {
  readonly content: Readable;
  readonly headers: Record<'content-type' | 'x-total-count', string>;

  /**
   * Sends `begin`, then the pieces, then `end`. If a piece cannot be read, the connection is closed without `end`, so
   * that the client notices.
   */
  constructor([begin, end]: [begin: string, end: string], { total, pieces }: StreamedRows) {
    this.content = Readable.from(writeRows([begin, end], pieces), { objectMode: false });
    this.headers = { 'content-type': 'application/json; charset=utf-8', 'x-total-count': String(total) };
  }

  static list(rows: StreamedRows): StreamedJson {
    return new StreamedJson(['[', ']'], rows);
  }

  static object(head: object, listKey: string, rows: StreamedRows): StreamedJson {
    return new StreamedJson([`${JSON.stringify(head).slice(0, -1)},${JSON.stringify(listKey)}:[`, ']}'], rows);
  }
}

/** Writing these rows takes a few milliseconds. A piece may be much longer, for example all tickets of a day. */
const ROWS_AT_ONCE = 500;

async function* writeRows([begin, end]: [string, string], pieces: AsyncIterable<object[]>): AsyncGenerator<string> {
  yield begin;
  let separator = '';
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; at += ROWS_AT_ONCE) {
      const rows = piece.slice(at, at + ROWS_AT_ONCE);
      yield separator + rows.map((row) => JSON.stringify(row)).join(',');
      separator = ',';
      await takeTurns();
    }
  }
  yield end;
}
