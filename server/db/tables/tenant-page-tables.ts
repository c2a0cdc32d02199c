import type { Generated } from 'kysely';
import type { Day, Instant } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';

export interface TenantPageTables {
  tenant_pages: TenantPageRow;
  tenant_page_days: TenantPageDayRow;
  payment_claims: PaymentClaimRow;
}

/** The link of a tenancy's page, once somebody changed it. Without a row the link has version 1 and is valid. */
interface TenantPageRow {
  tenancy_id: number;
  /** Part of what the link signs. Links of earlier versions are not valid. */
  version: number;
  revoked_at: Instant | null;
  changed_at: Instant;
}

interface TenantPageDayRow {
  tenancy_id: number;
  day: Day;
  /** How often the page was opened on the day. Nothing else of a visit is stored. */
  visits: number;
}

/** What a tenant says to have paid. It is not an entry of the ledger. */
interface PaymentClaimRow {
  id: Generated<number>;
  tenancy_id: number;
  cents: Cents;
  day: Day;
  /** The bank, as the tenant wrote it. */
  bank: string;
  /** As WebP; null without one, and 60 days after the claim ended. */
  picture: Buffer | null;
  /** SHA-256 of what was sent. */
  picture_hash: string | null;
  claimed_at: Instant;
  /** The payment that it was matched with. If that is void, the claim is open again. */
  payment_id: number | null;
  /** The sentence with which the claim was declined. */
  sentence: string | null;
  ended_at: Instant | null;
  ended_by: string | null;
}
