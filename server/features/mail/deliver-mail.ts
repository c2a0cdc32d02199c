import { setTimeout as wait } from 'node:timers/promises';
import type { MessageValues } from '#contract/messages/format-message.ts';
import { type ApiMessage, type ApiMessageKey, apiMessage } from '#contract/messages/message.ts';
import {
  DeliveryError,
  type HandOver,
  type MailConnection,
  OPEN_PASSWORD,
  type OutgoingMail,
} from './open-connection.ts';

/**
 * The result of a delivery. `unknown` means that the email was handed over to the mail server, which never confirmed
 * it.
 */
export interface Delivery {
  outcome: 'sent' | 'failed' | 'unknown';
  message: ApiMessage;
  reason?: ApiMessageKey;
  isLoginRefused?: true;
  /** True when the email certainly did not arrive, so that it can be sent again. */
  mayRetry?: true;
  isGone?: true;
}

export const NO_TIME = failedDelivery('mail.delivery.not_sent');

export function failedDelivery(key: ApiMessageKey, values: MessageValues = {}): Delivery {
  return { outcome: 'failed', message: apiMessage(key, values), reason: key };
}

/**
 * Sends an email. Retries only while it cannot have arrived: after a lost connection or a 4xx reply before it was
 * handed over.
 */
export async function deliverMail(
  line: MailConnection,
  mail: OutgoingMail,
  { pausesMs: [pauseMs, ...laterMs], ...handOver }: HandOver & { pausesMs: readonly number[] },
): Promise<Delivery> {
  const { signal } = handOver;
  const fault = await findFault(line, mail, handOver);
  if (!fault) return { outcome: 'sent', message: apiMessage('mail.delivery.sent', { recipient: mail.to }) };
  if (pauseMs === undefined || !mayTryAgain(fault) || signal.aborted) {
    const delivery = describe(fault, mail, signal);
    return mayTryAgain(fault) && delivery !== NO_TIME ? { ...delivery, mayRetry: true } : delivery;
  }
  await wait(pauseMs, undefined, { signal }).catch(() => undefined);
  return deliverMail(line, mail, { ...handOver, pausesMs: laterMs });
}

async function findFault(
  line: MailConnection,
  mail: OutgoingMail,
  handOver: HandOver,
): Promise<DeliveryError | undefined> {
  let fault: { error: unknown } | undefined;
  const beforeHandOver = async () => {
    try {
      await handOver.beforeHandOver();
    } catch (error) {
      fault = { error };
      throw error;
    }
  };
  try {
    await line.send(mail, { ...handOver, beforeHandOver });
    return undefined;
  } catch (error) {
    if (fault) throw fault.error;
    if (error instanceof DeliveryError) return error;
    throw error;
  }
}

function mayTryAgain({ isHandedOver, replyCode, code }: DeliveryError): boolean {
  if (isHandedOver) return false;
  return replyCode === undefined ? !['EENVELOPE', 'EAUTH', OPEN_PASSWORD].includes(code ?? '') : replyCode < 500;
}

function describe({ isHandedOver, reply, code }: DeliveryError, { to }: OutgoingMail, signal: AbortSignal): Delivery {
  if (code === 'EAUTH') return { ...failedDelivery('mail.delivery.login_refused'), isLoginRefused: true };
  if (code === OPEN_PASSWORD) return { ...failedDelivery('mail.delivery.open_password'), isLoginRefused: true };
  if (reply !== undefined)
    return failedDelivery('mail.delivery.refused', { reply: reply.replaceAll(/\s+/g, ' ').slice(0, 200) });
  if (isHandedOver) {
    return { outcome: 'unknown', message: apiMessage('mail.delivery.unknown') };
  }
  if (signal.aborted) return NO_TIME;
  if (code === 'EENVELOPE') return failedDelivery('mail.delivery.bad_address', { recipient: to });
  return failedDelivery('mail.delivery.unreachable');
}
