import { Readable } from 'node:stream';

/** An object whose last key is a list too long for memory. The list is read and sent in pieces. */
export class StreamedJson {
  readonly content: Readable;
  readonly headers: Record<'content-type' | 'x-total-count', string>;

  /** `total` is the length of the list; `pieces` are its rows. A failing piece breaks the connection. */
  constructor(head: object, listKey: string, { total, pieces }: { total: number; pieces: AsyncIterable<object[]> }) {
    this.content = Readable.from(writeObject(head, listKey, pieces), { objectMode: false });
    this.headers = { 'content-type': 'application/json; charset=utf-8', 'x-total-count': String(total) };
  }
}

async function* writeObject(head: object, listKey: string, pieces: AsyncIterable<object[]>): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},${JSON.stringify(listKey)}:[`;
  let separator = '';
  for await (const piece of pieces) {
    if (piece.length === 0) continue;
    yield separator + piece.map((row) => JSON.stringify(row)).join(',');
    separator = ',';
  }
  yield ']}';
}
