import { parseConnectionUrl } from 'nodemailer/lib/shared';
import { z } from 'zod';
import { type MailServerAnswer, mailSecurities } from '#contract/mail.ts';
import { fieldLabel } from '#contract/messages/input-message.ts';
import { apiMessage, message } from '#contract/messages/message.ts';
import type { Config } from '../../config.ts';
import type { Database, Reader } from '../../db/connect.ts';
import { findSetting } from '../../db/settings.ts';
import { CENTRE, parseCentre } from '../../http/cache/current-centre.ts';
import { setting } from '../audit/setting.ts';

interface StoredMailServer {
  host: string;
  port: number;
  security: (typeof mailSecurities)[number];
  user: string;
  /** The password, encrypted with the audit key; empty if there is none. */
  password: string;
  sender: string;
  missing_list_to: string;
}

const NO_SERVER: StoredMailServer = {
  host: '',
  port: 465,
  security: 'tls',
  user: '',
  password: '',
  sender: '',
  missing_list_to: '',
};

export type MailServerAddress = ReturnType<typeof parseConnectionUrl> & {
  /** True if somebody asked for it by name: the password is also sent over a connection that is not protected. */
  allowPlainPassword?: boolean;
};

export interface MailServer {
  address: MailServerAddress | undefined;
  sender: string;
}

type MailSource = { config: Pick<Config, 'smtpUrl' | 'mailFrom'>; auditKeys: Database['auditKeys'] };

export const mailSetting = setting<StoredMailServer>({
  name: 'mail-server',
  schema: z.object({
    host: z.string(),
    port: z.int(),
    security: z.enum(mailSecurities),
    user: z.string(),
    password: z.string(),
    sender: z.string(),
    missing_list_to: z.string(),
  }),
  first: () => NO_SERVER,
  describe({ password, ...facts }, before) {
    const all = Object.entries(facts).map(([name, fact]) => [
      fieldLabel(name, message),
      fact === '' ? null : String(fact),
    ]);
    return {
      ...Object.fromEntries(all),
      [fieldLabel('password', message)]: describeSecret(password, before?.password),
    };
  },
  changed: { type: 'Mail Server Changed', description: apiMessage('mail.audit.server') },
});

/** Describes a secret for the audit log without showing it. `before` is the earlier one, if it was changed. */
export function describeSecret(secret: string, before: string | undefined): string | null {
  if (secret === '') return null;
  const isNew = before !== undefined && before !== '' && before !== secret;
  return message(isNew ? 'mail.audit.password_new' : 'mail.audit.password_stored');
}

/** Returns the settings of the mail server. Settings in the environment take precedence over stored ones. */
export async function readMailServer(db: Reader, { config, auditKeys }: MailSource): Promise<MailServer> {
  const stored = await mailSetting.read(db);
  const address = config.smtpUrl === undefined ? addressOf(stored, auditKeys) : parseConnectionUrl(config.smtpUrl);
  const own = config.mailFrom ?? (stored.sender || (await ownSender(db, stored)));
  return { address, sender: own || `no-reply@${address?.host ?? 'localhost'}` };
}

/**
 * The sender when none is set: the user of the mail server if it is an address, otherwise the email of the centre, if
 * any.
 */
async function ownSender(db: Reader, { user }: StoredMailServer): Promise<string> {
  if (user.includes('@')) return user;
  const centre = await findSetting(db, CENTRE);
  return centre ? parseCentre(centre.value).facts.email : '';
}

function addressOf(
  { host, port, security, user, password }: StoredMailServer,
  auditKeys: Database['auditKeys'],
): MailServerAddress | undefined {
  if (host === '') return undefined;
  return {
    host,
    port,
    secure: security === 'tls',
    ...(security === 'starttls' && { requireTLS: true }),
    ...((security === 'none' || security === 'open') && { ignoreTLS: true }),
    ...(security === 'open' && { allowPlainPassword: true }),
    // If the audit key that encrypted the password is lost, the password is left empty. The mail server then refuses
    // it, and the office asks for a new password.
    ...(user !== '' && { auth: { user, pass: revealPassword(password, auditKeys) ?? '' } }),
  };
}

function revealPassword(password: string, auditKeys: Database['auditKeys']): string | undefined {
  return password === '' ? undefined : auditKeys.find()?.decrypt(password);
}

export async function presentMailServer(db: Reader, { config, auditKeys }: MailSource): Promise<MailServerAnswer> {
  const { password, ...stored } = await mailSetting.read(db);
  const address = config.smtpUrl === undefined ? undefined : new URL(config.smtpUrl);
  return {
    ...stored,
    has_password: revealPassword(password, auditKeys) !== undefined,
    operator: { server: address?.host ?? null, sender: config.mailFrom ?? null },
  };
}
