import type { Instant } from '#billing/calendar.ts';

export interface DirectoryTables {
  directory_entries: DirectoryEntryRow;
  directory_goods: DirectoryGoodsRow;
}

/**
 * What the tenant of a tenancy agreed to have on public pages. Visitors see it until it is withdrawn or the tenancy
 * ends.
 */
interface DirectoryEntryRow {
  tenancy_id: number;
  trade_name: string;
  /** When and by whom the agreement was recorded. */
  recorded_at: Instant;
  recorded_by: string;
  withdrawn_at: Instant | null;
  withdrawn_by: string | null;
}

interface DirectoryGoodsRow {
  tenancy_id: number;
  product_id: number;
}
