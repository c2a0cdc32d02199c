import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const KEYS = { accessKey: 'test-key', secretKey: 'a secret of forty characters for testing' };
const REGION = 'test-region';
const BUCKET = 'copies';
const PAGE = 3;

/** What the service does instead of answering a request correctly. */
export type Mood =
  | 'silent'
  | 'cut'
  | 'status-500'
  | 'status-503'
  | 'lie'
  | 'short'
  | 'wrong-etag'
  | 'drop'
  | 'cut-list'
  | 'short-list'
  | 'circle'
  | 'flood'
  | 'redirect';

export interface TestBucket {
  /** The environment variables of a server that stores its backups in this bucket. */
  environment: Record<string, string>;
  objects: Map<string, Buffer>;
  /** The keys of objects that a lock protects. */
  locked: Set<string>;
  /** The requests so far, such as `PUT pola-2026-11-12.sql.gz.age 200`. */
  requests: string[];
  /** Makes the service misbehave for the next `times` requests (1 by default) with this method. */
  expect(method: string, mood: Mood, times?: number): void;
  /** Limits the bytes a second that the service sends or receives. */
  throttle(bytesASecond: number): void;
  close(): Promise<void>;
}

/**
 * Opens an S3 service with one bucket. It checks signatures and hashes, and lists three objects a page. `now` is its
 * clock, in milliseconds since 1970.
 */
