import { z } from 'zod';
import { call } from './call.ts';
import { type Language, languages } from './languages.ts';
import { inputMessage } from './messages/input-message.ts';
import { amountIn, dayOfMonthIn, dayText, idInPath, instant, month, paragraph, rupeesOut } from './scalars.ts';
import { type RentMessageOccasion, rentMessageChannels, rentMessageOccasions, rentMessageStates } from './words.ts';

/** The maximum number of messages in a list. */
export const MOST_RENT_MESSAGES = 200;
/** The maximum number of parts of a text message. A longer one is not sent. */
export const MOST_SMS_PARTS = 10;
/** The number of days for which messages are stored. */
export const RENT_MESSAGE_DAYS = 400;

const COMMON_PLACEHOLDERS = ['name', 'shop', 'amount', 'total', 'reference', 'market', 'link'] as const;

/**
 * The placeholders of each text. `amount` is what the message is about: the unpaid part of the bill, what is due, or the
 * payment. `total` is everything that the tenant has to pay.
 */
export const rentMessagePlaceholders = {
  bill: [...COMMON_PLACEHOLDERS, 'month', 'dueDay'],
  reminder: [...COMMON_PLACEHOLDERS, 'dueDay'],
  receipt: [...COMMON_PLACEHOLDERS, 'day', 'receipt'],
} as const satisfies Record<RentMessageOccasion, readonly string[]>;

export type RentMessageValues = Partial<Record<(typeof rentMessagePlaceholders)[RentMessageOccasion][number], string>>;

/** Returns the first placeholder that a text of this occasion cannot have, or the first unmatched brace. */
export function findUnfitPlaceholder(text: string, occasion: RentMessageOccasion): string | undefined {
  const known: readonly string[] = rentMessagePlaceholders[occasion];
  return text.match(/\{[^{}]*\}|[{}]/g)?.find((found) => !known.includes(found.slice(1, -1)));
}

/**
 * Fills in the placeholders. Those inside the values are not replaced. Spaces and empty lines that remain where a value
 * is empty, such as a link of a market without tenants' pages, are removed.
 */
export function fillRentMessage(text: string, values: RentMessageValues): string {
  return text
    .replaceAll(/\{(\w+)\}/g, (found, name: string) => values[name as keyof RentMessageValues] ?? found)
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/\n{2,}/g, '\n')
    .trim();
}

/** The highest cost of a part in rupees. */
const MOST_PART_COST = 1000;
const TEMPLATE_LENGTH = 600;

function templateOf(occasion: RentMessageOccasion) {
  const text = paragraph(TEMPLATE_LENGTH)
    .refine((value) => value !== '', inputMessage('input.required'))
    .refine((value) => findUnfitPlaceholder(value, occasion) === undefined, {
      error: ({ input }) =>
        inputMessage('input.reminders.placeholder', {
          found: findUnfitPlaceholder(String(input), occasion) ?? '',
          known: rentMessagePlaceholders[occasion].map((name) => `{${name}}`).join(' '),
        }),
    });
  return z.object({ en: text, si: text, ta: text } satisfies Record<Language, z.ZodType>);
}

const settingsIn = z.object({
  /** Whether tenants with a mobile number get text messages, and those with an email address emails. */
  rent_sms_on: z.boolean(),
  rent_email_on: z.boolean(),
  /** The occasions of which messages are sent without a person. */
  bill_on: z.boolean(),
  reminder_on: z.boolean(),
  reminder_day: dayOfMonthIn,
  receipt_on: z.boolean(),
  /** What the gateway charges for each part of a text message. */
  part_cost: amountIn.refine(
    (amount) => amount <= MOST_PART_COST * 100,
    inputMessage('input.amount', { max: MOST_PART_COST }),
  ),
  bill_text: templateOf('bill'),
  reminder_text: templateOf('reminder'),
  receipt_text: templateOf('receipt'),
});
export type RentMessageSettingsInput = z.output<typeof settingsIn>;

const storedText = z.object({ en: z.string(), si: z.string(), ta: z.string() });
export const rentMessageSettings = settingsIn.extend({
  reminder_day: z.int(),
  part_cost: rupeesOut,
  bill_text: storedText,
  reminder_text: storedText,
  receipt_text: storedText,
});
export type RentMessageSettings = z.output<typeof rentMessageSettings>;

/** `stand_in`: the demo, where texts are shown and not sent. */
const smsGateways = ['none', 'gateway', 'stand_in'] as const;

const means = z.object({ gateway: z.enum(smsGateways), has_mail_server: z.boolean(), has_tenant_pages: z.boolean() });
export type RentMessageMeans = z.output<typeof means>;

const planned = z.object({
  channel: z.enum(rentMessageChannels),
  recipient: z.string(),
  tenant_name: z.string(),
  shops: z.string(),
  language: z.enum(languages),
  text: z.string(),
  /** Of a text message; 0 for an email. */
  parts: z.int(),
});
export type PlannedRentMessage = z.output<typeof planned>;

