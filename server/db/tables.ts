import type { Generated } from 'kysely';
import type { Day, Instant } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import type { Role } from '#contract/permissions.ts';
import type { ProductType, Unit } from '#contract/products.ts';

/** The whole database, as TypeScript sees it. Amounts in cents, instants and days as ISO text, flags 0 or 1. */
export interface Tables {
  accounts: AccountRow;
  sessions: SessionRow;
  rate_limits: RateLimitRow;
  audit_log: AuditRow;
  audit_head: AuditHeadRow;
  images: ImageRow;
  products: ProductRow;
  prices: PriceRow;
  price_changes: PriceChangeRow;
  data_version: DataVersionRow;
}

interface Timestamps {
  created_at: Instant;
  updated_at: Instant;
}

interface AccountRow extends Timestamps {
  id: Generated<number>;
  username: string;
  /** Lower case. */
  email: string;
  role: Role;
  /** Argon2id, as a PHC string. */
  password_hash: string;
  must_change_password: number;
}

interface SessionRow {
  id: string;
  account_id: number;
  created_at: Instant;
  last_seen_at: Instant;
  /** When its owner last proved who they are. */
  verified_at: Instant | null;
  ended_at: Instant | null;
  address: string;
  agent: string;
}

/** Tries counted in a window: `login account a@example.com`, `login address 10.0.0.1`. */
interface RateLimitRow {
  subject: string;
  window_start: Instant;
  tries: number;
}

interface AuditRow {
  id: Generated<number>;
  event_date: Instant;
  event_type: string;
  event_description: string;
  shop_id: string | null;
  invoice_id: string | null;
  old_value: string | null;
  new_value: string | null;
  edit_reason: string | null;
  user_actioned: string;
  request_id: string;
  previous_hash: string;
  hash: string;
}

/** One row, id 1: the hash of the newest audit entry. Its lock makes the chain a chain. */
interface AuditHeadRow {
  id: number;
  hash: string;
}

interface ImageRow {
  /** SHA-256 of the bytes, hexadecimal. */
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
  /** A JSON list of texts. */
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

/** What a published pair was before it was changed or cleared; nulls: there was none, or it was cleared. */
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

/** One row, id 1. Raised in every transaction that changes what the public sees; it keys the cached bytes. */
interface DataVersionRow {
  id: number;
  version: number;
}
