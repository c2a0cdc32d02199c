import { setTimeout as wait } from 'node:timers/promises';
import { message as writeMessage } from '#contract/messages/message.ts';
import { DeliveryError, type MailConnection, type OutgoingMail } from './open-connection.ts';

/** Unknown: it was handed over and never confirmed. */
export interface Delivery {
  outcome: 'sent' | 'failed' | 'unknown';
  message: string;
  /** Wrong SMTP credentials: retrying is useless. */
  isLoginRefused?: true;
}

export const NO_TIME: Delivery = {
  outcome: 'failed',
  message: writeMessage('mail.delivery.not_sent'),
};

/**
 * Delivers a mail and retries only while it cannot have arrived: after a temporary failure before it was handed over
 * (lost connection, 4xx). `pausesMs` are the pauses before each retry.
 */
export async function deliverMail(
  line: MailConnection,
  letter: OutgoingMail,
  signal: AbortSignal,
  [pauseMs, ...laterMs]: readonly number[],
): Promise<Delivery> {
  const fault = await findFault(line, letter, signal);
  if (!fault) return { outcome: 'sent', message: `Sent to ${letter.to}.` };
  if (pauseMs === undefined || !mayTryAgain(fault) || signal.aborted) return describe(fault, letter, signal);
  await wait(pauseMs, undefined, { signal }).catch(() => undefined);
  return deliverMail(line, letter, signal, laterMs);
}

async function findFault(
  line: MailConnection,
  letter: OutgoingMail,
  signal: AbortSignal,
): Promise<DeliveryError | undefined> {
  try {
    await line.send(letter, signal);
    return undefined;
  } catch (error) {
    if (error instanceof DeliveryError) return error;
    throw error;
  }
}

function mayTryAgain({ isHandedOver, replyCode, code }: DeliveryError): boolean {
  if (isHandedOver) return false;
  return replyCode === undefined ? code !== 'EENVELOPE' && code !== 'EAUTH' : replyCode < 500;
}

function describe({ isHandedOver, reply, code }: DeliveryError, { to }: OutgoingMail, signal: AbortSignal): Delivery {
  const failed = (message: string): Delivery => ({ outcome: 'failed', message });
  if (code === 'EAUTH') return { ...failed('The mail server refused the login of SMTP_URL.'), isLoginRefused: true };
  if (reply !== undefined) return failed(`The mail server refused it: ${reply.replaceAll(/\s+/g, ' ').slice(0, 200)}`);
  if (isHandedOver) {
    const message = writeMessage('mail.delivery.unconfirmed', { recipient: to });
    return { outcome: 'unknown', message };
  }
  if (signal.aborted) return NO_TIME;
  if (code === 'EENVELOPE')
    return failed(`The mail server is not given the address ${to}: it is not an e-mail address.`);
  return failed('The mail server could not be reached, or hung up before the invoice was sent.');
}
