import type { Generated } from 'kysely';
import type { Day, Instant, Month } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import type { ChargeStatusValue, InvoiceStatusValue } from '#contract/invoices.ts';
import type { ChargeKindValue } from '#contract/money-effects.ts';
import type { PaymentMethod } from '#contract/payments.ts';
import type { Timestamps } from './timestamps.ts';

/** Shops, their tenants and their ledgers. */
export interface LedgerTables {
  shops: ShopRow;
  tenants: TenantRow;
  facts: StoredLedgerEntry;
  invoices: InvoiceRow;
  charges: ChargeRow;
  allocations: AllocationRow;
  receipts: ReceiptRow;
  mails: MailRow;
}

interface ShopRow extends Timestamps {
  id: Generated<number>;
  /** As people write it; unique ignoring case. */
  shop_id: string;
  shop_name: string;
  location: string;
  rent_cents: Cents;
  vat_rate_basis_points: number;
  operation_fee_cents: Cents;
  /** Computed: credit of the shop; below 0 a debt. */
  balance_cents: Cents;
  balance_at: Instant;
}

/** A tenancy; an ended one keeps its row. */
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

export type LedgerEntryKind =
  | 'invoice'
  | 'payment'
  | 'correction'
  | 'balance'
  | 'fine applied'
  | 'fine removed'
  | 'invoice arrested'
  | 'fine arrested';

/** A ledger entry; ids are in the order of recording. */
interface StoredLedgerEntry {
  id: Generated<number>;
  /** The shop's row. */
  shop_id: number;
  kind: LedgerEntryKind;
  /** When it takes effect. */
  effective_at: Instant;
  /** The amount paid, or the difference of a correction or a set balance; else 0. */
  cents: Cents;
  /** Of an invoice. */
  month: Month | null;
  /** The invoice that is fined or arrested, or that a payment names: a row of `invoices`. */
  invoice_id: number | null;
  /** The payment that a correction corrects. */
  payment_id: number | null;
  /** The tenant when it was recorded. */
  tenant_id: number | null;
  method: PaymentMethod | null;
  note: string;
  recorded_at: Instant;
  recorded_by: string;
  voided_at: Instant | null;
  voided_by: string | null;
  void_reason: string | null;
}

/** The rest of an invoice entry. `status` and `paid_cents` are computed; the other columns never change. */
interface InvoiceRow {
  /** The invoice's entry. */
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
  status: InvoiceStatusValue;
  paid_cents: Cents;
  updated_at: Instant;
}

/** Computed: a charge of an invoice and its paid amount. */
interface ChargeRow {
  id: Generated<number>;
  shop_id: number;
  invoice_id: number;
  kind: ChargeKindValue;
  cents: Cents;
  paid_cents: Cents;
  status: ChargeStatusValue;
  /** When the invoice took effect, or the fine fell due. */
  arose_at: Instant;
  /** When money was last allocated to it. */
  paid_at: Instant | null;
}

/** Computed: money that an entry moved to a charge. */
interface AllocationRow {
  id: Generated<number>;
  shop_id: number;
  invoice_id: number;
  kind: ChargeKindValue;
  cause_id: number;
  cents: Cents;
  allocated_at: Instant;
}

interface ReceiptRow {
  payment_id: number;
  times_printed: number;
}

/** The result of sending an invoice by email. */
interface MailRow {
  id: Generated<number>;
  invoice_id: number;
  recipient: string;
  message_id: string;
  /** `unknown`: the mail server never confirmed it, so it may have arrived. */
  outcome: 'sent' | 'failed' | 'unknown';
  message: string;
  sent_at: Instant;
  sent_by: string;
}
