import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { BucketPlace } from '../../config.ts';
import { adviceFor, adviceForConnection } from './bucket-advice.ts';

/** How long to wait for a bucket. */
export interface Timeouts {
  /** The pauses between the attempts of a request. */
  pausesMs: readonly number[];
  /** The longest time without any data in either direction. */
  idleMs: number;
  /** The longest time for all requests together. */
  totalMs: number;
}

const TIMEOUTS: Timeouts = { pausesMs: [1000, 10_000, 60_000], idleMs: 60_000, totalMs: 3 * 60 * 60 * 1000 };

/** The largest object that S3 accepts in one request. Larger ones are not read either. */
const MOST_BYTES = 5 * 1024 ** 3;
const MOST_ANSWER_BYTES = 2 * 1024 * 1024;
const PAGE = 1000;
const MOST_PAGES = 20;
const PIECE = 256 * 1024;
const NOTHING = createHash('sha256').digest('hex');

/** The message contains at most the bucket's error code, and never any other text that the bucket sent. */
export class BucketFault extends Error {
  /** True if another attempt may succeed. */
  readonly isPassing: boolean;
  /** True if the service may not know the header of the checksum. */
  readonly refusesChecksums: boolean;

  constructor(message: string, isPassing = false, refusesChecksums = false) {
    super(message);
    this.isPassing = isPassing;
    this.refusesChecksums = refusesChecksums;
  }
}

export interface BucketObject {
  /** The name without the prefix. */
  name: string;
  bytes: number;
}

export interface SealedFile {
  bytes: number;
  /** The SHA-256 hash in hexadecimal. */
  hash: string;
}

export interface SentFile extends SealedFile {
  place: string;
  /** The MD5 hash in hexadecimal. Buckets with Object Lock want it, or the SHA-256 hash as a checksum. */
  md5: string;
}

interface Ask {
  method: 'GET' | 'PUT' | 'DELETE';
  name?: string;
  query?: Record<string, string>;
  file?: SentFile;
  /** True for services that refuse headers of checksums. */
  isPlain?: boolean;
}

/** A bucket of any service that has the S3 interface. Objects are sent and read as streams. */
export class Bucket {
  readonly #place: BucketPlace;
  readonly #timeouts: Timeouts;
  readonly #end: AbortSignal;

  constructor(place: BucketPlace, timeouts: Timeouts = TIMEOUTS) {
    this.#place = place;
    this.#timeouts = timeouts;
    this.#end = AbortSignal.timeout(timeouts.totalMs);
  }

