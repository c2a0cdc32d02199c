import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, crc32, gzip } from 'node:zlib';

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** Answers kept at most. */
const MOST_ANSWERS = 1000;
/** Uncompressed bytes kept at most; the compressed ones beside them are about a fifth of that. */
const MOST_BYTES = 48 * 1024 * 1024;
/** An answer above this is kept compressed alone: a year of prices must not push out the pages that everybody reads. */
const LARGE_BYTES = 512 * 1024;
/** Addresses remembered as asked once, at most. */
const MOST_ASKED_ONCE = 10_000;
const BROTLI_QUALITY = 9;
/** Of large answers: half of the work, and for a year of prices fewer bytes (139 kB in place of 143). */
const LARGE_BROTLI_QUALITY = 5;
const FIRST_GZIP_LEVEL = 1;

/** A public answer as bytes, ready to be sent again without thinking. */
interface Kept {
  etag: string;
  headers: OutgoingHttpHeaders;
  /** Dropped from a large answer when its compressed forms are there; a reader who takes neither is answered anew. */
  plain: NegotiatedAnswer | undefined;
  /** Made at once and fast for a reader who takes it, else behind the answer. */
  gzip: NegotiatedAnswer | undefined;
  /** Made behind the answer. */
  brotli: NegotiatedAnswer | undefined;
  notModified: NegotiatedAnswer;
  /** What it counts for. */
  bytes: number;
}

/** A public answer as it was computed. */
export interface CacheableAnswer {
  /** 200 unless said; anything else is not kept. */
  status?: number;
  content: string | Buffer;
  headers: OutgoingHttpHeaders;
}

/** An answer that was just made: as it may be kept, if it may, and whole. */
interface Made {
  kept?: Kept;
  plain: NegotiatedAnswer;
}

/** What to send: a status, headers and a body. */
export interface NegotiatedAnswer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer | undefined;
}

/**
 * Public answers, kept as compressed bytes as long as they are true. They are a function of the stored data and of the
 * day, so the whole cache is emptied when either changes: `edition` is the data version and the Colombo day in one text.
 *
 * An address is kept when it is asked for the second time in an edition. What nobody asks for again costs no room and no
 * compression, and addresses with made-up query strings push out nothing.
 */
export class ResponseCache {
  readonly #kept = new Map<string, Kept>();
  readonly #askedOnce = new Set<string>();
  readonly #making = new Map<string, Promise<Made>>();
  #bytes = 0;
  #edition = '';

  get edition(): string {
    return this.#edition;
  }

