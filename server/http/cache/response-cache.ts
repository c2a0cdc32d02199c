import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, crc32, gunzip, gzip } from 'node:zlib';
import pLimit from 'p-limit';
import { Refusal } from '#contract/refusals.ts';

const compressGzip = promisify(gzip);
const decompressGzip = promisify(gunzip);
const compressBrotli = promisify(brotliCompress);

const MOST_ANSWERS = 1000;
/** Uncompressed; the compressed forms add about a fifth. */
const MOST_BYTES = 48 * 1024 * 1024;
/** A larger answer is cached in compressed form only, so that a year of prices does not push out the popular pages. */
const LARGE_BYTES = 512 * 1024;
const MOST_REQUESTED_ONCE = 10_000;
/** More would only share the processor and hold memory. */
const MOST_COMPUTING = 4;
/** A queue of about a second; whoever comes later is asked to try again. */
const MOST_WAITING = 64;
const RETRY_SECONDS = 2;
const BROTLI_QUALITY = 9;
/** Half of the work, and for a year of prices fewer bytes (139 kB instead of 143). */
const LARGE_BROTLI_QUALITY = 5;
const FIRST_GZIP_LEVEL = 1;

interface CachedAnswer {
  etag: string;
  headers: OutgoingHttpHeaders;
  /** Dropped from a large answer once it is compressed; for a client without compression it is inflated. */
  plain: NegotiatedAnswer | undefined;
  /** Made at once with fast compression when the first reader accepts it, otherwise after the answer. */
  gzip: NegotiatedAnswer | undefined;
  /** Made after the answer. */
  brotli: NegotiatedAnswer | undefined;
  notModified: NegotiatedAnswer;
  /** Its size towards MOST_BYTES. */
  bytes: number;
}

export interface CacheableAnswer {
  /** 200 by default; other answers are not cached. */
  status?: number;
  content: string | Buffer;
  headers: OutgoingHttpHeaders;
}

/** An answer just computed, with its form for the cache if its status is 200. */
interface ComputedAnswer {
  cached?: CachedAnswer;
  plain: NegotiatedAnswer;
}

export interface NegotiatedAnswer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer | undefined;
}

/**
 * Caches public answers as compressed bytes. They depend only on stored data and the day, so a new `version` (data
 * version and day in Colombo) empties the cache.
 *
 * An address is cached at its second request within a version. Rare addresses and made-up query strings thus cost no
 * memory and no compression. The answers asked for least recently are dropped first. Few answers are computed at a time;
 * beyond a short queue a request is refused with not_ready.
 */
export class ResponseCache {
  readonly #cached = new Map<string, CachedAnswer>();
  /** Checksums: addresses of strangers may be long. */
  readonly #requestedOnce = new Set<number>();
  readonly #inProgress = new Map<string, Promise<ComputedAnswer>>();
  readonly #limit = pLimit(MOST_COMPUTING);
  #bytes = 0;
  #version = '';

  get version(): string {
    return this.#version;
  }

  /** Sets the version and empties the cache when it is a new one. */
  renew(version: string): void {
    if (version === this.#version) return;
    this.#version = version;
    this.#cached.clear();
    this.#requestedOnce.clear();
    // New requests must not wait for answers of the old version.
    this.#inProgress.clear();
    this.#bytes = 0;
  }

  /** Answers directly on node:http, without Fastify. Returns false when the address is not cached. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET') return false;
    const chosen = this.find(request.url ?? '', request.headers);
    if (!chosen) return false;
    response.writeHead(chosen.status, chosen.headers);
    response.end(chosen.body);
    return true;
  }

  find(url: string, headers: IncomingHttpHeaders): NegotiatedAnswer | undefined {
    const cached = this.#cached.get(url);
    if (!cached) return undefined;
    // The first of the map is the one that was not asked for longest.
    this.#cached.delete(url);
    this.#cached.set(url, cached);
    return negotiate(cached, headers);
  }

  /**
   * Returns the cached answer, or computes it. Concurrent requests share one computation. An answer whose version ended
   * meanwhile is sent but not cached. The first reader gets fast compression; the best compression runs after the
   * answer.
   */
  async getOrCompute(
    url: string,
    requestHeaders: IncomingHttpHeaders,
    compute: () => Promise<CacheableAnswer>,
  ): Promise<NegotiatedAnswer> {
    const version = this.#version;
    const found = this.find(url, requestHeaders);
    if (found) return found;
    const small = this.#cached.get(url);
    if (small?.gzip?.body) return this.#inflate(small.headers, small.gzip.body);
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
    const computed = this.#run(async () => prepare(await compute(), requestHeaders));
    const forget = () => {
      if (this.#inProgress.get(url) === computed) this.#inProgress.delete(url);
    };
    this.#inProgress.set(url, computed);
    computed.then(forget, forget);
    return computed;
  }

  /** For a client without compression, of a large answer. */
  #inflate(headers: OutgoingHttpHeaders, body: Buffer): Promise<NegotiatedAnswer> {
    return this.#run(async () => variant(headers, await decompressGzip(body)));
  }

  #run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#limit.pendingCount >= MOST_WAITING)
      return Promise.reject(new Refusal('not_ready', { retryAfterSeconds: RETRY_SECONDS }));
    return this.#limit(work);
  }

  #store(url: string, cached: CachedAnswer, plain: NegotiatedAnswer): void {
    this.#makeRoom(cached.bytes);
    this.#cached.set(url, cached);
    this.#bytes += cached.bytes;
    void compressFully(cached, plain.body ?? Buffer.alloc(0)).then(() => this.#dropPlain(url, cached));
  }

  /** Removes the uncompressed form of a large answer. */
  #dropPlain(url: string, cached: CachedAnswer): void {
    if (cached.bytes <= LARGE_BYTES) return;
    cached.plain = undefined;
    const small = (cached.brotli?.body?.length ?? 0) + (cached.gzip?.body?.length ?? 0);
    if (this.#cached.get(url) === cached) this.#bytes += small - cached.bytes;
    cached.bytes = small;
  }

  #isSecondRequest(url: string): boolean {
    const checksum = crc32(url);
    if (this.#requestedOnce.has(checksum)) return true;
    if (this.#requestedOnce.size >= MOST_REQUESTED_ONCE) this.#requestedOnce.clear();
    this.#requestedOnce.add(checksum);
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

/** CRC-32 and length, which cost a quarter of a cryptographic hash. */
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

/** Returns true when the encoding is named without `q=0`. Browsers always name what they accept. */
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
