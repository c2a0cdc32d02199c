import type { Generated } from 'kysely';
import type { Day, Instant } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import type { OpenDay } from '#contract/open-data.ts';
import type { CentreFault, MappedBy } from '#contract/other-centres.ts';

/** What other centres publish. No table of this market refers to it. */
export interface OtherCentreTables {
  market_keys: { id: number; market_key: string };
  other_centres: OtherCentreRow;
  other_products: OtherProductRow;
  other_prices: OtherPriceRow;
  other_days: OtherDayRow;
}

interface OtherCentreRow {
  id: Generated<number>;
  /** The key in its data package. It stays when the centre moves to another address or is renamed. */
  market_key: string;
  /** Its address, without a slash at the end. */
  address: string;
  name: string;
  name_si: string;
  name_ta: string;
  /** The address of its licence; empty if it states none. */
  licence: string;
  distance_km: number | null;
  /** The time in Colombo at which it usually publishes its list. */
  usual_time: string;
  fault: CentreFault | null;
  fault_detail: string;
  /** The number of readings in a row that failed. */
  faults: number;
  /** The id of the newest correction that has been read. */
  last_change: number;
  /** A JSON object: the ETag of each path that it answered. */
  etags: string;
  answered_at: Instant | null;
  read_at: Instant | null;
  next_read_at: Instant;
  added_at: Instant;
  added_by: string;
}

interface OtherProductRow {
  id: Generated<number>;
  centre_id: number;
  code: string;
  name: string;
  name_si: string;
  name_ta: string;
  /** The unit in the words of the centre, which may be one that this market does not use. */
  unit: string;
  cpc: string | null;
  hs: string | null;
  /** The product of this market; null if none is the same. */
  product_id: number | null;
  mapped_by: MappedBy;
}

interface OtherPriceRow {
  other_product_id: number;
  date: Day;
  min_cents: Cents;
  max_cents: Cents;
}

interface OtherDayRow {
  centre_id: number;
  date: Day;
  state: OpenDay['state'];
  prices: number;
  reason: string | null;
  reason_si: string | null;
  reason_ta: string | null;
  /** 1 if its list is to be read, because it is new or was changed. */
  is_stale: number;
}
