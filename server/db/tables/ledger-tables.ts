import type { Generated } from 'kysely';
import type { Day, Instant, Month } from '#billing/calendar.ts';
import type { LedgerEntry } from '#billing/ledger-entries.ts';
import type { Cents } from '#billing/money.ts';
import type { Term } from '#billing/terms.ts';
import type { Language } from '#contract/languages.ts';
import type {
  ChargeBasis,
  ChargeKindValue,
  ChargeStatusValue,
  InvoiceStatusValue,
  MailState,
  PaymentMethod,
  ReminderLevel,
  ReminderWay,
} from '#contract/words.ts';
import type { Timestamps } from '../timestamps.ts';

export interface LedgerTables {
  shops: ShopRow;
  tenants: TenantRow;
  tenancies: TenancyTableRow;
  terms: TermRow;
  ledger_entries: StoredLedgerEntry;
  invoices: InvoiceRow;
  charges: ChargeRow;
  allocations: AllocationRow;
  receipts: ReceiptRow;
  cash_sessions: CashSessionRow;
  cleared_cheques: BankDayRow;
  confirmation_starts: ConfirmationStartRow;
  mails: MailRow;
  reminders: ReminderTableRow;
  charge_kinds: ChargeKindRow;
  tenancy_charges: TenancyChargeRow;
}

interface ShopRow extends Timestamps {
  id: Generated<number>;
  /** The id as people write it. It is unique, ignoring case. */
  shop_id: string;
  shop_name: string;
  location: string;
  rent_cents: Cents;
  vat_rate_basis_points: number;
  operation_fee_cents: Cents;
}

/**
 * A person or company, to whom tenancies belong. Names and contacts are stored with each tenancy, because they are of its
 * time.
 */
interface TenantRow {
  id: Generated<number>;
  created_at: Instant;
}

/** A tenancy. The row remains after the tenancy has ended. */
interface TenancyTableRow extends Timestamps {
  id: Generated<number>;
  shop_id: number;
  /** Every tenancy has a tenant. Only `insertTenancy` adds tenancies, and it asks for one. */
  tenant_id: Generated<number>;
  name: string;
  contact: string;
  address: string;
  email: string | null;
  started_on: Day;
  /** The last day of the tenancy; null while the tenancy is current. */
  ended_on: Day | null;
  agreement_number: string;
  agreement_note: string;
  /** The last day of the agreement, which does not end the tenancy; null if it has none or nobody entered it. */
  agreement_ends_on: Generated<Day | null>;
  language: Language;
  is_vat_registered: number;
  tin: string;
  tax_name: string;
  tax_address: string;
  /** The computed balance in cents: above 0 a credit, below 0 a debt. */
  balance_cents: Cents;
  balance_at: Instant;
  /** The MAC of the tenancy's rows in each ledger table, as last written. */
  seal: Generated<string>;
  erased_at: Instant | null;
}

/** A term of a tenancy. If several start on the same day, the newest applies. */
interface TermRow {
  id: Generated<number>;
  tenancy_id: number;
  term: Term;
  valid_from: Day;
  /** The amount in whole cents, or the VAT rate in basis points. */
  amount: number;
  reason: string;
  set_at: Instant;
  set_by: string;
}

export type LedgerEntryKind = LedgerEntry['kind'];

/** An entry of the ledger. Ids are in the order of recording. */
interface StoredLedgerEntry {
  id: Generated<number>;
  tenancy_id: number;
  shop_id: number;
  kind: LedgerEntryKind;
  effective_at: Instant;
  /** The amount paid or moved, or the difference of a correction or a set balance; 0 for other entries. */
  cents: Cents;
  month: Month | null;
  /** The id of the invoice that is fined, put under arrest (docs/rules.md, Arrest) or named by a payment. */
  invoice_id: number | null;
  charge_kind: ChargeKindValue | null;
  line: number | null;
  payment_id: number | null;
  linked_id: number | null;
  /** The id by which the entry is sorted among those of the same instant; null means its own id. */
  place: number | null;
  method: PaymentMethod | null;
  /** The details of a payment's cheque, as far as they are known. */
  cheque_number: string | null;
  cheque_bank: string | null;
  cheque_date: Day | null;
  note: string;
  /** JSON: `OpenedCharge` of each charge, for the entry of kind 'balance' with which an imported ledger opens. */
  opening: string | null;
  recorded_at: Instant;
  recorded_by: string;
  voided_at: Instant | null;
  voided_by: string | null;
  void_reason: string | null;
  /**
   * The accounts that recorded and voided the entry; null for commands, and for accounts deleted before migration 0007.
   */
  recorded_by_id: Generated<number | null>;
  voided_by_id: Generated<number | null>;
  /** The cash session in which the money was received or paid back, and the one in which the entry was voided. */
  session_id: Generated<number | null>;
  void_session_id: Generated<number | null>;
  /** The fines that a payment or a correction saved by its earlier day; null if it saved none. */
  saved_fine_cents: Generated<Cents | null>;
  /** The day from which a payment by post-dated cheque counts, by the rule of its day; null if it counts on receipt. */
  counts_from: Generated<Day | null>;
  /** The first instant of `counts_from`, once that day has come; null before. */
  counted_at: Generated<Instant | null>;
}

/**
 * An invoice. `status` and `paid_cents` are computed, and `times_printed` is a counter. Of the other columns, only
 * `updated_at` changes.
 */
interface InvoiceRow {
  id: number;
  tenancy_id: number;
  shop_id: number;
  /** The number, as INV-{shop_id}-{YYYYMM}. */
  number: string;
  month: Month;
  generated_at: Instant;
  due_day: Day;
  rent_due_day: number;
  fine_basis_points: number;
  tenant_name: string;
  tenant_contact: string;
  tenant_address: string;
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
  /** JSON: an `InvoiceLine` for each charge of kind Other, as it was when the invoice was issued. */
  other_charges: string;
}

