import { Readable } from 'node:stream';

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

async function* writeRows([begin, end]: [string, string], pieces: AsyncIterable<object[]>): AsyncGenerator<string> {
  yield begin;
  let separator = '';
  for await (const piece of pieces) {
    if (piece.length === 0) continue;
    yield separator + piece.map((row) => JSON.stringify(row)).join(',');
    separator = ',';
  }
  yield end;
}
