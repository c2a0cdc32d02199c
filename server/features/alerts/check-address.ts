import { ECDH } from 'node:crypto';
import type { AlertSubscriptionInput } from '#contract/alerts.ts';
import { type ApiMessageKey, apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import { emailIn } from '#contract/session.ts';

export const PUSH_CURVE = 'prime256v1';

const PUSH_HOSTS = [
  /^fcm\.googleapis\.com$/,
  /^(updates\.push|push)\.services\.mozilla\.com$/,
  /^([a-z0-9-]+\.)*push\.apple\.com$/,
  /^([a-z0-9-]+\.)+notify\.windows\.com$/,
];

/**
 * Returns true for the endpoint of a browser's push service. The server sends requests only to these, because anybody
 * can submit an endpoint.
 */
export function isPushEndpoint(text: string, ownServices: readonly string[]): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, port, username, password, origin } = new URL(text);
  if (username !== '' || password !== '') return false;
  if (ownServices.includes(origin)) return true;
  return protocol === 'https:' && port === '' && PUSH_HOSTS.some((host) => host.test(hostname));
}

/** Returns a mobile number of Sri Lanka as gateways write it, such as 94771234567; undefined for any other text. */
export function mobileOf(text: string): string | undefined {
  const [, number] = /^(?:\+?94|0)(7\d{8})$/.exec(text.replaceAll(/[\s-]/g, '')) ?? [];
  return number === undefined ? undefined : `94${number}`;
}

/** Telephone numbers must be Sri Lankan, because a gateway charges much more for others. */
export function checkAddress(
  { channel, address, p256dh, auth }: Pick<AlertSubscriptionInput, 'channel' | 'address' | 'p256dh' | 'auth'>,
  ownServices: readonly string[],
): { address: string; pushKeys: string } {
  if (channel === 'email') {
    const { success, data } = emailIn.safeParse(address);
    return success ? { address: data, pushKeys: '' } : refuse('input.email');
  }
  if (channel === 'sms') {
    const number = mobileOf(address);
    return number === undefined ? refuse('input.alerts.phone') : { address: number, pushKeys: '' };
  }
  if (p256dh === undefined || auth === undefined || !isPushEndpoint(address, ownServices)) refuse('input.alerts.push');
  if (!canEncrypt(p256dh, auth)) refuse('input.alerts.push');
  return { address, pushKeys: JSON.stringify({ p256dh, auth }) };
}

function canEncrypt(p256dh: string, auth: string): boolean {
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== 65 || Buffer.from(auth, 'base64url').length !== 16) return false;
  try {
    return ECDH.convertKey(point, PUSH_CURVE).length === 65;
  } catch {
    return false;
  }
}

function refuse(key: ApiMessageKey): never {
  throw new Refusal('invalid_input', { details: [{ field: 'address', message: apiMessage(key) }] });
}
