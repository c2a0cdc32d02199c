import type { Day } from '#billing/calendar.ts';
import type { AuditEntry } from '#contract/audit.ts';
import { useAddress } from '#web/ui/address/use-address.ts';
import { useViewAddress, type ViewAddress } from '#web/ui/address/use-view-address.ts';
import { dayOrNone, rangeFault } from '#web/ui/form/day-range.tsx';
import type { TablePage } from '#web/ui/table/paged-table.tsx';
import { usePageLoad } from '#web/ui/table/use-page-load.ts';
import type { Load } from '#web/ui/use-load.ts';
import { type AuditQuery, fetchAuditPage } from './fetch-audit.ts';

export interface AuditFilters {
  type: string;
  from: Day | null;
  to: Day | null;
  shop: string;
  fault: string | undefined;
  change: (filters: Partial<Record<'type' | 'from' | 'to' | 'shop', string | null>>) => void;
  clear: (() => void) | undefined;
}

interface AuditView {
  query: AuditQuery;
  filters: AuditFilters;
  view: ViewAddress;
  load: Load<TablePage<AuditEntry>>;
}

export function useAudit(): AuditView {
  const view = useViewAddress();
  const filters = useFilters();
  const { type, from, to, shop, fault } = filters;
  const query: AuditQuery = {
    event_type: type,
    start_date: from ?? '',
    end_date: (fault === undefined && to) || '',
    shop_id: shop.trim(),
    search: view.search.trim(),
  };
  const load = usePageLoad(query, view, fetchAuditPage);
  return { query, filters, view: { ...view, sort: undefined }, load };
}

const NO_FILTERS = { type: null, from: null, to: null, shop: null };

function useFilters(): AuditFilters {
  const { get, change: changeAddress } = useAddress();
  const [type, from, to, shop] = [get('type'), dayOrNone(get('from')), dayOrNone(get('to')), get('shop')];
  const change: AuditFilters['change'] = (filters) =>
    changeAddress({
      ...Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, value ?? undefined])),
      page: undefined,
    });
  const hasFilter = type !== '' || from !== null || to !== null || shop !== '';
  return {
    type,
    from,
    to,
    shop,
    change,
    fault: rangeFault(from, to),
    clear: hasFilter ? () => change(NO_FILTERS) : undefined,
  };
}
