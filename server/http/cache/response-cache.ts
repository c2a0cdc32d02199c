import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import pLimit from 'p-limit';
import type { Instant } from '#billing/calendar.ts';
import { Refusal } from '#contract/refusals.ts';
import { type Clock, elapsedMs, systemClock } from '../../clock.ts';
import { isTooMuchWork, limitWork } from '../../limit-work.ts';
import {
  type CacheableAnswer,
  type CachedAnswer,
  type ComputedAnswer,
  compressFully,
  compressToLeast,
  type NegotiatedAnswer,
  negotiate,
  prepare,
} from './cached-answer.ts';
import { PlainReaders } from './plain-readers.ts';

const MOST_ANSWERS = 1000;
/** The limit on the uncompressed bytes in the cache. The compressed forms add about a fifth. */
const MOST_BYTES = 48 * 1024 * 1024;
/** A larger answer is cached only compressed, so that a year of prices does not push out the popular pages. */
const LARGE_BYTES = 1024 * 1024;
const MOST_REQUESTED_ONCE = 10_000;
/**
 * The limits on computations. More at a time would not be faster and would hold more memory. A full queue takes about a
 * second to compute.
 */
const COMPUTING = { running: 4, waiting: 64 };
/** After this many requests, the first answers of a data version are compressed to the least: 160 ms of a thread each. */
const POPULAR = { requests: 20, answers: 10 };
/** For this long after a change, the old answer is sent to readers who would wait while others are computed. */
const LONGEST_OUTDATED_MS = 2000;
/** The version is read twice a second. If no read succeeded for this long, the version may be old. */
const LONGEST_UNCONFIRMED_MS = 1900;
/**
 * Compresses one answer at a time, because each finished one holds memory until the main thread frees it. Answers that
 * wait to be compressed take no additional memory, because they are already in the cache.
 */
const compressing = pLimit(1);

const UNCACHED = { 'cache-control': 'no-store', 'cdn-cache-control': 'no-store' };

/** An answer that is cached only in compressed form, for a client that accepts no compression. */
interface PackedAnswer extends Omit<NegotiatedAnswer, 'body'> {
  body: undefined;
  packed: Buffer;
}

interface CacheOptions {
  admit?: () => void;
  clock?: Clock;
  networkOf?: (request: FastifyRequest) => string;
}

interface OutdatedAnswer {
  cached: CachedAnswer;
  untilMs: number;
}

/**
 * Caches answers that depend only on stored data and the day. A new `version` (data version and day in Colombo) empties
 * the cache. An address is cached at its second request, so rare addresses and invented query strings cost neither
 * memory nor compression; if it was cached when the version changed, at its first. Few answers are computed at a time.
 * For two seconds after a change, a reader who would wait for them gets the old answer instead. Later, and in a session,
 * a request waits, and is refused with not_ready when the short queue is full.
 */
export class ResponseCache {
  readonly #cached = new Map<string, CachedAnswer>();
  readonly #outdated = new Map<string, OutdatedAnswer>();
  /** The addresses that were requested once. Only their checksums are stored, because the addresses may be long. */
  readonly #requestedOnce = new Set<number>();
  readonly #inProgress = new Map<string, Promise<ComputedAnswer>>();
  readonly #limit = limitWork(COMPUTING);
  readonly #plainReaders = new PlainReaders();
  readonly #admit: () => void;
  readonly #clock: Clock;
  readonly #networkOf: (request: FastifyRequest) => string;
  #computing = 0;
  #bytes = 0;
  #popular = 0;
  #sent = 0;
  #unchanged = 0;
  #computed = 0;
  #version = '';
  #confirmed: { begunMs: number; at: Instant } | undefined;

  /**
   * `admit` throws while the process is too busy for anything but cached answers. `networkOf` returns the network by which
   * the client of a request is counted.
   */
  constructor({ admit = () => {}, clock = systemClock, networkOf = () => '' }: CacheOptions = {}) {
    this.#admit = admit;
    this.#clock = clock;
    this.#networkOf = networkOf;
  }

