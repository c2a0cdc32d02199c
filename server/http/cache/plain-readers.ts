import { Readable } from 'node:stream';
import { createGunzip, type Gunzip } from 'node:zlib';
import pLimit from 'p-limit';
import { elapsedMs } from '../../clock.ts';
import { tooMuchWork } from '../../limit-work.ts';

/** The clients of one network that read at a time. */
const MOST_OF_NETWORK = 4;
/** The clients of all networks. Each takes up to three pieces, the window of the compression and little else. */
const MOST = 64;
const PIECE_BYTES = 64 * 1024;
/** A client that has left a piece unread for this long loses its place to a new one while all are taken. */
const SLOW_MS = 2000;

interface Reader {
  network: string;
  content: Readable;
  /** When the client got its last piece; undefined while the next one is unpacked. */
  waitsSinceMs: number | undefined;
}

/**
 * Unpacks compressed answers for clients that accept no compression, such as curl, R and Excel. One piece is unpacked at a
 * time, and only when its client has read the one before: a slow client takes memory, but no work and no turn of others.
 */
export class PlainReaders {
  readonly #readers = new Set<Reader>();
  readonly #unpacking = pLimit(1);

  /** Returns the unpacked bytes. Throws not_ready when the network, or all networks together, have too many readers. */
  open(packed: Buffer, network: string): Readable {
    const own = [...this.#readers].filter((reader) => reader.network === network).length;
    if (own >= MOST_OF_NETWORK || (this.#readers.size >= MOST && !this.#endSlowest())) throw tooMuchWork();
    const gunzip = createGunzip({ chunkSize: PIECE_BYTES });
    gunzip.end(packed);
    const reader: Reader = { network, content: Readable.from([]), waitsSinceMs: undefined };
    reader.content = Readable.from(this.#pieces(gunzip, reader), { objectMode: false, highWaterMark: PIECE_BYTES });
    this.#readers.add(reader);
    return reader.content.on('close', () => {
      this.#readers.delete(reader);
      gunzip.destroy();
    });
  }

  async *#pieces(gunzip: Gunzip, reader: Reader): AsyncGenerator<Buffer> {
    const nextPiece = piecesOf(gunzip);
    for (;;) {
      reader.waitsSinceMs = undefined;
      const piece = await this.#unpacking(nextPiece);
      if (piece === undefined) return;
      reader.waitsSinceMs = elapsedMs();
      yield piece;
    }
  }

  /** Ends the reader that has waited longest for its client. Returns false if none waits for long. */
  #endSlowest(): boolean {
    const now = elapsedMs();
    const waiting = [...this.#readers].filter(({ waitsSinceMs }) => now - (waitsSinceMs ?? now) > SLOW_MS);
    const [slowest] = waiting.toSorted((one, other) => (one.waitsSinceMs ?? now) - (other.waitsSinceMs ?? now));
    if (!slowest) return false;
    this.#readers.delete(slowest);
    slowest.content.destroy(new Error('a slow reader gave its place to another one'));
    return true;
  }
}

/** Returns a function that resolves with the next piece; with undefined at the end. */
function piecesOf(gunzip: Gunzip): () => Promise<Buffer | undefined> {
  let wake = () => {};
  for (const event of ['readable', 'end', 'close']) gunzip.on(event, () => wake());
  return async () => {
    for (;;) {
      const { promise: changed, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      const piece = gunzip.read() as Buffer | null;
      if (piece !== null) return piece;
      if (gunzip.readableEnded || gunzip.destroyed) return undefined;
      await changed;
    }
  };
}
