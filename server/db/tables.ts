import type { Generated } from 'kysely';
import type { Day, Instant } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import type { Language } from '#contract/languages.ts';
import type { ProductType, Unit } from '#contract/product-words.ts';
import type {
  AlertChannel,
  AlertKind,
  MailState,
  MarketDayKind,
  PublicationType,
  TaxDocumentKind,
  VehicleKind,
} from '#contract/words.ts';
import type { LedgerTables } from './ledger-tables.ts';
import type { OfficeTables } from './office-tables.ts';
import type { Timestamps } from './timestamps.ts';

/** All tables. Amounts are in cents, instants and days are ISO text, flags are 0 or 1. */
export interface Tables extends OfficeTables, LedgerTables, PublicTables, TaxTables, TicketTables {}

/** The tables of tax documents (docs/rules.md, Tax documents). */
interface TaxTables {
  tax_counters: TaxCounterRow;
  tax_documents: TaxDocumentTableRow;
  vat_schedule_files: VatScheduleFileRow;
}

/** The last number drawn from a counter. Its row lock puts the documents of a unit in one order. */
interface TaxCounterRow {
  /** The unit, with the year or month if its numbers restart each year or month. */
  counter: string;
  last_number: number;
}

/** A tax document. After it is issued, only `prints` changes. Amounts of a note are above 0. */
interface TaxDocumentTableRow {
  id: Generated<number>;
  invoice_id: number;
  tenancy_id: number;
  shop_id: number;
  kind: TaxDocumentKind;
  /** 1 when the title has the word TAX. */
  is_tax: number;
  /** The unit from whose counter the serial was drawn; null for a document whose number is not drawn. */
  unit: string | null;
  counter: string | null;
  number: number | null;
  /** The number as printed. */
  serial: string;
  issued_on: Day;
  supplied_on: Day;
  /** The language of the tenant when the document was issued, printed beside the statutory English. */
  language: Language;
  /** JSON: the parties as they were when the document was issued; a note has those of its original. */
  supplier: string;
  purchaser: string;
  /** JSON: the lines of the document. */
  lines: string;
  /** JSON: the statement of account below an invoice; null on a note. */
  statement: string | null;
  /** The VAT rate; 0 when the document shows no VAT. */
  vat_rate_basis_points: number;
  value_cents: Cents;
  vat_cents: Cents;
  total_cents: Cents;
  /** The invoice that a note corrects. */
  original_id: number | null;
  /** The INVOICE in whose place a TAX INVOICE was issued. */
  replaces_id: number | null;
  reason: string;
  /** JSON: the settings with which the document was made. */
  settings: string;
  prints: number;
  issued_at: Instant;
  issued_by: string;
}

interface VatScheduleFileRow {
  id: Generated<number>;
  period: string;
  schedule: '01' | '04';
  /** The version; 1 is the original. */
  version: number;
  name: string;
  content_hash: string;
  made_at: Instant;
  made_by: string;
}

interface TicketTables {
  gate_devices: GateDeviceRow;
  gate_shifts: GateShiftRow;
  sanitation_tickets: SanitationTicketRow;
  vehicle_tickets: VehicleTicketRow;
  sanitation_counts: SanitationCountRow;
  ticket_sums: TicketSumRow;
  arrivals: ArrivalRow;
  device_numbers: DeviceNumberRow;
  vehicle_types: VehicleTypeRow;
  tariffs: TariffRow;
  tariff_prices: TariffPriceRow;
}

interface GateDeviceRow {
  id: Generated<number>;
  created_at: Instant;
  created_by: string;
  created_by_id: number | null;
  /** The secret that signs the phone's numbers; null for a phone that cannot sign. */
  secret: string | null;
}

interface GateShiftRow extends Timestamps {
  id: string;
  /**
   * The email of the account at that time, for display. Rights depend on the id, which is null where it is not known.
   */
  issued_by: string;
  issued_by_id: number | null;
  device: string | null;
  opened_at: Instant;
  opening_cents: Cents;
  closed_at: Instant | null;
  counted_cents: Cents | null;
  reason: string;
}

interface IssuedTicket extends Timestamps {
  id: Generated<number>;
  cents: Cents;
  /** The day of issue in Colombo. The daily sums include the ticket on this day. */
  issued_day: Day;
  issued_at: Instant;
  issued_by: string;
  issued_by_id: number | null;
  /** Device code and count of a ticket issued offline, without a hyphen. */
  device_number: string | null;
  shift_id: string | null;
  voided_at: Instant | null;
  voided_by: string | null;
  void_reason: string | null;
}

interface SanitationTicketRow extends IssuedTicket {
  /** The number of the ticket among those of its price, from 1 on, without a gap. */
  count: number;
}

interface VehicleTicketRow extends IssuedTicket {
  vehicle_number: string;
  /** The letters and digits of the number, for searches (foldPlate). */
  plate: Generated<string>;
  /** The type's English name when the ticket was issued. */
  vehicle_type: string;
  /** The tariff's price, if another price was charged. */
  tariff_cents: Cents | null;
}

interface VehicleTypeRow extends Timestamps {
  id: Generated<number>;
  name: string;
  name_si: string;
  name_ta: string;
  vehicle_kind: VehicleKind;
  is_offered: number;
  list_order: number;
  /** A JSON list of former names. No other type, current or former, may have such a name. */
  former_names: string;
}

/** The tariff of a day. A later row of the same day replaces an earlier one. */
interface TariffRow {
  id: Generated<number>;
  valid_from: Day;
  set_by: string;
  set_at: Instant;
}

interface TariffPriceRow {
  id: Generated<number>;
  tariff_id: number;
  vehicle_type_id: number;
  cents: Cents;
}

interface DeviceNumberRow {
  number: string;
}

interface SanitationCountRow {
  cents: Cents;
  last: number;
}

interface TicketSumRow {
  subject: 'sanitation' | 'vehicle';
  day: Day;
  kind: string;
  tickets: number;
  cents: Cents;
}

interface ArrivalRow {
  day: Day;
  hour: number;
  vehicle_type: string;
  tickets: number;
  /** The last time that a price was changed after the end of the day. */
  changed_at: Instant | null;
}

interface PublicTables {
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

/** A published price range before a change; nulls when there was none. */
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
  /** The topic in the first language, usually English. An empty text of another language falls back to it. */
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
  /** Digits of the open weekdays, Sunday 0: `0123456` is every day. */
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
  /** The token, encrypted and not only hashed, because each email contains a link with it. */
  token_sealed: string;
  code_hash: string | null;
  tries_left: number;
  created_at: Instant;
  confirmed_at: Instant | null;
  /** Only lists after this day are sent; empty until the address is confirmed. */
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
