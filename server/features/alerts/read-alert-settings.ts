import { z } from 'zod';
import type { AlertObstacle, AlertSettings } from '#contract/alerts.ts';
import { fieldLabel } from '#contract/messages/input-message.ts';
import { apiMessage, message } from '#contract/messages/message.ts';
import type { AlertChannel } from '#contract/words.ts';
import type { Config } from '../../config.ts';
import type { Database, Reader } from '../../db/connect.ts';
import { setting } from '../audit/setting.ts';
import { describeSecret, readMailServer } from '../mail/read-mail-server.ts';

export interface StoredAlertSettings extends Omit<AlertSettings, 'has_sms_headers'> {
  push_public_key: string;
  push_private_key: string;
  sms_headers: string;
}

const FIRST_SETTINGS: StoredAlertSettings = {
  email_on: true,
  push_on: false,
  push_contact: '',
  push_public_key: '',
  push_private_key: '',
  sms_on: false,
  sms_address: '',
  sms_headers: '',
  sms_body: '',
  sms_success: '',
};

export interface AlertSource {
  config: Config;
  auditKeys: Database['auditKeys'];
}

export const alertSetting = setting<StoredAlertSettings>({
  name: 'alerts',
  schema: z.object({
    email_on: z.boolean(),
    push_on: z.boolean(),
    push_contact: z.string(),
    push_public_key: z.string(),
    push_private_key: z.string(),
    sms_on: z.boolean(),
    sms_address: z.string(),
    sms_headers: z.string(),
    sms_body: z.string(),
    sms_success: z.string(),
  }),
  first: () => FIRST_SETTINGS,
  describe({ push_private_key: _, sms_headers, ...facts }, before) {
    const all = Object.entries(facts).map(([name, fact]) => [
      fieldLabel(name, message),
      fact === '' ? null : String(fact),
    ]);
    const headers = describeSecret(sms_headers, before?.sms_headers);
    return { ...Object.fromEntries(all), [fieldLabel('sms_headers', message)]: headers };
  },
  changed: { type: 'Alert Settings Changed', description: apiMessage('alerts.audit.settings') },
});

export interface AlertMeans {
  settings: StoredAlertSettings;
  push: { publicKey: string; privateKey: string; subject: string } | undefined;
  smsHeaders: string;
  obstacles: Record<AlertChannel, AlertObstacle | null>;
}

export async function readAlertMeans(db: Reader, { config, auditKeys }: AlertSource): Promise<AlertMeans> {
  const settings = await alertSetting.read(db);
  const { address } = await readMailServer(db, { config, auditKeys });
  const reveal = (text: string) => (text === '' ? undefined : auditKeys.find()?.decrypt(text));
  const privateKey = reveal(settings.push_private_key);
  return {
    settings,
    push:
      privateKey === undefined
        ? undefined
        : { publicKey: settings.push_public_key, privateKey, subject: `mailto:${settings.push_contact}` },
    smsHeaders: reveal(settings.sms_headers) ?? '',
    obstacles: {
      email: settings.email_on ? emailObstacle(address !== undefined, config) : 'off',
      push: settings.push_on ? (privateKey === undefined ? 'no_keys' : null) : 'off',
      sms: settings.sms_on ? (settings.sms_address === '' ? 'no_gateway' : null) : 'off',
    },
  };
}

function emailObstacle(hasServer: boolean, { publicUrl }: Config): AlertObstacle | null {
  if (!hasServer) return 'no_mail_server';
  return publicUrl === undefined ? 'no_public_address' : null;
}

export async function presentSettings(db: Reader, { auditKeys }: AlertSource): Promise<AlertSettings> {
  const { push_public_key: _, push_private_key: __, sms_headers, ...shown } = await alertSetting.read(db);
  const has = sms_headers !== '' && auditKeys.find()?.decrypt(sms_headers) !== undefined;
  return { ...shown, has_sms_headers: has };
}
