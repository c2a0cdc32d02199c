import type { Generated } from 'kysely';
import type { Instant, Month } from '#billing/calendar.ts';
import type { Language } from '#contract/languages.ts';
import type { MailState, RentMessageChannel, RentMessageOccasion } from '#contract/words.ts';

export interface RentMessageTables {
  rent_messages: RentMessageRow;
  rent_message_tenancies: RentMessageTenancyRow;
  rent_message_opt_outs: RentMessageOptOutRow;
}

/** A message to one number or address. Its text is written when it is sent. */
interface RentMessageRow {
  id: Generated<number>;
  /** Occasion, month or payment, channel and recipient: nobody gets the same message twice. */
  once_key: string;
  occasion: RentMessageOccasion;
  /** The month of bills and reminders. */
  month: Month | null;
  /** The payment of a receipt. */
  payment_id: number | null;
  channel: RentMessageChannel;
  recipient: string;
  language: Language;
  /** As it was handed over; empty before. */
  text: string;
  parts: number;
  state: MailState;
  /** JSON: the sentence that says why it was not sent; empty otherwise. */
  message: string;
  attempts: number;
  send_after: Instant;
  leased_by: string | null;
  leased_until: Instant | null;
  requested_at: Instant;
  requested_by: string;
  changed_at: Instant;
}

/** The tenancies that a message is about: several if a tenant has several shops. */
interface RentMessageTenancyRow {
  message_id: number;
  tenancy_id: number;
}

/** A tenancy whose tenant wants no rent messages. */
interface RentMessageOptOutRow {
  tenancy_id: number;
  recorded_at: Instant;
  /** An account, or `tenant` for the tenant page. */
  recorded_by: string;
}
