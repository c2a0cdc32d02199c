import type { Generated } from 'kysely';
import type { Day, Instant } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import type { Language } from '#contract/languages.ts';
import type { ProductType, Unit } from '#contract/product-words.ts';
import type { AlertChannel, AlertKind, MailState, MarketDayKind, PublicationType } from '#contract/words.ts';
import type { Timestamps } from '../timestamps.ts';

export interface PublicTables {
  images: ImageRow;
  products: ProductRow;
  prices: PriceRow;
  price_changes: PriceChangeRow;
  publications: PublicationRow;
  market_days: MarketDayRow;
  market_week: MarketWeekRow;
  data_version: DataVersionRow;
  alert_subscriptions: AlertSubscriptionRow;
  alert_messages: AlertMessageRow;
}

interface ImageRow {
  /** The SHA-256 of the bytes, hexadecimal. */
  hash: string;
  content_type: string;
  bytes: Uint8Array;
  created_at: Instant;
}

interface ProductRow extends Timestamps {
  id: Generated<number>;
  code: string;
  name: string;
  name_si: string;
  name_ta: string;
  type: ProductType;
  unit: Unit;
  description: string;
  /** A JSON list of other names. */
  aliases: string;
  list_order: number;
  image_hash: string | null;
  archived_at: Instant | null;
}

interface PriceRow extends Timestamps {
  id: Generated<number>;
  product_id: number;
  date: Day;
  min_cents: Cents;
  max_cents: Cents;
}

/**
 * A change of a published price range. The old prices are null if there was no range before, the new ones if there is
 * none now.
 */
interface PriceChangeRow {
  id: Generated<number>;
  product_id: number;
  date: Day;
  old_min_cents: Cents | null;
  old_max_cents: Cents | null;
  new_min_cents: Cents | null;
  new_max_cents: Cents | null;
  changed_at: Instant;
  changed_by: string;
}

interface PublicationRow extends Timestamps {
  id: Generated<number>;
  type: PublicationType;
  /** The topic, usually in English. It is shown in place of an empty text in Sinhala or Tamil. */
  topic: string;
  topic_si: string;
  topic_ta: string;
  description: string;
  description_si: string;
  description_ta: string;
  image_hash: string | null;
}

/** An exception to the weekdays on which the market is open: closed on an open weekday, or open on a closed one. */
interface MarketDayRow extends Timestamps {
  date: Day;
  kind: MarketDayKind;
  reason: string;
  reason_si: string;
  reason_ta: string;
}

/** One row, id 1: the weekdays on which the market is open. */
interface MarketWeekRow {
  id: number;
  /** Digits of the open weekdays; Sunday is 0, so `0123456` is every day. */
  open_weekdays: string;
  updated_at: Instant;
}

/**
 * One row, id 1: the version of public data and of the response cache, raised in every transaction that changes such
 * data.
 */
interface DataVersionRow {
  id: number;
  version: number;
}

interface AlertSubscriptionRow {
  id: Generated<number>;
  channel: AlertChannel;
  address: string;
  push_keys: string;
  kind: AlertKind;
  products: string;
  limit_cents: Cents | null;
  language: Language;
  token_hash: string;
  /** The encrypted token. Its hash is not enough, because each email contains a link with the token. */
  token_sealed: string;
  code_hash: string | null;
  tries_left: number;
  created_at: Instant;
  confirmed_at: Instant | null;
  /** Only price lists of days after this one are sent; empty until the address is confirmed. */
  after_day: Day | '';
  seen_version: number;
}

interface AlertMessageRow {
  id: Generated<number>;
  subscription_id: number;
  /** The occasion of the email, such as `confirm`, `list 2026-11-20` or `correction 2026-11-20 1`. */
  occasion: string;
  day: Day | '';
  figures: string;
  state: MailState;
  message: string;
  attempts: Generated<number>;
  send_after: Instant;
  leased_by: string | null;
  leased_until: Instant | null;
  queued_at: Instant;
  changed_at: Instant;
}
