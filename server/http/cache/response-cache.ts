import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, crc32, gzip } from 'node:zlib';

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** Answers cached at most. */
const MOST_ANSWERS = 1000;
/** Uncompressed bytes cached at most; the compressed ones beside them are about a fifth of that. */
const MOST_BYTES = 48 * 1024 * 1024;
/** An answer above this is cached compressed alone: a year of prices must not push out the pages that everybody reads. */
const LARGE_BYTES = 512 * 1024;
/** Addresses remembered as requestHeaders once, at most. */
const MOST_REQUESTED_ONCE = 10_000;
const BROTLI_QUALITY = 9;
/** Of large answers: half of the work, and for a year of prices fewer bytes (139 kB in place of 143). */
const LARGE_BROTLI_QUALITY = 5;
const FIRST_GZIP_LEVEL = 1;

/** A public answer as bytes, ready to be sent again without thinking. */
interface CachedAnswer {
  etag: string;
  headers: OutgoingHttpHeaders;
  /** Dropped from a large answer when its compressed forms are there; a reader who takes neither is answered anew. */
  plain: NegotiatedAnswer | undefined;
  /** ComputedAnswer at once and fast for a reader who takes it, else behind the answer. */
  gzip: NegotiatedAnswer | undefined;
  /** ComputedAnswer behind the answer. */
  brotli: NegotiatedAnswer | undefined;
  notModified: NegotiatedAnswer;
  /** What it counts for. */
  bytes: number;
}

/** A public answer as it was computed. */
export interface CacheableAnswer {
  /** 200 unless said; anything else is not cached. */
  status?: number;
  content: string | Buffer;
  headers: OutgoingHttpHeaders;
}

/** An answer that was just made: as it may be cached, if it may, and whole. */
interface ComputedAnswer {
  cached?: CachedAnswer;
  plain: NegotiatedAnswer;
}

/** What to send: a status, headers and a body. */
export interface NegotiatedAnswer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer | undefined;
}

/**
 * Public answers, cached as compressed bytes as long as they are true. They are a function of the stored data and of the
 * day, so the whole cache is emptied when either changes: `version` is the data version and the Colombo day in one text.
 *
 * An address is cached when it is requestHeaders for the second time in an version. What nobody asks for again costs no room and no
 * compression, and addresses with made-up query strings push out nothing.
 */
export class ResponseCache {
  readonly #cached = new Map<string, CachedAnswer>();
  readonly #requestedOnce = new Set<string>();
  readonly #inProgress = new Map<string, Promise<ComputedAnswer>>();
  #bytes = 0;
  #version = '';

  get version(): string {
    return this.#version;
  }

