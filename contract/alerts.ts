import { z } from 'zod';
import { ALERT_CONFIRM_HOURS, MOST_ALERT_PRODUCTS, MOST_ALERTS_OF_ADDRESS } from './alert-limits.ts';
import { call } from './call.ts';
import { languages } from './languages.ts';
import { inputMessage } from './messages/input-message.ts';
import { emailOrEmpty, idInBody, instant, paragraph, priceIn, rupeesOut, screenLine } from './scalars.ts';
import { alertChannels, alertKinds, mailStates } from './words.ts';

const message = z.string();
const key = z.string().regex(/^[\w-]{32}$/, inputMessage('input.alerts.key'));
const productsIn = z
  .array(idInBody)
  .min(1, inputMessage('input.alerts.products', { max: MOST_ALERT_PRODUCTS }))
  .max(MOST_ALERT_PRODUCTS, inputMessage('input.alerts.products', { max: MOST_ALERT_PRODUCTS }));

const wishFields = {
  kind: z.enum(alertKinds),
  products: productsIn,
  limit: priceIn.optional(),
  language: z.enum(languages),
};

const pushKey = z.string().regex(/^[\w-]{20,100}={0,2}$/, inputMessage('input.alerts.push'));

const addressIn = z.string().trim().min(1, inputMessage('input.required')).max(1000);

const subscriptionIn = z.object({
  channel: z.enum(alertChannels),
  address: addressIn,
  p256dh: pushKey.optional(),
  auth: pushKey.optional(),
  ...wishFields,
});
export type AlertSubscriptionInput = z.output<typeof subscriptionIn>;

const keysIn = z
  .array(key)
  .min(1, inputMessage('input.alerts.key'))
  .max(MOST_ALERTS_OF_ADDRESS, inputMessage('input.alerts.keys', { max: MOST_ALERTS_OF_ADDRESS }));

const renewalIn = z.object({ keys: keysIn, address: addressIn, p256dh: pushKey, auth: pushKey });
export type AlertRenewalInput = z.output<typeof renewalIn>;

const wishIn = z.object({ key, ...wishFields });
export type AlertWish = Pick<AlertSubscriptionInput, 'kind' | 'products' | 'limit' | 'language'>;

const subscription = z.object({
  channel: z.enum(alertChannels),
  address: z.string(),
  kind: z.enum(alertKinds),
  products: z.array(z.object({ id: z.int(), name: z.string(), name_si: z.string(), name_ta: z.string() })),
  limit: rupeesOut.nullable(),
  language: z.enum(languages),
  is_confirmed: z.boolean(),
  createdAt: instant,
  messages: z.array(z.object({ occasion: z.string(), state: z.enum(mailStates), changed_at: instant })),
});
export type AlertSubscription = z.output<typeof subscription>;

const settingsFields = {
  email_on: z.boolean(),
  push_on: z.boolean(),
  push_contact: emailOrEmpty(120),
  sms_on: z.boolean(),
  sms_address: screenLine(500).refine(
    (text) => text === '' || /^https?:\/\/\S+$/.test(text),
    inputMessage('input.centre.link'),
  ),
  sms_body: paragraph(2000),
  sms_success: screenLine(200),
};

const settings = z.object({ ...settingsFields, has_sms_headers: z.boolean() });
export type AlertSettings = z.output<typeof settings>;

const settingsIn = z.object({ ...settingsFields, sms_headers: paragraph(2000).optional() });
export type AlertSettingsInput = z.output<typeof settingsIn>;

export const alertObstacles = ['off', 'no_mail_server', 'no_public_address', 'no_keys', 'no_gateway'] as const;
export type AlertObstacle = (typeof alertObstacles)[number];

const status = z.object({
  channels: z.array(
    z.object({
      channel: z.enum(alertChannels),
      obstacle: z.enum(alertObstacles).nullable(),
      confirmed: z.int(),
      unconfirmed: z.int(),
    }),
  ),
  queued: z.int(),
  sent: z.int(),
  failures: z.array(z.object({ reason: z.string(), count: z.int() })),
});
export type AlertStatus = z.output<typeof status>;

export const alerts = {
  subscribe: call({
    method: 'POST',
    path: '/api/alerts',
    permission: 'public',
    writes: 'unkeyed',
    unlogged: true,
    summary:
      'Subscribe to prices without an account. An email address is confirmed by a link, a mobile number by a code; both ' +
      `are deleted if that does not happen within ${ALERT_CONFIRM_HOURS} hours. The answer contains the key of the ` +
      'subscription, except for email.',
    body: subscriptionIn,
    answer: z.object({ message, key: z.string().nullable() }),
    status: 201,
    refusals: ['alert_channel_off', 'too_many_alerts', 'too_many_tries', 'product_not_found'],
  }),
  show: call({
    method: 'POST',
    path: '/api/alerts/show',
    permission: 'public',
    writes: 'nothing',
    summary: 'Get everything that is stored about a subscription, by its key.',
    body: z.object({ key }),
    answer: subscription,
    refusals: ['alert_not_found'],
  }),
  confirm: call({
    method: 'POST',
    path: '/api/alerts/confirm',
    permission: 'public',
    writes: 'unkeyed',
    unlogged: true,
    summary: 'Confirm a subscription by its key, and by the code for a mobile number.',
    body: z.object({ key, code: z.string().trim().max(10).optional() }),
    answer: z.object({ message }),
    refusals: ['alert_not_found', 'alert_code_wrong'],
  }),
  change: call({
    method: 'POST',
    path: '/api/alerts/change',
    permission: 'public',
    writes: 'unkeyed',
    unlogged: true,
    summary: 'Change what a confirmed subscription reports.',
    body: wishIn,
    answer: z.object({ message }),
    refusals: ['alert_not_found', 'product_not_found'],
  }),
  renew: call({
    method: 'POST',
    path: '/api/alerts/renew',
    permission: 'public',
    writes: 'unkeyed',
    unlogged: true,
    summary:
      'Replace the push address of subscriptions of one browser, by their keys, after the browser has replaced it. ' +
      'Keys of subscriptions that have ended are ignored if another one exists.',
    body: renewalIn,
    answer: z.object({ message }),
    refusals: ['alert_not_found', 'too_many_alerts', 'too_many_tries'],
  }),
  end: call({
    method: 'POST',
    path: '/api/alerts/end',
    permission: 'public',
    writes: 'unkeyed',
    unlogged: true,
    summary: 'End a subscription and delete everything that is stored about it.',
    body: z.object({ key }),
    answer: z.object({ message }),
    refusals: ['alert_not_found'],
  }),
  getSettings: call({
    method: 'GET',
    path: '/api/settings/alerts',
    permission: 'settings.read',
    summary: 'Get the settings of alerts, without keys and headers.',
    answer: settings,
    refusals: [],
  }),
  setSettings: call({
    method: 'PUT',
    path: '/api/settings/alerts',
    permission: 'settings.write',
    writes: 'versioned',
    summary: 'Change the settings of alerts (requires a verified session).',
    body: settingsIn,
    verified: 'always',
    answer: z.object({ message, settings }),
    refusals: ['verification_required'],
  }),
  getStatus: call({
    method: 'GET',
    path: '/api/settings/alerts/status',
    permission: 'settings.read',
    summary: 'Count subscriptions and the messages of the last 30 days. Addresses are never shown.',
    answer: status,
    refusals: [],
  }),
};
