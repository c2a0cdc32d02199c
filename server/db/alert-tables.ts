import type { Generated } from 'kysely';
import type { Day, Instant } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import type { AlertChannel, AlertKind } from '#contract/alerts.ts';
import type { Language } from '#contract/languages.ts';
import type { MailState } from '#contract/mail.ts';

export interface AlertTables {
  alert_subscriptions: AlertSubscriptionRow;
  alert_messages: AlertMessageRow;
}

interface AlertSubscriptionRow {
  id: Generated<number>;
  channel: AlertChannel;
  /** An email address in lower case, the endpoint of a push service, or a phone number. */
  address: string;
  /** JSON of `p256dh` and `auth`; otherwise empty. */
  push_keys: string;
  kind: AlertKind;
  /** A JSON list of ids. */
  products: string;
  limit_cents: Cents | null;
  language: Language;
  token_hash: string;
  /** The token, encrypted: each email contains the link. */
  token_sealed: string;
  /** Of the code that an SMS contains. */
  code_hash: string | null;
  tries_left: number;
  created_at: Instant;
  confirmed_at: Instant | null;
  /** Only lists of later days are reported; empty until confirmed. */
  after_day: Day | '';
  /** The version of the public data that it was compared with. */
  seen_version: number;
}

interface AlertMessageRow {
  id: Generated<number>;
  subscription_id: number;
  /** `confirm`, `list 2026-11-20`, `correction 2026-11-20 1`. */
  occasion: string;
  /** Of the list; empty for a confirmation. */
  day: Day | '';
  /** JSON: what is reported of each product (`AlertFigure`). */
  figures: string;
  state: MailState;
  /** A code without personal data. */
  message: string;
  attempts: Generated<number>;
  send_after: Instant;
  leased_by: string | null;
  leased_until: Instant | null;
  queued_at: Instant;
  changed_at: Instant;
}