const leftOut = z.object({ tenancy_id: z.int(), shop_id: z.string(), tenant_name: z.string(), reason: z.string() });
export type LeftOutOfMessages = z.output<typeof leftOut>;

const rentMessage = z.object({
  message_id: z.int(),
  occasion: z.enum(rentMessageOccasions),
  month: month.nullable(),
  payment_id: z.int().nullable(),
  channel: z.enum(rentMessageChannels),
  recipient: z.string(),
  language: z.enum(languages),
  tenancies: z.array(z.object({ tenancy_id: z.int(), shop_id: z.string(), tenant_name: z.string() })),
  state: z.enum(rentMessageStates),
  /** Why it failed or was left out; empty otherwise. */
  reason: z.string(),
  /** The text as it was handed over; empty before. */
  text: z.string(),
  parts: z.int(),
  requested_by: z.string(),
  requested_at: instant,
  changed_at: instant,
});
export type RentMessage = z.output<typeof rentMessage>;

/** `done`: sent, or left out. `failed`: also those that were handed over and never confirmed. */
export const rentMessageLists = ['failed', 'open', 'done'] as const;
export type RentMessageList = (typeof rentMessageLists)[number];

const message = z.string();
const one = z.object({ id: idInPath });
const byHand = z.enum(['bill', 'reminder']);

const ofTenancy = z.object({
  is_opted_out: z.boolean(),
  opted_out_on: dayText.nullable(),
  /** Who recorded it: an account, or the tenant on the tenant page. */
  opted_out_by: z.string().nullable(),
  /** The number and address to which messages go; null without one. */
  phone: z.string().nullable(),
  email: z.string().nullable(),
  messages: z.array(rentMessage),
});
export type RentMessagesOfTenancy = z.output<typeof ofTenancy>;

export const rentMessages = {
  getSettings: call({
    method: 'GET',
    path: '/api/settings/rent-messages',
    permission: 'settings.read',
    summary: 'Get the settings and texts of rent messages.',
    answer: rentMessageSettings,
    refusals: [],
  }),
  setSettings: call({
    method: 'PUT',
    path: '/api/settings/rent-messages',
    permission: 'settings.write',
    writes: 'versioned',
    summary: 'Change the settings and texts of rent messages. Bills and payments of before are not reported.',
    body: settingsIn,
    answer: z.object({ message, settings: rentMessageSettings }),
    refusals: [],
  }),
  list: call({
    method: 'GET',
    path: '/api/rent-messages',
    permission: 'books.read',
    summary: 'List the newest 200 rent messages that wait, that failed or may not have arrived, or that are done.',
    query: z.object({ list: z.enum(rentMessageLists).default('open') }),
    answer: z.array(rentMessage),
    refusals: [],
  }),
  preview: call({
    method: 'GET',
    path: '/api/rent-messages/preview',
    permission: 'books.read',
    summary:
      'Get what would be sent now: the text for each number and address, its parts and the cost, and who is left out. ' +
      'Nothing is sent.',
    query: z.object({ occasion: byHand }),
    answer: z.object({
      ...means.shape,
      messages: z.array(planned),
      left_out: z.array(leftOut),
      parts: z.int(),
      cost: rupeesOut,
    }),
    refusals: [],
  }),
  send: call({
    method: 'POST',
    path: '/api/rent-messages',
    permission: 'books.write',
    writes: 'once',
    summary:
      "Queue the messages about this month's bills, or reminders to all who owe something. Each number and address gets " +
      'one of each kind in a month. The text is written when it is sent.',
    body: z.object({ occasion: byHand }),
    answer: z.object({ message, queued: z.int(), left_out: z.array(leftOut) }),
    refusals: ['rent_messages_off'],
  }),
  again: call({
    method: 'POST',
    path: '/api/rent-messages/:id/again',
    permission: 'books.write',
    writes: 'once',
    summary: 'Queue a message again that failed, was left out or may not have arrived.',
    params: one,
    answer: z.object({ message }),
    refusals: ['rent_message_not_found', 'rent_message_not_failed'],
  }),
  ofTenancy: call({
    method: 'GET',
    path: '/api/tenancies/:id/rent-messages',
    permission: 'books.read',
    summary: 'Get whether a tenancy gets rent messages, where they go, and the newest ones.',
    params: one,
    answer: ofTenancy,
    refusals: ['tenancy_not_found'],
  }),
  setOptOut: call({
    method: 'POST',
    path: '/api/tenancies/:id/rent-messages/opt-out',
    permission: 'payments.take',
    writes: 'once',
    summary: 'Record that the tenant of a tenancy wants no rent messages, or wants them again.',
    params: one,
    body: z.object({ is_opted_out: z.boolean() }),
    answer: z.object({ message }),
    refusals: ['tenancy_not_found', 'personal_data_erased'],
  }),
};
