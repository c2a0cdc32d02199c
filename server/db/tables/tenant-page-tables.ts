import type { Day, Instant } from '#billing/calendar.ts';

export interface TenantPageTables {
  tenant_pages: TenantPageRow;
  tenant_page_days: TenantPageDayRow;
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