  /** Starts a new version; everything cached belonged to the old one. */
  renew(version: string): void {
    if (version === this.#version) return;
    this.#version = version;
    this.#cached.clear();
    this.#requestedOnce.clear();
    // Who asks from now on must not wait for what was begun before.
    this.#inProgress.clear();
    this.#bytes = 0;
  }

  /** Answers straight from node:http, before any framework; false when the address is not cached. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET') return false;
    const chosen = this.find(request.url ?? '', request.headers);
    if (!chosen) return false;
    response.writeHead(chosen.status, chosen.headers);
    response.end(chosen.body);
    return true;
  }

  /** What is cached for an address, in the form that these request headers ask for. */
  find(url: string, headers: IncomingHttpHeaders): NegotiatedAnswer | undefined {
    const cached = this.#cached.get(url);
    return cached && negotiate(cached, headers);
  }

  /**
   * Gives what is cached for an address, or what `compute` makes, and keeps that from the second time on. Whoever asks
   * while it is being made waits for the same one: a list that was just published is made once, however many wait for it.
   * An answer that grew old while it was made is sent but not cached. The first reader gets fast compression; the smallest
   * bytes are made behind their back for all who follow.
   */
  async getOrCompute(
    url: string,
    requestHeaders: IncomingHttpHeaders,
    compute: () => Promise<CacheableAnswer>,
  ): Promise<NegotiatedAnswer> {
    const version = this.#version;
    const found = this.find(url, requestHeaders);
    if (found) return found;
    const { cached, plain } = await this.#make(url, requestHeaders, compute);
    if (!cached) return plain;
    if (version === this.#version && !this.#cached.has(url) && this.#isSecondRequest(url))
      this.#store(url, cached, plain);
    return negotiate(cached, requestHeaders) ?? plain;
  }

  #make(
    url: string,
    requestHeaders: IncomingHttpHeaders,
    compute: () => Promise<CacheableAnswer>,
  ): Promise<ComputedAnswer> {
    const running = this.#inProgress.get(url);
    if (running !== undefined) return running;
    const computed = compute().then((answer) => prepare(answer, requestHeaders));
    const forget = () => {
      if (this.#inProgress.get(url) === computed) this.#inProgress.delete(url);
    };
    this.#inProgress.set(url, computed);
    computed.then(forget, forget);
    return computed;
  }

  #store(url: string, cached: CachedAnswer, plain: NegotiatedAnswer): void {
    this.#makeRoom(cached.bytes);
    this.#cached.set(url, cached);
    this.#bytes += cached.bytes;
    void compressFully(cached, plain.body ?? Buffer.alloc(0)).then(() => this.#dropPlain(url, cached));
  }

  /** Leaves of a large answer what is small. */
  #dropPlain(url: string, cached: CachedAnswer): void {
    if (cached.bytes <= LARGE_BYTES) return;
    cached.plain = undefined;
    const small = (cached.brotli?.body?.length ?? 0) + (cached.gzip?.body?.length ?? 0);
    if (this.#cached.get(url) === cached) this.#bytes += small - cached.bytes;
    cached.bytes = small;
  }

  #isSecondRequest(url: string): boolean {
    if (this.#requestedOnce.has(url)) return true;
    if (this.#requestedOnce.size >= MOST_REQUESTED_ONCE) this.#requestedOnce.clear();
    this.#requestedOnce.add(url);
    return false;
  }

  #makeRoom(length: number): void {
    for (const [url, cached] of this.#cached) {
      if (this.#cached.size < MOST_ANSWERS && this.#bytes + length <= MOST_BYTES) return;
      this.#cached.delete(url);
      this.#bytes -= cached.bytes;
    }
  }
}

/** An answer with fast compression for a reader who takes it. */
async function prepare(
  { content, headers, status = 200 }: CacheableAnswer,
  requestHeaders: IncomingHttpHeaders,
): Promise<ComputedAnswer> {
  const body = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
  if (status !== 200) return { plain: { ...variant(headers, body), status } };
  const etag = etagOf(body);
  const all = { ...headers, etag };
  const plain = variant(all, body);
  const takesGzip = accepts(acceptedBy(requestHeaders), 'gzip');
  const cached: CachedAnswer = {
    etag,
    headers: all,
    plain,
    gzip: takesGzip ? variant(all, await compressGzip(body, { level: FIRST_GZIP_LEVEL }), 'gzip') : undefined,
    brotli: undefined,
    notModified: { status: 304, headers: all, body: undefined },
    bytes: body.length,
  };
  return { cached, plain };
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

function negotiate(cached: CachedAnswer, requestHeaders: IncomingHttpHeaders): NegotiatedAnswer | undefined {
  const condition = requestHeaders['if-none-match'];
  if (condition !== undefined && isMatch(condition, cached.etag)) return cached.notModified;
  const accepted = acceptedBy(requestHeaders);
  if (cached.brotli && accepts(accepted, 'br')) return cached.brotli;
  return cached.gzip && accepts(accepted, 'gzip') ? cached.gzip : cached.plain;
}

function acceptedBy(requestHeaders: IncomingHttpHeaders): string {
  return String(requestHeaders['accept-encoding'] ?? '').toLowerCase();
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

async function compressFully(cached: CachedAnswer, plain: Buffer): Promise<void> {
  const [brotli, gzipped] = await Promise.all([
    compressBrotli(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: plain.length > LARGE_BYTES ? LARGE_BROTLI_QUALITY : BROTLI_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    }),
    cached.gzip?.body ?? compressGzip(plain),
  ]);
  cached.brotli = variant(cached.headers, brotli, 'br');
  cached.gzip = variant(cached.headers, gzipped, 'gzip');
}

function isMatch(condition: string, etag: string): boolean {
  return condition === etag || condition.split(',').some((one) => one.trim() === etag || one.trim() === '*');
}