  get version(): string {
    return this.#version;
  }

  /**
   * The number of answers since the start of the process, and the number and bytes of answers in the cache. `unchanged`
   * counts answers without a body (304).
   */
  get use(): { sent: number; unchanged: number; computed: number; answers: number; bytes: number } {
    const { size: answers } = this.#cached;
    return { sent: this.#sent, unchanged: this.#unchanged, computed: this.#computed, answers, bytes: this.#bytes };
  }

  renew(version: string): void {
    if (version === this.#version) return;
    this.#version = version;
    this.#requestedOnce.clear();
    this.#outdate();
    // New requests must not join computations of the old version.
    this.#inProgress.clear();
    this.#bytes = 0;
    this.#popular = 0;
  }

  /** Moves all cached answers among the outdated ones. Those that are outdated already expire as before. */
  #outdate(): void {
    if (this.#outdated.size + this.#cached.size > MOST_ANSWERS) this.#outdated.clear();
    const untilMs = elapsedMs() + LONGEST_OUTDATED_MS;
    for (const [url, cached] of this.#cached) {
      this.#requestedOnce.add(crc32(url));
      // The old answer takes little memory: all browsers accept its gzip form.
      if (cached.gzip) cached.plain = undefined;
      this.#outdated.set(url, { cached, untilMs });
    }
    this.#cached.clear();
    setTimeout(() => {
      for (const [url, outdated] of this.#outdated) if (outdated.untilMs <= untilMs) this.#outdated.delete(url);
    }, LONGEST_OUTDATED_MS).unref();
  }

  confirm(read: { begunMs: number; at: Instant }): void {
    if (this.#confirmed === undefined || read.begunMs > this.#confirmed.begunMs) this.#confirmed = read;
  }

  get unconfirmedSince(): Instant | undefined {
    if (this.#confirmed === undefined) return undefined;
    return elapsedMs() - this.#confirmed.begunMs > LONGEST_UNCONFIRMED_MS ? this.#confirmed.at : undefined;
  }

  /**
   * Adds headers to an answer that may be out of date, so that no cache stores it or treats it as current. Returns
   * other answers unchanged.
   */
  #mark<Answer extends NegotiatedAnswer | PackedAnswer>(answer: Answer): Answer {
    const since = this.unconfirmedSince;
    if (since === undefined) return answer;
    return { ...answer, headers: { ...answer.headers, ...UNCACHED, 'x-data-confirmed': since } };
  }

  /** Answers directly on node:http, without Fastify. Returns false when the address is not cached. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET') return false;
    const url = request.url ?? '';
    const chosen = this.#findWithoutWaiting(url, request.headers);
    if (!chosen) return false;
    if (chosen.status === 304) this.#unchanged += 1;
    else this.#sent += 1;
    response.writeHead(chosen.status, chosen.headers);
    response.end(chosen.body);
    return true;
  }

  find(url: string, headers: IncomingHttpHeaders): NegotiatedAnswer | undefined {
    const cached = this.#cached.get(url);
    if (!cached || this.#isExpired(cached)) return undefined;
    // The address moves to the end of the map, so that the map begins with the address that was not requested for the
    // longest time.
    this.#cached.delete(url);
    this.#cached.set(url, cached);
    cached.found += 1;
    if (cached.found === POPULAR.requests) this.#compressToLeast(url, cached);
    const chosen = negotiate(cached, headers);
    return chosen && this.#mark(chosen);
  }

  /** Returns the answer from before the last change, for at most two seconds and never in a session. */
  #findOutdated(url: string, headers: IncomingHttpHeaders): NegotiatedAnswer | undefined {
    const outdated = this.#outdated.get(url);
    if (outdated === undefined || elapsedMs() >= outdated.untilMs || this.#isExpired(outdated.cached)) return undefined;
    if (headers.authorization !== undefined) return undefined;
    const chosen = negotiate(outdated.cached, headers);
    return chosen && { ...chosen, headers: { ...chosen.headers, ...UNCACHED } };
  }

  /** Returns what can be sent without waiting for a computation that has begun, or for the turn of a new one. */
  #findWithoutWaiting(url: string, headers: IncomingHttpHeaders): NegotiatedAnswer | undefined {
    const found = this.find(url, headers);
    if (found !== undefined || (this.#computing < COMPUTING.running && !this.#inProgress.has(url))) return found;
    return this.#findOutdated(url, headers);
  }

  /**
   * Returns the cached answer or computes it. Concurrent requests share one computation. If the version changes during
   * the computation, the answer is sent but not cached.
   */
  async getOrCompute(
    url: string,
    requestHeaders: IncomingHttpHeaders,
    compute: () => Promise<CacheableAnswer>,
  ): Promise<NegotiatedAnswer | PackedAnswer> {
    const version = this.#version;
    const found = this.#findWithoutWaiting(url, requestHeaders);
    if (found) return found;
    const small = this.#cached.get(url);
    if (small?.gzip && !this.#isExpired(small)) {
      this.#admit();
      return this.#mark({
        status: 200,
        headers: small.headers,
        body: undefined,
        packed: small.gzip.body ?? Buffer.alloc(0),
      });
    }
    try {
      const { cached, plain } = await this.#make(url, requestHeaders, compute);
      if (!cached) return this.#mark(plain);
      if (version === this.#version && !this.find(url, {}) && this.#isSecondRequest(url))
        this.#store(url, cached, plain);
      return this.#mark(negotiate(cached, requestHeaders) ?? plain);
    } catch (error) {
      // A server that is busy, or without its database, sends an expired or outdated answer instead of an error.
      const expired = this.#cached.get(url);
      const chosen = expired ? negotiate(expired, requestHeaders) : this.#findOutdated(url, requestHeaders);
      if (!chosen || (error instanceof Refusal && !isTooMuchWork(error))) throw error;
      return this.#mark(chosen);
    }
  }

  #isExpired({ expiresAt }: CachedAnswer): boolean {
    return expiresAt !== undefined && this.#clock.now() >= expiresAt;
  }

  bodyFor(answer: NegotiatedAnswer | PackedAnswer, request: FastifyRequest): Buffer | Readable | undefined {
    return 'packed' in answer ? this.#plainReaders.open(answer.packed, this.#networkOf(request)) : answer.body;
  }

  #make(
    url: string,
    requestHeaders: IncomingHttpHeaders,
    compute: () => Promise<CacheableAnswer>,
  ): Promise<ComputedAnswer> {
    const running = this.#inProgress.get(url);
    if (running !== undefined) return running;
    this.#admit();
    this.#computed += 1;
    const computed = this.#limit(async () => prepare(await compute(), requestHeaders));
    this.#computing += 1;
    const forget = () => {
      this.#computing -= 1;
      if (this.#inProgress.get(url) === computed) this.#inProgress.delete(url);
    };
    this.#inProgress.set(url, computed);
    computed.then(forget, forget);
    return computed;
  }

  #store(url: string, cached: CachedAnswer, plain: NegotiatedAnswer): void {
    this.#bytes -= this.#cached.get(url)?.bytes ?? 0;
    this.#cached.delete(url);
    this.#makeRoom(cached.bytes);
    this.#cached.set(url, cached);
    this.#bytes += cached.bytes;
    if (cached.isCompressed) return;
    const body = plain.body ?? Buffer.alloc(0);
    void compressing(async () => {
      if (this.#cached.get(url) !== cached) return;
      await compressFully(cached, body);
      this.#dropPlain(url, cached);
    });
  }

  #compressToLeast(url: string, cached: CachedAnswer): void {
    const body = cached.plain?.body;
    if (cached.isCompressed || body === undefined || this.#popular >= POPULAR.answers) return;
    this.#popular += 1;
    void compressing(async () => {
      if (this.#cached.get(url) === cached) await compressToLeast(cached, body);
    });
  }

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
