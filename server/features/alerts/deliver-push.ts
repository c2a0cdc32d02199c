import { createECDH, createPrivateKey } from 'node:crypto';
import ece from 'http_ece';
import { SignJWT } from 'jose';
import type { Instant } from '#billing/calendar.ts';
import { type Delivery, failedDelivery } from '../mail/deliver-mail.ts';
import type { HandOver } from '../mail/open-connection.ts';
import { isPushEndpoint, PUSH_CURVE } from './check-address.ts';
import { postAlert } from './post-alert.ts';

const LIVES_SECONDS = 12 * 60 * 60;
const MOST_PAYLOAD_BYTES = 3000;

export interface PushMessage {
  endpoint: string;
  keys: string;
  payload: { title: string; body: string; url: string; manage: string; manageLabel: string };
}

export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

export interface PushSender {
  vapid: VapidKeys & { subject: string };
  ownServices: readonly string[];
  now: Instant;
}

/** The length of `2026-11-20T03`. A header is signed once for each push service and hour. */
const HOUR_LENGTH = 13;
const MOST_SIGNED = 20;
const signed = new Map<string, Promise<string>>();

export function makeVapidKeys(): VapidKeys {
  const pair = createECDH(PUSH_CURVE);
  pair.generateKeys();
  return { publicKey: pair.getPublicKey('base64url'), privateKey: pair.getPrivateKey('base64url') };
}

/** The statuses 404 and 410 mean that the browser's subscription no longer exists. */
export async function deliverPush(
  { endpoint, keys, payload }: PushMessage,
  sender: PushSender,
  handOver: HandOver,
): Promise<Delivery> {
  if (!isPushEndpoint(endpoint, sender.ownServices)) return failedDelivery('alerts.result.refused');
  const { p256dh, auth } = JSON.parse(keys) as { p256dh: string; auth: string };
  const privateKey = createECDH(PUSH_CURVE);
  privateKey.generateKeys();
  const body = ece.encrypt(write(payload), { version: 'aes128gcm', dh: p256dh, privateKey, authSecret: auth });
  const headers = {
    ttl: LIVES_SECONDS,
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    authorization: await authorize(endpoint, sender),
  };
  const answer = await postAlert(endpoint, { headers, body }, handOver);
  if (!('status' in answer)) return answer;
  if (answer.status === 404 || answer.status === 410) return { ...failedDelivery('alerts.result.gone'), isGone: true };
  return answer.delivery;
}

async function authorize(endpoint: string, sender: PushSender): Promise<string> {
  const { origin } = new URL(endpoint);
  const key = [origin, sender.vapid.publicKey, sender.vapid.subject, sender.now.slice(0, HOUR_LENGTH)].join(' ');
  const header = signed.get(key) ?? sign(origin, sender);
  if (signed.size >= MOST_SIGNED) signed.clear();
  signed.set(key, header);
  return header;
}

async function sign(origin: string, { vapid, now }: PushSender): Promise<string> {
  const point = Buffer.from(vapid.publicKey, 'base64url');
  const x = point.toString('base64url', 1, 33);
  const y = point.toString('base64url', 33);
  const jwk = { kty: 'EC', crv: 'P-256', x, y, d: vapid.privateKey };
  const token = await new SignJWT()
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
    .setAudience(origin)
    .setExpirationTime(Math.floor(Date.parse(now) / 1000) + LIVES_SECONDS)
    .setSubject(vapid.subject)
    .sign(createPrivateKey({ format: 'jwk', key: jwk }));
  return `vapid t=${token}, k=${vapid.publicKey}`;
}

function write(payload: PushMessage['payload']): Buffer {
  let { body } = payload;
  for (;;) {
    const content = Buffer.from(JSON.stringify({ ...payload, body }));
    if (content.length <= MOST_PAYLOAD_BYTES) return content;
    body = body.slice(0, Math.floor(body.length * 0.9));
  }
}