interface ChargeRow {
  id: Generated<number>;
  tenancy_id: number;
  shop_id: number;
  invoice_id: number;
  kind: ChargeKindValue;
  line: number;
  cents: Cents;
  paid_cents: Cents;
  status: ChargeStatusValue;
  arose_at: Instant;
  paid_at: Instant | null;
}

interface ChargeKindRow extends Timestamps {
  id: Generated<number>;
  name: string;
  name_si: string;
  name_ta: string;
  is_vatable: number;
  basis: ChargeBasis;
  unit: string;
  rate_cents: Cents;
  is_archived: number;
}

/** A charge of kind Other. It is waiting for its invoice, recurs each month, or has been billed. */
interface TenancyChargeRow {
  id: Generated<number>;
  tenancy_id: number;
  charge_kind_id: number;
  cents: Cents;
  /**
   * The month whose invoice contains the charge. If that invoice already exists, the next one contains it. A recurring
   * charge begins in this month.
   */
  from_month: Month;
  /** The last month of a recurring charge; null if it has no end. */
  until_month: Month | null;
  /** Readings of a meter, in thousandths of its unit. */
  previous_reading: number | null;
  current_reading: number | null;
  note: string;
  /** The invoice that contains the charge; null for a recurring charge. */
  invoice_id: number | null;
  recorded_at: Instant;
  recorded_by: string;
}

interface AllocationRow {
  id: Generated<number>;
  tenancy_id: number;
  shop_id: number;
  invoice_id: number;
  kind: ChargeKindValue;
  line: number;
  cause_id: number;
  cents: Cents;
  allocated_at: Instant;
}

interface ReceiptRow {
  payment_id: number;
  times_printed: number;
}

/**
 * A person's session at the cash desk. Once it is closed, only the day on which its cash was banked can still be
 * entered.
 */
interface CashSessionRow {
  id: Generated<number>;
  account_id: number;
  opened_by: string;
  opened_at: Instant;
  float_cents: Cents;
  /** The cash that the person had left in the drawer; null if there was none, and before migration 0013. */
  float_expected_cents: Cents | null;
  /** Why the float is not the cash that was left in the drawer. */
  float_reason: Generated<string>;
  /** The part of the float that the person held outside the drawer, for example as a float that was handed out. */
  from_held_cents: Generated<Cents>;
  closed_at: Instant | null;
  closed_by: string | null;
  /**
   * The cash that should have been in the drawer. The next two columns are the cash that was counted, and the part of
   * it that stays in the drawer.
   */
  expected_cents: Cents | null;
  counted_cents: Cents | null;
  kept_cents: Cents | null;
  /** JSON: the value in rupees and the number of each note and coin. */
  pieces: string;
  reason: string;
  banked_on: Day | null;
  banked_by: string | null;
  /** The day on which the cash left in the drawer was banked, if it was not the float of a later session. */
  kept_banked_on: Day | null;
  kept_banked_by: string | null;
}

/** A record that the bank paid a cheque. `cleared_on` is the day of payment; it is null if the record was undone. */
/** The day on which the bank paid a cheque, or received the money of an electronic payment. */
interface BankDayRow {
  payment_id: number;
  cleared_on: Day | null;
  recorded_at: Instant;
  recorded_by: string;
  /** The days on which a cheque was paid in, and on which the bank returned it. */
  deposited_on: Generated<Day | null>;
  returned_on: Generated<Day | null>;
}

/** An instant from which electronic payments are to be confirmed; null: all of them. The newest row applies. */
interface ConfirmationStartRow {
  id: Generated<number>;
  since: Instant | null;
  set_at: Instant;
  set_by: string;
}

interface MailRow {
  id: Generated<number>;
  /** The id that the emails queued by one request share; empty for emails of releases that did not store it. */
  run_id: string;
  invoice_id: number | null;
  tenancy_id: number | null;
  /**
   * The id of the reminder that the email sends; null for other emails. An email with a reminder has a `tenancy_id`
   * too.
   */
  reminder_id: Generated<number | null>;
  period_from: Day | null;
  period_to: Day | null;
  recipient: string;
  message_id: string;
  /**
   * `sending` is committed before the first byte is handed over to the mail server. `unknown` means handed over and
   * never confirmed.
   */
  state: MailState;
  message: string;
  leased_by: string | null;
  leased_until: Instant | null;
  requested_at: Instant;
  requested_by: string;
  request_id: string;
  changed_at: Instant;
}

/**
 * A reminder. Its level and amount never change, and its text is erased only together with the personal data. The
 * follow-up can be edited.
 */
interface ReminderTableRow {
  id: Generated<number>;
  tenancy_id: number;
  level: ReminderLevel;
  way: ReminderWay;
  day: Day;
  language: Language;
  /** The amount that was overdue when the reminder was recorded. */
  due_cents: Cents;
  last_day: Day;
  /** The text in the tenant's language; empty once the tenant's personal data are erased. */
  subject: string;
  body: string;
  recorded_at: Instant;
  recorded_by: string;
  /** A promise to pay: its day and amount, and the two instants below. Either all four are set or none. */
  promised_on: Day | null;
  promised_cents: Cents | null;
  /**
   * `promised_at` is the instant at which the promise was recorded. `promised_from` is the beginning of the day of
   * `promised_at`.
   */
  promised_at: Instant | null;
  promised_from: Instant | null;
  note: string;
  next_step: string;
}