  /** Stores a file. The bucket compares the hash of the received bytes with the signed hash. */
  async put(name: string, file: SentFile): Promise<void> {
    if (file.bytes > MOST_BYTES) throw new BucketFault('the file is larger than 5 GB, the most that a bucket takes');
    const putOnce = (isPlain: boolean) =>
      this.#tryAgain(async (watch) => {
        await readText(await this.#send({ method: 'PUT', name, file, isPlain }, watch), watch);
      });
    try {
      await putOnce(false);
    } catch (fault) {
      if (!(fault instanceof BucketFault && fault.refusesChecksums)) throw fault;
      await putOnce(true);
    }
  }

  /**
   * Passes the pieces of an object to `take`. If the connection breaks, `take` is called again, from the first piece.
   */
  read<Result>(name: string, take: (pieces: AsyncIterable<Uint8Array>) => Promise<Result>): Promise<Result> {
    return this.#tryAgain(async (watch) => take(piecesOf(await this.#send({ method: 'GET', name }, watch), watch)));
  }

  async remove(name: string): Promise<void> {
    await this.#tryAgain(async (watch) => {
      await readText(await this.#send({ method: 'DELETE', name }, watch), watch);
    });
  }

  /** Lists the objects whose names begin with this text. Throws if the list is incomplete or has too many pages. */
  async list(beginning: string): Promise<BucketObject[]> {
    const prefix = this.#place.prefix + beginning;
    const found: BucketObject[] = [];
    let token: string | undefined;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const query = {
        'list-type': '2',
        'max-keys': String(PAGE),
        prefix,
        ...(token !== undefined && { 'continuation-token': token }),
      };
      const { objects, next } = await this.#tryAgain(async (watch) =>
        readList(await readText(await this.#send({ method: 'GET', query }, watch), watch)),
      );
      for (const { key, bytes } of objects)
        if (key.startsWith(prefix)) found.push({ name: key.slice(this.#place.prefix.length), bytes });
      if (next === undefined) return found;
      if (next === token) throw new BucketFault('the list of the bucket goes round in a circle');
      token = next;
    }
    throw new BucketFault(`the bucket has more than ${PAGE * MOST_PAGES} objects under ${prefix}`);
  }

  async #tryAgain<Result>(attempt: (watch: Watch) => Promise<Result>): Promise<Result> {
    const { pausesMs, idleMs } = this.#timeouts;
    for (let tried = 0; ; tried += 1) {
      const watch = new Watch(idleMs, this.#end);
      try {
        return await attempt(watch);
      } catch (fault) {
        if (this.#end.aborted) throw new BucketFault('the time for the bucket is over');
        const pause = pausesMs[tried];
        if (pause === undefined || !(fault instanceof BucketFault && fault.isPassing)) throw fault;
        await wait(pause);
      } finally {
        watch.end();
      }
    }
  }

  /** Sends a request and returns the response if it succeeded. The caller must read the body. */
  async #send({ method, name, query, file, isPlain }: Ask, watch: Watch): Promise<Response> {
    const { prefix, region, accessKey, secretKey } = this.#place;
    const object = name === undefined ? '' : `/${prefix}${name}`;
    const search = query === undefined ? '' : `?${new URLSearchParams(query)}`;
    const signer = new AwsV4Signer({
      method,
      url: `${addressOf(this.#place)}${object}${search}`,
      headers: {
        'x-amz-content-sha256': file?.hash ?? NOTHING,
        ...(file && checksumsOf(file, isPlain === true)),
      },
      accessKeyId: accessKey,
      secretAccessKey: secretKey,
      service: 's3',
      region,
    });
    const { url, headers } = await signer.sign();
    // These are not signed, because some services and proxies change them on the way.
    headers.set('accept-encoding', 'identity');
    if (file) {
      headers.set('content-length', String(file.bytes));
      headers.set('content-type', 'application/octet-stream');
    }
    watch.begin();
    const body = file && streamOf(watch.sent(createReadStream(file.place, { highWaterMark: PIECE })));
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal: watch.signal,
      ...(body && { body, duplex: 'half' as const }),
    }).catch((fault: unknown) => {
      throw asFault(fault);
    });
    if (response.ok) return response;
    throw faultOfAnswer(response, { text: await readText(response, watch), place: this.#place });
  }
}

/** Returns the address of the bucket: a part of the path, or with BACKUP_ADDRESSING=host a part of the host name. */
function addressOf({ endpoint, bucket, isInHostName }: BucketPlace): string {
  if (!isInHostName) return `${endpoint}/${bucket}`;
  const url = new URL(endpoint);
  url.hostname = `${bucket}.${url.hostname}`;
  return url.href.replace(/\/+$/, '');
}

function checksumsOf({ hash, md5 }: SentFile, isPlain: boolean): Record<string, string> {
  const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64');
  return { 'content-md5': base64(md5), ...(!isPlain && { 'x-amz-checksum-sha256': base64(hash) }) };
}

export function streamOf(pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const source = pieces[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await source.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await source.return?.();
    },
  });
}

/** Ends a request in which no data is sent or received for `idleMs`. */
class Watch {
  readonly #idleMs: number;
  readonly #stop = new AbortController();
  readonly signal: AbortSignal;
  #timer: NodeJS.Timeout | undefined;

