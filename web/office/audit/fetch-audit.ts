import type { Day } from '#billing/calendar.ts';
import { type AuditEntry, audit, LARGEST_AUDIT_PAGE } from '#contract/audit.ts';
import type { TablePage } from '#web/ui/table/paged-table.tsx';
import { fetchAllPages } from '#web/ui/table/use-page-load.ts';
import { apiPage } from '../api.ts';

export interface AuditQuery {
  event_type: string;
  start_date: Day | '';
  end_date: Day | '';
  shop_id: string;
  search: string;
}

export function fetchAuditPage(
  query: AuditQuery,
  { page, limit }: { page: number; limit: number },
  signal?: AbortSignal,
): Promise<TablePage<AuditEntry>> {
  return apiPage(audit.list, { query: { ...query, page: String(page), limit: String(limit) } }, { signal });
}

export function fetchAuditEntries(query: AuditQuery): Promise<AuditEntry[]> {
  return fetchAllPages(fetchAuditPage, query, { limit: LARGEST_AUDIT_PAGE, idOf: ({ audit_id }) => audit_id });
}
