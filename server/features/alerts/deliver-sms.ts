import { type Delivery, failedDelivery } from '../mail/deliver-mail.ts';
import type { HandOver } from '../mail/open-connection.ts';
import { postAlert } from './post-alert.ts';
import type { StoredAlertSettings } from './read-alert-settings.ts';

export interface SmsGateway {
  settings: Pick<StoredAlertSettings, 'sms_address' | 'sms_body' | 'sms_success'>;
  headers: string;
}

/** Hands a text message over to the gateway of the settings. It is sent only if the answer says that it was taken. */
export async function deliverSms(
  { to, text }: { to: string; text: string },
  { settings, headers }: SmsGateway,
  handOver: HandOver,
): Promise<Delivery> {
  const isJson = /^\s*[[{]/.test(settings.sms_body);
  const escapeText = isJson ? (value: string) => JSON.stringify(value).slice(1, -1) : encodeURIComponent;
  const values: Record<string, string> = { to, text };
  const body = settings.sms_body.replaceAll(/\{(to|text)\}/g, (_, name: string) => escapeText(values[name] ?? ''));
  const own = headers.split('\n').flatMap((line) => {
    const [, name, value] = /^([\w-]+):\s*(\S.*)$/.exec(line.trim()) ?? [];
    return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value]];
  });
  const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded';
  const request = { headers: { 'content-type': type, ...Object.fromEntries(own) }, body };
  const answer = await postAlert(settings.sms_address, request, handOver);
  if (!('status' in answer)) return answer;
  const isTaken = answer.delivery.outcome !== 'sent' || answer.text.includes(settings.sms_success);
  return isTaken ? answer.delivery : failedDelivery('alerts.result.refused');
}
