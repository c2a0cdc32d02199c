import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '../../testing/backup.ts';
import { Bucket } from './bucket.ts';

const TEXT = 'a copy';
const TIMEOUTS = { pausesMs: [], idleMs: 5000, totalMs: 10_000 };

interface Refusal {
  status: number;
  code: string;
  headers?: Record<string, string>;
}

const refused = (status: number, code: string, headers: Record<string, string> = {}): Refusal => ({
  status,
  code,
  headers,
});

const signedBy = ({ headers }: IncomingMessage) => /SignedHeaders=([^,]*)/.exec(headers.authorization ?? '')?.[1] ?? '';
const isPut = ({ method }: IncomingMessage) => method === 'PUT';
const hasChecksum = ({ headers }: IncomingMessage) =>
  Object.keys(headers).some((name) => name.startsWith('x-amz-checksum-'));

/** Opens a service that stores what it is sent, except what the rule of its provider refuses. */
async function openService(rule: (request: IncomingMessage) => Refusal | undefined) {
  const objects = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
    const refusal = rule(request);
    if (refusal) {
      response.writeHead(refusal.status, refusal.headers);
      return response.end(`<Error><Code>${refusal.code}</Code></Error>`);
    }
    if (isPut(request)) objects.set(request.url ?? '', Buffer.concat(pieces));
    if (request.method === 'DELETE') objects.delete(request.url ?? '');
    return response.end(objects.get(request.url ?? ''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = { region: 'us-east-1', accessKey: 'key', secretKey: 'secret', isInHostName: false };
  const bucket = new Bucket({ endpoint, bucket: 'copies', prefix: 'market/', ...keys }, TIMEOUTS);
  return { bucket, objects };
}

function store(bucket: Bucket): Promise<void> {
  const place = path.join(makeFolder(), 'copy');
  writeFileSync(place, TEXT);
  const hashOf = (algorithm: string) => createHash(algorithm).update(TEXT).digest('hex');
  return bucket.put('copy', { bytes: TEXT.length, hash: hashOf('sha256'), md5: hashOf('md5'), place });
}

test.each([
  [
    'signs only what no proxy changes',
    (request: IncomingMessage) =>
      /accept|content-length|content-type|user-agent/.test(signedBy(request))
        ? refused(403, 'SignatureDoesNotMatch')
        : undefined,
  ],
  [
    'sends Content-MD5 to a bucket with Object Lock',
    (request: IncomingMessage) =>
      isPut(request) && request.headers['content-md5'] !== createHash('md5').update(TEXT).digest('base64')
        ? refused(400, 'InvalidRequest')
        : undefined,
  ],
  [
    'sends a checksum to a bucket with Object Lock that wants one',
    (request: IncomingMessage) =>
      isPut(request) && request.headers['x-amz-checksum-sha256'] !== createHash('sha256').update(TEXT).digest('base64')
        ? refused(400, 'InvalidRequest')
        : undefined,
  ],
  [
    'sends no checksum to a service that does not know the header',
    (request: IncomingMessage) => (hasChecksum(request) ? refused(501, 'NotImplemented') : undefined),
  ],
])('a bucket is reached that %s', { tags: ['slow'] }, async (_, rule) => {
  const { bucket, objects } = await openService(rule);
  await store(bucket);
  expect([...objects]).toEqual([['/copies/market/copy', Buffer.from(TEXT)]]);
  await bucket.remove('copy');
  expect(objects.size).toBe(0);
});

test.each([
  [
    'another region',
    refused(301, 'PermanentRedirect', { 'x-amz-bucket-region': 'ap-south-1' }),
    'Set BACKUP_REGION=ap-south-1',
  ],
  ['a wrong clock', refused(403, 'RequestTimeTooSkewed'), 'the clock of this machine is wrong'],
  ['the bucket in the path', refused(403, 'SecondLevelDomainForbidden'), 'set BACKUP_ADDRESSING=host'],
  ['a wrong access key', refused(403, 'InvalidAccessKeyId'), 'BACKUP_ACCESS_KEY is not'],
  ['a wrong secret key', refused(403, 'SignatureDoesNotMatch'), 'BACKUP_SECRET_KEY does not belong'],
  ['an unknown bucket', refused(404, 'NoSuchBucket'), 'BACKUP_BUCKET names no bucket'],
  ['a locked object', refused(403, 'AccessDenied'), 'a lock of the bucket protects the object'],
])('a refusal because of %s names what to change', { tags: ['slow'] }, async (_, refusal, advice) => {
  const { bucket } = await openService(() => refusal);
  await expect(store(bucket)).rejects.toThrow(advice);
});
