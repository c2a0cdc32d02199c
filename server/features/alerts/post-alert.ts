import { apiMessage } from '#contract/messages/message.ts';
import { type Delivery, failedDelivery } from '../mail/deliver-mail.ts';
import type { HandOver } from '../mail/open-connection.ts';

const TIMEOUT_MS = 10_000;
const MOST_ANSWER_BYTES = 10_000;
const NOT_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const LATER = new Set([429, 503]);

export interface AlertRequest {
  headers: Record<string, string | number | undefined>;
  body: Buffer | string | null;
}

export interface AlertAnswer {
  status: number;
  text: string;
  delivery: Delivery;
}

export async function postAlert(
  address: string,
  { headers, body }: AlertRequest,
  { signal, beforeHandOver }: HandOver,
): Promise<AlertAnswer | Delivery> {
  await beforeHandOver();
  let response: Response;
  try {
    response = await fetch(address, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
        value === undefined || name.toLowerCase() === 'content-length' ? [] : [[name, String(value)]],
      ),
      body: typeof body === 'string' ? body : body && new Uint8Array(body),
    });
  } catch (error) {
    const code = error instanceof Error ? codeOf(error.cause) : '';
    if (NOT_CONNECTED.has(code)) return { ...failedDelivery('alerts.result.unreachable'), mayRetry: true };
    return { outcome: 'unknown', message: apiMessage('alerts.result.unknown') };
  }
  const text = await readStart(response);
  const { status } = response;
  if (status >= 200 && status < 300) return { status, text, delivery: SENT };
  const refused = failedDelivery('alerts.result.refused');
  return { status, text, delivery: LATER.has(status) ? { ...refused, mayRetry: true } : refused };
}

const SENT: Delivery = { outcome: 'sent', message: apiMessage('mail.test.sent') };

async function readStart(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const part of response.body ?? []) {
      text += decoder.decode(part as Uint8Array, { stream: true });
      if (text.length > MOST_ANSWER_BYTES) break;
    }
  } catch {
    return text;
  }
  return text;
}

function codeOf(cause: unknown): string {
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
}
