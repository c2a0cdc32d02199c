import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, crc32, gzip } from 'node:zlib';
import type { Instant } from '#billing/calendar.ts';
import { acceptsEncoding } from './accepts-encoding.ts';

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);
/**
 * A price page of 133 kB is 18.1 kB at quality 6, which takes 2 ms of a thread beside the server's, and 16.3 kB at
 * quality 11, which takes 160 ms. So only what many readers get is compressed to the least.
 */
const BROTLI_QUALITY = 6;
const LEAST_BROTLI_QUALITY = constants.BROTLI_MAX_QUALITY;
/** The page is 22.1 kB at level 3 in 0.64 ms, 23.2 kB at level 1 in 0.56 ms and 21.1 kB at level 4 in 0.9 ms. */
const FIRST_GZIP_LEVEL = 3;

export interface CachedAnswer {
  etag: string;
  headers: OutgoingHttpHeaders;
  /**
   * The uncompressed answer. If it is large, it is dropped once it has been compressed, and decompressed again for a
   * client that accepts no compression.
   */
  plain: NegotiatedAnswer | undefined;
  /**
   * If the first client accepts gzip, this form is made immediately, with fast compression. Otherwise it is made after
   * that client has been answered.
   */
  gzip: NegotiatedAnswer | undefined;
  /** The Brotli form, made after the first client has been answered. */
  brotli: NegotiatedAnswer | undefined;
  notModified: NegotiatedAnswer;
  isCompressed: boolean;
  bytes: number;
  expiresAt: Instant | undefined;
  /** How often it was found in the cache. */
  found: number;
}

export interface CacheableAnswer {
  /** The HTTP status, 200 by default. Answers with another status are not cached. */
  status?: number;
  content: string | Buffer;
  headers: OutgoingHttpHeaders;
  isCompressed?: boolean;
  expiresAt?: Instant | undefined;
}

/** `cached` is its form for the cache; it is missing if the status is not 200. */
export interface ComputedAnswer {
  cached?: CachedAnswer;
  plain: NegotiatedAnswer;
}

export interface NegotiatedAnswer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer | undefined;
}

export async function prepare(
  { content, headers, status = 200, isCompressed = false, expiresAt }: CacheableAnswer,
  requestHeaders: IncomingHttpHeaders,
): Promise<ComputedAnswer> {
  const body = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
  if (status !== 200) return { plain: { ...variant(headers, body), status } };
  const etag = etagOf(body);
  const all = { ...headers, etag };
  const plain = variant(all, body);
  const takesGzip = !isCompressed && acceptsEncoding(requestHeaders, 'gzip');
  const cached: CachedAnswer = {
    etag,
    headers: all,
    plain,
    gzip: takesGzip ? variant(all, await compressGzip(body, { level: FIRST_GZIP_LEVEL }), 'gzip') : undefined,
    brotli: undefined,
    notModified: { status: 304, headers: all, body: undefined },
    isCompressed,
    bytes: body.length,
    expiresAt,
    found: 0,
  };
  return { cached, plain };
}

/** Returns an entity tag made of CRC-32 and length, which takes a quarter of the time of a cryptographic hash. */
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

export function negotiate(cached: CachedAnswer, requestHeaders: IncomingHttpHeaders): NegotiatedAnswer | undefined {
  const condition = requestHeaders['if-none-match'];
  if (condition !== undefined && isMatch(condition, cached.etag)) return cached.notModified;
  if (cached.brotli && acceptsEncoding(requestHeaders, 'br')) return cached.brotli;
  return cached.gzip && acceptsEncoding(requestHeaders, 'gzip') ? cached.gzip : cached.plain;
}

export async function compressFully(cached: CachedAnswer, plain: Buffer): Promise<void> {
  const [brotli, gzipped] = await Promise.all([
    compressBrotli(plain, brotliOptions(plain, BROTLI_QUALITY)),
    cached.gzip?.body ?? compressGzip(plain),
  ]);
  cached.brotli = variant(cached.headers, brotli, 'br');
  cached.gzip = variant(cached.headers, gzipped, 'gzip');
}

/** Replaces the Brotli form by the smallest one. */
export async function compressToLeast(cached: CachedAnswer, plain: Buffer): Promise<void> {
  const brotli = await compressBrotli(plain, brotliOptions(plain, LEAST_BROTLI_QUALITY));
  cached.brotli = variant(cached.headers, brotli, 'br');
}

function brotliOptions({ length }: Buffer, quality: number) {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: length,
    },
  };
}

function isMatch(condition: string, etag: string): boolean {
  return condition === etag || condition.split(',').some((one) => one.trim() === etag || one.trim() === '*');
}

/**
 * Returns true when the client already has the answer with this strong tag. A compressing proxy may have made the tag
 * weak.
 */
export function isTagKnown(condition: string | undefined, etag: string): boolean {
  return (condition ?? '').split(',').some((tag) => [etag, `W/${etag}`, '*'].includes(tag.trim()));
}
