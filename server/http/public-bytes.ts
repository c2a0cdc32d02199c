import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** Answers kept at most; an address with a made-up query string takes one place and is soon pushed out. */
const MOST_ANSWERS = 1000;
/** Uncompressed bytes kept at most; the compressed ones beside them are about a fifth of that. */
const MOST_BYTES = 48 * 1024 * 1024;
const BROTLI_QUALITY = 9;
const FIRST_GZIP_LEVEL = 1;

/** A public answer as bytes, ready to be sent again without thinking. */
interface Kept {
  etag: string;
  headers: OutgoingHttpHeaders;
  plain: Chosen;
  /** Made at once and fast for a first reader who takes it, else once somebody asks again. */
  gzip: Chosen | undefined;
  /** Made once somebody asks again. */
  brotli: Chosen | undefined;
  notModified: Chosen;
  isAskedAgain: boolean;
}

/** What to send: a status, headers and a body. */
export interface Chosen {
  status: 200 | 304;
  headers: OutgoingHttpHeaders;
  body: Buffer | undefined;
}

/**
 * Public answers, kept as compressed bytes as long as they are true. They are a function of the stored data and of the
 * day, so the whole cache is emptied when either changes: `edition` is the data version and the Colombo day in one text.
 */
export class PublicBytes {
  readonly #kept = new Map<string, Kept>();
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
    this.#bytes = 0;
  }

  /** Answers straight from node:http, before any framework; false when the address is not kept. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET') return false;
    const kept = this.#kept.get(request.url ?? '');
    if (!kept) return false;
    const chosen = chooseAgain(kept, request.headers);
    response.writeHead(chosen.status, chosen.headers);
    response.end(chosen.body);
    return true;
  }

  /** What is kept for an address, in the form that these request headers ask for. */
  find(url: string, headers: IncomingHttpHeaders): Chosen | undefined {
    const kept = this.#kept.get(url);
    return kept && chooseAgain(kept, headers);
  }

  /**
   * Keeps an answer that was computed in `edition` and gives it as it should be sent now. An answer of a past edition is
   * sent but not kept. The first reader gets fast compression; the smallest bytes are worth making only for a second.
   */
  async keep(
    url: string,
    edition: string,
    text: string,
    headers: OutgoingHttpHeaders,
    asked: IncomingHttpHeaders,
  ): Promise<Chosen> {
    const body = Buffer.from(text, 'utf8');
    const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    const all = { ...headers, etag };
    const kept: Kept = {
      etag,
      headers: all,
      plain: variant(all, body),
      gzip: accepts(acceptedBy(asked), 'gzip')
        ? variant(all, await compressGzip(body, { level: FIRST_GZIP_LEVEL }), 'gzip')
        : undefined,
      brotli: undefined,
      notModified: { status: 304, headers: all, body: undefined },
      isAskedAgain: false,
    };
    if (edition === this.#edition && !this.#kept.has(url)) {
      this.#makeRoom(body.length);
      this.#kept.set(url, kept);
      this.#bytes += body.length;
    }
    return choose(kept, asked);
  }

  #makeRoom(length: number): void {
    for (const [url, kept] of this.#kept) {
      if (this.#kept.size < MOST_ANSWERS && this.#bytes + length <= MOST_BYTES) return;
      this.#kept.delete(url);
      this.#bytes -= kept.plain.body?.length ?? 0;
    }
  }
}

function variant(headers: OutgoingHttpHeaders, body: Buffer, encoding?: string): Chosen {
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

function chooseAgain(kept: Kept, asked: IncomingHttpHeaders): Chosen {
  if (!kept.isAskedAgain) {
    kept.isAskedAgain = true;
    void shrink(kept);
  }
  return choose(kept, asked);
}

function choose(kept: Kept, asked: IncomingHttpHeaders): Chosen {
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

async function shrink(kept: Kept): Promise<void> {
  const plain = kept.plain.body ?? Buffer.alloc(0);
  const [brotli, gzipped] = await Promise.all([
    compressBrotli(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
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