  constructor(idleMs: number, end: AbortSignal) {
    this.#idleMs = idleMs;
    this.signal = AbortSignal.any([this.#stop.signal, end]);
  }

  begin(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#stop.abort(new BucketFault(`the bucket was silent for ${this.#idleMs / 1000} s`, true));
    }, this.#idleMs);
  }

  rest(): void {
    clearTimeout(this.#timer);
  }

  /** Ends the request if it is still in progress. */
  end(): void {
    this.rest();
    this.#stop.abort();
  }

  /** Yields the pieces of a file. Each piece restarts the timer, because the bucket has taken the previous one. */
  async *sent(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      this.begin();
      yield piece;
    }
  }
}

/** Yields the body of a response. The timer stops while the caller processes a piece. */
async function* piecesOf({ body }: Response, watch: Watch): AsyncGenerator<Uint8Array> {
  if (!body) return;
  const pieces = body[Symbol.asyncIterator]();
  let bytes = 0;
  for (;;) {
    watch.begin();
    const { done, value } = await pieces.next().catch((fault: unknown) => {
      throw asFault(fault);
    });
    watch.rest();
    if (done) return;
    bytes += value.length;
    if (bytes > MOST_BYTES) throw new BucketFault('the bucket sends more than it can contain');
    yield value;
  }
}

async function readText(response: Response, watch: Watch): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of piecesOf(response, watch)) {
    bytes += piece.length;
    if (bytes > MOST_ANSWER_BYTES) throw new BucketFault('the answer of the bucket is too long');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

const CHECKSUM_UNKNOWN = new Set(['InvalidArgument', 'InvalidRequest', 'NotImplemented', 'UnsupportedHeader']);

function faultOfAnswer(
  { status, headers }: Response,
  { text, place }: { text: string; place: BucketPlace },
): BucketFault {
  const code = /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1];
  const region = headers.get('x-amz-bucket-region') ?? /<Region>([\w-]{1,40})<\/Region>/.exec(text)?.[1];
  const isPassing = (status >= 500 && status !== 501) || status === 429 || status === 408;
  const advice = adviceFor({ status, code, region, date: headers.get('date') }, place);
  const message = `the bucket answered ${status}${code === undefined ? '' : ` (${code})`}${advice}`;
  return new BucketFault(message, isPassing, code !== undefined && CHECKSUM_UNKNOWN.has(code));
}

function asFault(fault: unknown): BucketFault {
  if (fault instanceof BucketFault) return fault;
  const cause = fault instanceof Error && fault.cause instanceof Error ? fault.cause : fault;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
  const reason = code ?? (cause instanceof Error ? cause.message : String(cause));
  return new BucketFault(`the connection to the bucket failed (${reason})${adviceForConnection(reason)}`, true);
}

/** Matches the objects of a list. XML entities in keys are not decoded, because names of backups need none. */
const OBJECT = /<Contents>.*?<\/Contents>/gs;

function readList(text: string): { objects: { key: string; bytes: number }[]; next: string | undefined } {
  const isWhole = /<ListBucketResult[\s>]/.test(text) && text.trimEnd().endsWith('</ListBucketResult>');
  const isCut = /<IsTruncated>(true|false)<\/IsTruncated>/.exec(text)?.[1];
  if (!isWhole || isCut === undefined) throw new BucketFault('the list of the bucket is cut off', true);
  const objects = [...text.matchAll(OBJECT)].map(([object]) => ({
    key: /<Key>([^<]*)<\/Key>/.exec(object)?.[1] ?? '',
    bytes: Number(/<Size>(\d{1,15})<\/Size>/.exec(object)?.[1]),
  }));
  const counted = /<KeyCount>(\d+)<\/KeyCount>/.exec(text)?.[1];
  if (counted !== undefined && Number(counted) !== objects.length)
    throw new BucketFault('the list of the bucket is cut off', true);
  const next = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(text)?.[1];
  if (isCut === 'false') return { objects, next: undefined };
  if (next === undefined) throw new BucketFault('the list of the bucket is cut off', true);
  return { objects, next: unescapeXml(next) };
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" };

function unescapeXml(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|apos);/g, (entity) => ENTITIES[entity] ?? entity);
}