export async function openTestBucket(folder = 'market', now = () => Date.now()): Promise<TestBucket> {
  const objects = new Map<string, Buffer>();
  const locked = new Set<string>();
  const requests: string[] = [];
  const moods: { method: string; mood: Mood }[] = [];
  const state: Service = { objects, locked, slowness: undefined, now };
  const server = createServer(async (request, response) => {
    const { method = '' } = request;
    const list = new URL(request.url ?? '', 'http://bucket').searchParams.has('list-type');
    const kind = list ? 'LIST' : method;
    const at = moods.findIndex((one) => one.method === kind);
    const [chosen] = at < 0 ? [] : moods.splice(at, 1);
    response.on('close', () => {
      const name = decodeURIComponent(new URL(request.url ?? '', 'http://bucket').pathname)
        .split('/')
        .at(-1);
      requests.push(`${kind} ${list ? '' : `${name} `}${response.writableFinished ? response.statusCode : 'cut'}`);
    });
    await serve(state, { request, response, mood: chosen?.mood }).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    environment: {
      BACKUP_BUCKET: `s3://${BUCKET}/${folder}`,
      BACKUP_ENDPOINT: endpoint,
      BACKUP_REGION: REGION,
      BACKUP_ACCESS_KEY: KEYS.accessKey,
      BACKUP_SECRET_KEY: KEYS.secretKey,
    },
    objects,
    locked,
    requests,
    expect(method, mood, times = 1) {
      for (let count = 0; count < times; count += 1) moods.push({ method, mood });
    },
    throttle(bytesASecond) {
      state.slowness = bytesASecond;
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

interface Service {
  objects: Map<string, Buffer>;
  locked: ReadonlySet<string>;
  slowness: number | undefined;
  now: () => number;
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  mood: Mood | undefined;
}

async function serve(service: Service, { request, response, mood }: Exchange): Promise<void> {
  if (mood === 'silent') return;
  if (mood === 'redirect') return void response.writeHead(301, { location: 'http://127.0.0.1:9/' }).end();
  if (mood === 'status-500' || mood === 'status-503') {
    request.resume();
    return refuse(response, Number(mood.slice(-3)), mood === 'status-503' ? 'SlowDown' : 'InternalError');
  }
  if (mood === 'cut' && request.method === 'PUT') {
    request.once('data', () => request.destroy());
    return;
  }
  const fault = findSignatureFault(request, service.now());
  if (fault !== undefined) return refuse(response, 403, fault);
  const url = new URL(request.url ?? '', 'http://bucket');
  const [, bucket = '', ...rest] = decodeURIComponent(url.pathname).split('/');
  if (bucket !== BUCKET) return refuse(response, 404, 'NoSuchBucket');
  const key = rest.join('/');
  if (request.method === 'PUT') return take(service, key, { request, response, mood });
  if (request.method === 'DELETE') {
    if (service.locked.has(key)) return refuse(response, 403, 'AccessDenied');
    service.objects.delete(key);
    return void response.writeHead(204).end();
  }
  if (key === '') return answerList(service, url.searchParams, { response, mood });
  return send(service, key, { response, mood });
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>Words of the service.</Message></Error>`);
}

async function take(service: Service, key: string, { request, response, mood }: Exchange): Promise<void> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length;
    pieces.push(piece);
    await slow(service, piece.length);
  }
  const object = Buffer.concat(pieces);
  if (bytes !== Number(request.headers['content-length'])) return refuse(response, 400, 'IncompleteBody');
  if (sha256(object) !== request.headers['x-amz-content-sha256'])
    return refuse(response, 400, 'XAmzContentSHA256Mismatch');
  const etag = `"${createHash('md5').update(object).digest('hex')}"`;
  if (mood !== 'drop') service.objects.set(key, object);
  response.writeHead(200, { etag: mood === 'wrong-etag' ? '"00000000000000000000000000000000"' : etag }).end();
}

async function send(service: Service, key: string, { response, mood }: Omit<Exchange, 'request'>): Promise<void> {
  const stored = service.objects.get(key);
  if (!stored) return refuse(response, 404, 'NoSuchKey');
  const object = Buffer.from(stored);
  if (mood === 'lie') object.writeUInt8(object.readUInt8(object.length >> 1) ^ 1, object.length >> 1);
  const sent = mood === 'short' ? object.subarray(0, object.length - 1) : object;
  response.writeHead(200, { 'content-length': sent.length });
  for (let at = 0; at < sent.length; at += PIECE) {
    if (mood === 'cut' && at + PIECE >= sent.length) return void response.destroy();
    response.write(sent.subarray(at, at + PIECE));
    await slow(service, PIECE);
  }
  response.end();
}

const PIECE = 16 * 1024;

function byText(one: string, other: string): number {
  return one < other ? -1 : 1;
}

function slow({ slowness }: Service, bytes: number): Promise<void> {
  if (slowness === undefined) return Promise.resolve();
  return new Promise((resolve) => setTimeout(resolve, (bytes / slowness) * 1000));
}

function answerList({ objects }: Service, query: URLSearchParams, { response, mood }: Omit<Exchange, 'request'>): void {
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort(byText);
  const begin = Number(query.get('continuation-token')?.slice('&from='.length) ?? 0);
  const page = keys.slice(begin, begin + PAGE);
  const end = mood === 'circle' ? begin : begin + PAGE;
  const isCut = mood === 'circle' || end < keys.length;
  const shown = mood === 'short-list' ? page.slice(0, -1) : page;
  const contents = shown.map(
    (key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.length ?? 0}</Size></Contents>`,
  );
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">',
    `<KeyCount>${page.length}</KeyCount><IsTruncated>${isCut}</IsTruncated>`,
    ...contents,
    isCut ? `<NextContinuationToken>&amp;from=${end}</NextContinuationToken>` : '',
    mood === 'flood' ? ' '.repeat(3 * 1024 * 1024) : '',
    '</ListBucketResult>',
  ].join('');
  response.writeHead(200, { 'content-type': 'application/xml' });
  response.end(mood === 'cut-list' ? text.slice(0, text.length >> 1) : text);
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/;
const MOST_SKEW_MS = 15 * 60_000;

/**
 * Returns S3's error code if the signature of a request is wrong. The signature is computed by the rules of AWS
 * (Signature Version 4), without a library.
 */
function findSignatureFault({ headers, method = '', url = '' }: IncomingMessage, nowMs: number): string | undefined {
  const [, key, day = '', region = '', names = '', signature] = AUTHORIZATION.exec(headers.authorization ?? '') ?? [];
  if (signature === undefined) return 'AccessDenied';
  if (key !== KEYS.accessKey) return 'InvalidAccessKeyId';
  if (region !== REGION) return 'AuthorizationHeaderMalformed';
  const time = String(headers['x-amz-date']);
  const moment = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(time.startsWith(day) && Math.abs(nowMs - moment) < MOST_SKEW_MS)) return 'RequestTimeTooSkewed';
  const signed = names.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name))) return 'AccessDenied';
  const { pathname, searchParams } = new URL(url, 'http://bucket');
  const query = [...searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort(byText);
  const canonical = [
    method,
    decodeURIComponent(pathname).split('/').map(encode).join('/'),
    query.join('&'),
    ...signed.map((name) => `${name}:${String(headers[name]).trim().replaceAll(/ +/g, ' ')}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', time, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n');
  const derived = [day, region, 's3', 'aws4_request'].reduce<Buffer>(hmac, Buffer.from(`AWS4${KEYS.secretKey}`));
  return hmac(derived, text).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch';
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