  /** Starts a new edition; everything kept belonged to the old one. */
  renew(edition: string): void {
    if (edition === this.#edition) return;
    this.#edition = edition;
    this.#kept.clear();
    this.#askedOnce.clear();
    // Who asks from now on must not wait for what was begun before.
    this.#making.clear();
    this.#bytes = 0;
  }

  /** Answers straight from node:http, before any framework; false when the address is not kept. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET') return false;
    const chosen = this.find(request.url ?? '', request.headers);
    if (!chosen) return false;
    response.writeHead(chosen.status, chosen.headers);
    response.end(chosen.body);
    return true;
  }

  /** What is kept for an address, in the form that these request headers ask for. */
  find(url: string, headers: IncomingHttpHeaders): NegotiatedAnswer | undefined {
    const kept = this.#kept.get(url);
    return kept && choose(kept, headers);
  }

  /**
   * Gives what is kept for an address, or what `compute` makes, and keeps that from the second time on. Whoever asks
   * while it is being made waits for the same one: a list that was just published is made once, however many wait for it.
   * An answer that grew old while it was made is sent but not kept. The first reader gets fast compression; the smallest
   * bytes are made behind their back for all who follow.
   */
  async give(
    url: string,
    asked: IncomingHttpHeaders,
    compute: () => Promise<CacheableAnswer>,
  ): Promise<NegotiatedAnswer> {
    const edition = this.#edition;
    const found = this.find(url, asked);
    if (found) return found;
    const { kept, plain } = await this.#make(url, asked, compute);
    if (!kept) return plain;
    if (edition === this.#edition && !this.#kept.has(url) && this.#isAskedAgain(url)) this.#keep(url, kept, plain);
    return choose(kept, asked) ?? plain;
  }

  #make(url: string, asked: IncomingHttpHeaders, compute: () => Promise<CacheableAnswer>): Promise<Made> {
    const others = this.#making.get(url);
    if (others !== undefined) return others;
    const making = compute().then((answer) => prepare(answer, asked));
    const isOver = () => {
      if (this.#making.get(url) === making) this.#making.delete(url);
    };
    this.#making.set(url, making);
    making.then(isOver, isOver);
    return making;
  }

  #keep(url: string, kept: Kept, plain: NegotiatedAnswer): void {
    this.#makeRoom(kept.bytes);
    this.#kept.set(url, kept);
    this.#bytes += kept.bytes;
    void shrink(kept, plain.body ?? Buffer.alloc(0)).then(() => this.#drop(url, kept));
  }

  /** Leaves of a large answer what is small. */
  #drop(url: string, kept: Kept): void {
    if (kept.bytes <= LARGE_BYTES) return;
    kept.plain = undefined;
    const small = (kept.brotli?.body?.length ?? 0) + (kept.gzip?.body?.length ?? 0);
    if (this.#kept.get(url) === kept) this.#bytes += small - kept.bytes;
    kept.bytes = small;
  }

  #isAskedAgain(url: string): boolean {
    if (this.#askedOnce.has(url)) return true;
    if (this.#askedOnce.size >= MOST_ASKED_ONCE) this.#askedOnce.clear();
    this.#askedOnce.add(url);
    return false;
  }

  #makeRoom(length: number): void {
    for (const [url, kept] of this.#kept) {
      if (this.#kept.size < MOST_ANSWERS && this.#bytes + length <= MOST_BYTES) return;
      this.#kept.delete(url);
      this.#bytes -= kept.bytes;
    }
  }
}

/** An answer with fast compression for a reader who takes it. */
async function prepare({ content, headers, status = 200 }: CacheableAnswer, asked: IncomingHttpHeaders): Promise<Made> {
  const body = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
  if (status !== 200) return { plain: { ...variant(headers, body), status } };
  const etag = etagOf(body);
  const all = { ...headers, etag };
  const plain = variant(all, body);
  const takesGzip = accepts(acceptedBy(asked), 'gzip');
  const kept: Kept = {
    etag,
    headers: all,
    plain,
    gzip: takesGzip ? variant(all, await compressGzip(body, { level: FIRST_GZIP_LEVEL }), 'gzip') : undefined,
    brotli: undefined,
    notModified: { status: 304, headers: all, body: undefined },
    bytes: body.length,
  };
  return { kept, plain };
}

/** Tells one content of an address from another: its CRC-32 and length, which cost a quarter of a cryptographic hash. */
function etagOf(body: Buffer): string {
  return `W/"${crc32(body).toString(36)}-${body.length.toString(36)}"`;
}

function variant(headers: OutgoingHttpHeaders, body: Buffer, encoding?: string): NegotiatedAnswer {
  return {
    status: 200,
    headers: {
      ...headers,
      'content-length': body.length,
      ...(encoding !== undefined && { 'content-encoding': encoding }),
    },
    body,
  };
}

function choose(kept: Kept, asked: IncomingHttpHeaders): NegotiatedAnswer | undefined {
  const condition = asked['if-none-match'];
  if (condition !== undefined && isMatch(condition, kept.etag)) return kept.notModified;
  const accepted = acceptedBy(asked);
  if (kept.brotli && accepts(accepted, 'br')) return kept.brotli;
  return kept.gzip && accepts(accepted, 'gzip') ? kept.gzip : kept.plain;
}

function acceptedBy(asked: IncomingHttpHeaders): string {
  return String(asked['accept-encoding'] ?? '').toLowerCase();
}

/** True when the encoding is named, and not with `q=0`, which refuses it. Browsers always name what they take. */
function accepts(accepted: string, encoding: string): boolean {
  return (
    accepted.includes(encoding) &&
    accepted.split(',').some((one) => {
      const [name = '', ...parameters] = one.split(';').map((part) => part.trim());
      return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    })
  );
}

async function shrink(kept: Kept, plain: Buffer): Promise<void> {
  const [brotli, gzipped] = await Promise.all([
    compressBrotli(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: plain.length > LARGE_BYTES ? LARGE_BROTLI_QUALITY : BROTLI_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    }),
    kept.gzip?.body ?? compressGzip(plain),
  ]);
  kept.brotli = variant(kept.headers, brotli, 'br');
  kept.gzip = variant(kept.headers, gzipped, 'gzip');
}

function isMatch(condition: string, etag: string): boolean {
  return condition === etag || condition.split(',').some((one) => one.trim() === etag || one.trim() === '*');
}
