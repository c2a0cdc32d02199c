import webPush from 'web-push';
import { type Delivery, failedDelivery } from '../mail/deliver-mail.ts';
import type { HandOver } from '../mail/open-connection.ts';
import { isPushEndpoint } from './check-address.ts';
import { postAlert } from './post-alert.ts';

const LIVES_SECONDS = 12 * 60 * 60;
/** Push services need not take more (RFC 8030, 7.2). */
const MOST_PAYLOAD_BYTES = 3000;

export interface PushMessage {
  endpoint: string;
  /** JSON of `p256dh` and `auth`. */
  keys: string;
  payload: { title: string; body: string; url: string; manage: string; manageLabel: string };
}

export interface PushSender {
  vapid: { publicKey: string; privateKey: string; subject: string };
  ownServices: readonly string[];
}

/** 404 and 410: the browser will never receive a message of this subscription again. */
export async function deliverPush(
  { endpoint, keys, payload }: PushMessage,
  { vapid, ownServices }: PushSender,
  handOver: HandOver,
): Promise<Delivery> {
  if (!isPushEndpoint(endpoint, ownServices)) return failedDelivery('alerts.result.refused');
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: JSON.parse(keys) }, write(payload), {
    ...{ TTL: LIVES_SECONDS, contentEncoding: 'aes128gcm', vapidDetails: vapid },
  });
  const answer = await postAlert(endpoint, { headers, body }, handOver);
  if (!('status' in answer)) return answer;
  if (answer.status === 404 || answer.status === 410) return { ...failedDelivery('alerts.result.gone'), isGone: true };
  return answer.delivery;
}

function write(payload: PushMessage['payload']): string {
  let { body } = payload;
  for (;;) {
    const text = JSON.stringify({ ...payload, body });
    if (Buffer.byteLength(text) <= MOST_PAYLOAD_BYTES) return text;
    body = body.slice(0, Math.floor(body.length * 0.9));
  }
}
