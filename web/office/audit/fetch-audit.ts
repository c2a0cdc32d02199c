import type { Day } from '#billing/calendar.ts';
import { type AuditEntry, audit, LARGEST_AUDIT_PAGE } from '#contract/audit.ts';
import type { TablePage } from '#web/ui/table/paged-table.tsx';
import { apiPage } from '../api.ts';

/** Which entries are wanted; empty texts narrow nothing, both days are included. */
export interface AuditQuery {
  event_type: string;
  start_date: Day | '';
  end_date: Day | '';
  shop_id: string;
  search: string;
}

/** Fetches one page of the entries that fit, newest first. */
export function fetchAuditPage(
  wanted: AuditQuery,
  page: number,
  limit: number,
  signal?: AbortSignal,
): Promise<TablePage<AuditEntry>> {
  return apiPage(audit.list, { query: { ...wanted, page: String(page), limit: String(limit) } }, { signal });
}

/**
 * Fetches all entries that fit, newest first. What is noted meanwhile pushes older entries on to the next page: they come
 * twice then, and none is missed.
 */
export async function fetchAuditEntries(wanted: AuditQuery): Promise<AuditEntry[]> {
  const entries = new Map<number, AuditEntry>();
  for (let page = 1; ; page += 1) {
    const { rows, total } = await fetchAuditPage(wanted, page, LARGEST_AUDIT_PAGE);
    for (const entry of rows) entries.set(entry.audit_id, entry);
    if (rows.length === 0 || page * LARGEST_AUDIT_PAGE >= total) return [...entries.values()];
  }
}
