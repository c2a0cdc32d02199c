import type { Generated } from 'kysely';
import type { Day, Instant, Month } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import type { ChargeStatus, InvoiceStatus } from '#contract/invoices.ts';
import type { PaymentMethod } from '#contract/payments.ts';
import type { Role } from '#contract/permissions.ts';
import type { ProductType, Unit } from '#contract/products.ts';
import type { ChargeKind } from '#contract/settlement.ts';

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
  shops: ShopRow;
  tenants: TenantRow;
  facts: FactRow;
  invoices: InvoiceRow;
  charges: ChargeRow;
  allocations: AllocationRow;
  receipts: ReceiptRow;
  kept_answers: KeptAnswerRow;
  report_tickets: ReportTicketRow;
  mails: MailRow;
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

interface ShopRow extends Timestamps {
  id: Generated<number>;
  /** As people write it; unique and found ignoring case. */
  shop_id: string;
  shop_name: string;
  location: string;
  rent_cents: Cents;
  vat_rate_basis_points: number;
  operation_fee_cents: Cents;
  /** Computed: what the market owes the shop; below 0 a debt. */
  balance_cents: Cents;
  balance_at: Instant;
}

/** A tenancy; one that has ended keeps its row. */
interface TenantRow extends Timestamps {
  id: Generated<number>;
  /** The shop's row. */
  shop_id: number;
  name: string;
  contact: string;
  address: string;
  email: string | null;
  ended_at: Instant | null;
}

export type FactKind =
  | 'invoice'
  | 'payment'
  | 'correction'
  | 'balance'
  | 'fine applied'
  | 'fine removed'
  | 'invoice arrested'
  | 'fine arrested';

/** One thing that happened to the money of a shop; its id is the order of recording. */
interface FactRow {
  id: Generated<number>;
  /** The shop's row. */
  shop_id: number;
  kind: FactKind;
  /** When it counts in the books. */
  effective_at: Instant;
  /** What was paid, or the difference of a correction or a set balance; 0 for the rest. */
  cents: Cents;
  /** Of an invoice. */
  month: Month | null;
  /** The invoice that is fined or arrested, or that a payment names: a row of `invoices`. */
  invoice_id: number | null;
  /** The payment that a correction corrects. */
  payment_id: number | null;
  /** Who rented the shop when it was recorded. */
  tenant_id: number | null;
  method: PaymentMethod | null;
  note: string;
  recorded_at: Instant;
  recorded_by: string;
  voided_at: Instant | null;
  voided_by: string | null;
  void_reason: string | null;
}

/** What an invoice says beside its fact; `status` and `paid_cents` are computed, the rest is as it was generated. */
interface InvoiceRow {
  /** The invoice's fact. */
  id: number;
  shop_id: number;
  /** INV-{shop_id}-{YYYYMM}. */
  number: string;
  month: Month;
  generated_at: Instant;
  due_day: Day;
  vat_rate_basis_points: number;
  rent_cents: Cents;
  operation_fee_cents: Cents;
  vat_cents: Cents;
  previous_balance_cents: Cents;
  total_arrears_cents: Cents;
  fines_cents: Cents;
  previous_fines_cents: Cents;
  previous_total_cents: Cents;
  previous_paid_cents: Cents;
  previous_paid_at: Instant | null;
  total_cents: Cents;
  times_printed: number;
  status: InvoiceStatus;
  paid_cents: Cents;
  updated_at: Instant;
}

/** Computed: a part of an invoice and what was paid of it. */
interface ChargeRow {
  id: Generated<number>;
  shop_id: number;
  invoice_id: number;
  kind: ChargeKind;
  cents: Cents;
  paid_cents: Cents;
  status: ChargeStatus;
  /** When the invoice stood, or the fine fell due. */
  arose_at: Instant;
  /** When money last came to it. */
  paid_at: Instant | null;
}

/** Computed: money that went to a charge because of a fact. */
interface AllocationRow {
  id: Generated<number>;
  shop_id: number;
  invoice_id: number;
  kind: ChargeKind;
  cause_id: number;
  cents: Cents;
  allocated_at: Instant;
}

interface ReceiptRow {
  payment_id: number;
  times_printed: number;
}

/** The answer that was first given to a key; the account and the path are part of the key. */
interface KeptAnswerRow {
  account_id: number;
  path: string;
  key: string;
  request_hash: string;
  answer: string;
  created_at: Instant;
}

/** Good once, and only until it expires. */
interface ReportTicketRow {
  /** SHA-256 of the ticket, hexadecimal. */
  hash: string;
  session_id: string;
  expires_at: Instant;
}

/** What became of an invoice that was mailed. */
interface MailRow {
  id: Generated<number>;
  invoice_id: number;
  recipient: string;
  message_id: string;
  /** Unknown: it was handed over and never confirmed, so it may have arrived. */
  outcome: 'sent' | 'failed' | 'unknown';
  message: string;
  sent_at: Instant;
  sent_by: string;
}
