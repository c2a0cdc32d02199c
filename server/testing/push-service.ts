import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface TakenPush {
  browser: string;
  payload: { title: string; body: string; url: string; manage: string };
  claims: { aud: string; exp: number; sub: string };
  ttl: string | undefined;
}

export interface TestPushService {
  origin: string;
  taken: TakenPush[];
  requests: () => number;
  /** Runs the work when a message arrives, before it is answered. */
  onRequest(work: () => Promise<unknown>): void;
  subscribe(name: string): { address: string; p256dh: string; auth: string };
  close(): Promise<void>;
}

const STATUS: Record<string, number> = { gone: 410, unknown: 404, refuse: 403, busy: 503, broken: 500, moved: 302 };

export async function openPushService(): Promise<TestPushService> {
  const taken: TakenPush[] = [];
  const browsers = new Map<string, { ecdh: ReturnType<typeof createECDH>; auth: Buffer }>();
  const met = new Set<string>();
  let requests = 0;
  let beforeAnswer: () => Promise<unknown> = async () => undefined;
  const server = createServer(async (request, response) => {
    requests += 1;
    const name = (request.url ?? '').slice(1);
    const browser = browsers.get(name);
    const [mood = ''] = name.split('.');
    const body = await buffer(request);
    await beforeAnswer();
    if (!browser) return void response.writeHead(404).end();
    if (mood === 'mute') return;
    const isFirst = !met.has(name);
    met.add(name);
    const status = mood === 'busyonce' && isFirst ? 503 : (STATUS[mood] ?? 201);
    if (status === 201) taken.push({ browser: name, ...readPush(request, body, browser) });
    response.writeHead(status, { location: '/elsewhere' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    taken,
    requests: () => requests,
    onRequest(work) {
      beforeAnswer = work;
    },
    subscribe(name) {
      const ecdh = createECDH('prime256v1');
      ecdh.generateKeys();
      const auth = randomBytes(16);
      browsers.set(name, { ecdh, auth });
      const address = `${origin}/${name}`;
      return { address, p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') };
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function readPush(
  { headers }: IncomingMessage,
  body: Buffer,
  { ecdh, auth }: { ecdh: ReturnType<typeof createECDH>; auth: Buffer },
): Omit<TakenPush, 'browser'> {
  if (headers['content-encoding'] !== 'aes128gcm') throw new Error('the body is not encrypted');
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey]);
  const ikm = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(senderKey), auth, info, 32));
  const keyOf = (label: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', ikm, salt, Buffer.from(`Content-Encoding: ${label}\0`), bytes));
  const decipher = createDecipheriv('aes-128-gcm', keyOf('aes128gcm', 16), keyOf('nonce', 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  const text = padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
  return { payload: JSON.parse(text), claims: readVapid(headers.authorization ?? ''), ttl: String(headers.ttl) };
}

function readVapid(authorization: string): TakenPush['claims'] {
  const [, head = '', claims = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const point = Buffer.from(key, 'base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: point.toString('base64url', 1, 33), y: point.toString('base64url', 33) };
  const publicKey = createPublicKey({ format: 'jwk', key: jwk });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('the signature of VAPID is wrong');
  return JSON.parse(Buffer.from(claims, 'base64url').toString());
}
