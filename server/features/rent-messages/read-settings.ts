import { z } from 'zod';
import type { Instant } from '#billing/calendar.ts';
import { type Cents, cents, toRupees, writeDecimal } from '#billing/money.ts';
import { type Language, languages } from '#contract/languages.ts';
import { fieldLabel } from '#contract/messages/input-message.ts';
import { apiMessage, message } from '#contract/messages/message.ts';
import {
  type RentMessageMeans,
  type RentMessageSettings,
  type RentMessageSettingsInput,
  rentMessagePlaceholders,
} from '#contract/rent-messages.ts';
import { instant } from '#contract/scalars.ts';
import { type RentMessageChannel, type RentMessageOccasion, rentMessageOccasions } from '#contract/words.ts';
import type { Config } from '../../config.ts';
import type { Database, Reader } from '../../db/connect.ts';
import { type AlertMeans, readAlertMeans } from '../alerts/read-alert-settings.ts';
import { setting } from '../audit/setting.ts';
import { type MailServer, readMailServer } from '../mail/read-mail-server.ts';
import { tenantPageSetting } from '../tenant-links/read-setting.ts';

type Texts = Record<Language, string>;

export interface StoredRentMessages extends Omit<RentMessageSettings, 'part_cost'> {
  part_cost_cents: Cents;
  /** When the messages of each occasion were turned on. What was before is not reported. */
  bill_since: Instant | null;
  reminder_since: Instant | null;
  receipt_since: Instant | null;
}

function firstTextOf(occasion: RentMessageOccasion): Texts {
  const asWritten = Object.fromEntries(rentMessagePlaceholders[occasion].map((name) => [name, `{${name}}`]));
  const write = (language: Language): string => message(`rent-messages.first.${occasion}`, asWritten, language);
  return { en: write('en'), si: write('si'), ta: write('ta') };
}

const storedTexts: z.ZodType<Texts> = z.object({ en: z.string(), si: z.string(), ta: z.string() });

export const rentMessageSetting = setting<StoredRentMessages>({
  name: 'rent-messages',
  schema: z.object({
    rent_sms_on: z.boolean(),
    rent_email_on: z.boolean(),
    bill_on: z.boolean(),
    reminder_on: z.boolean(),
    reminder_day: z.int(),
    receipt_on: z.boolean(),
    part_cost_cents: z.int().transform(cents),
    bill_text: storedTexts,
    reminder_text: storedTexts,
    receipt_text: storedTexts,
    bill_since: instant.nullable(),
    reminder_since: instant.nullable(),
    receipt_since: instant.nullable(),
  }),
  first: () => ({
    rent_sms_on: false,
    rent_email_on: false,
    bill_on: false,
    reminder_on: false,
    reminder_day: 10,
    receipt_on: false,
    part_cost_cents: cents(0),
    bill_text: firstTextOf('bill'),
    reminder_text: firstTextOf('reminder'),
    receipt_text: firstTextOf('receipt'),
    bill_since: null,
    reminder_since: null,
    receipt_since: null,
  }),
  describe(stored) {
    const { part_cost: _, bill_text, reminder_text, receipt_text, ...facts } = presentRentMessageSettings(stored);
    const all = Object.entries(facts).map(([name, fact]) => [fieldLabel(name, message), String(fact)]);
    const texts = { bill_text, reminder_text, receipt_text };
    const written = Object.entries(texts).flatMap(([name, text]) =>
      languages.map((language) => [`${fieldLabel(name, message)} ${language}`, text[language]]),
    );
    return {
      ...Object.fromEntries(all),
      [fieldLabel('part_cost', message)]: writeDecimal(stored.part_cost_cents),
      ...Object.fromEntries(written),
    };
  },
  changed: { type: 'Rent Message Settings Changed', description: apiMessage('rent-messages.audit.settings') },
});

export function presentRentMessageSettings({
  part_cost_cents,
  bill_since: _,
  reminder_since: __,
  receipt_since: ___,
  ...stored
}: StoredRentMessages): RentMessageSettings {
  return { ...stored, part_cost: toRupees(part_cost_cents) };
}

/** Returns the new settings. An occasion that was off begins now. */
export function changedSettings(
  before: StoredRentMessages,
  { part_cost, ...given }: RentMessageSettingsInput,
  now: Instant,
): StoredRentMessages {
  const since = (isOn: boolean, was: boolean, at: Instant | null) => (isOn && !was ? now : at);
  return {
    ...given,
    part_cost_cents: part_cost,
    bill_since: since(given.bill_on, before.bill_on, before.bill_since),
    reminder_since: since(given.reminder_on, before.reminder_on, before.reminder_since),
    receipt_since: since(given.receipt_on, before.receipt_on, before.receipt_since),
  };
}

export interface MessageSource {
  config: Config;
  database: Pick<Database, 'auditKeys'>;
}

export interface LoadedMeans {
  stored: StoredRentMessages;
  alertMeans: AlertMeans;
  mailServer: MailServer;
  shown: RentMessageMeans;
}

export async function loadMeans(db: Reader, { config, database }: MessageSource): Promise<LoadedMeans> {
  const source = { config, auditKeys: database.auditKeys };
  const alertMeans = await readAlertMeans(db, source);
  const mailServer = await readMailServer(db, source);
  const { is_on } = await tenantPageSetting.read(db);
  return {
    stored: await rentMessageSetting.read(db),
    alertMeans,
    mailServer,
    shown: {
      gateway: gatewayOf(alertMeans, config),
      has_mail_server: mailServer.address !== undefined,
      has_tenant_pages: is_on,
    },
  };
}

/** The gateway is that of price alerts, which may be off. In the demo, which has none, texts are only shown. */
function gatewayOf({ settings }: AlertMeans, { demoPassword }: Config): RentMessageMeans['gateway'] {
  const { sms_address, sms_body } = settings;
  if (sms_address !== '' && sms_body.includes('{to}') && sms_body.includes('{text}')) return 'gateway';
  return demoPassword === undefined ? 'none' : 'stand_in';
}

/** Returns the channels that are turned on and can send. */
export function usableChannels({ stored, shown }: Pick<LoadedMeans, 'stored' | 'shown'>): RentMessageChannel[] {
  const sms: RentMessageChannel[] = stored.rent_sms_on && shown.gateway !== 'none' ? ['sms'] : [];
  return stored.rent_email_on && shown.has_mail_server ? [...sms, 'email'] : sms;
}

/** Returns the channels that a person turned on, whether they can send or not: a preview shows what they would send. */
export function chosenChannels({ rent_sms_on, rent_email_on }: StoredRentMessages): RentMessageChannel[] {
  const sms: RentMessageChannel[] = rent_sms_on ? ['sms'] : [];
  return rent_email_on ? [...sms, 'email'] : sms;
}

export function textsOfOccasion(stored: StoredRentMessages, occasion: RentMessageOccasion): Texts {
  return { bill: stored.bill_text, reminder: stored.reminder_text, receipt: stored.receipt_text }[occasion];
}

/** Returns the occasions whose messages are sent without a person. */
export function automaticOccasions(stored: StoredRentMessages): RentMessageOccasion[] {
  const isOn = { bill: stored.bill_on, reminder: stored.reminder_on, receipt: stored.receipt_on };
  return rentMessageOccasions.filter((occasion) => isOn[occasion]);
}
