import { type Day, isDay } from '#billing/calendar.ts';
import { AUDIT_PAGE, type AuditEntry } from '#contract/audit.ts';
import { useAddress } from '#web/ui/address/use-address.ts';
import { useViewAddress, type ViewAddress } from '#web/ui/address/use-view-address.ts';
import type { TablePage } from '#web/ui/table/paged-table.tsx';
import { type Load, useLoad } from '#web/ui/use-load.ts';
import { type AuditQuery, fetchAuditPage } from './fetch-audit.ts';

/** The filters as the address has them, and how to change one; that leads back to the first page. */
export interface AuditFilters {
  type: string;
  from: Day | null;
  to: Day | null;
  shop: string;
  /** What is wrong with the days; the last one is left out then. */
  fault: string | undefined;
  choose: (name: 'type' | 'from' | 'to' | 'shop', value: string | null) => void;
  /** Undefined when nothing narrows the log. */
  clear: (() => void) | undefined;
}

/** The log as the address asks for it. */
interface Log {
  wanted: AuditQuery;
  filters: AuditFilters;
  view: ViewAddress;
  load: Load<TablePage<AuditEntry>>;
}

/** Fetches the page of the log that the address asks for. */
export function useLog(): Log {
  const view = useViewAddress();
  const filters = useFilters();
  const { type, from, to, shop, fault } = filters;
  const wanted: AuditQuery = {
    event_type: type,
    start_date: from ?? '',
    end_date: (fault === undefined && to) || '',
    shop_id: shop.trim(),
    search: view.search.trim(),
  };
  const load = useLoad(JSON.stringify([wanted, view.page]), (signal) =>
    fetchAuditPage(wanted, view.page, AUDIT_PAGE, signal),
  );
  return { wanted, filters, view: { ...view, sort: undefined }, load };
}

const NO_FILTERS = { type: undefined, from: undefined, to: undefined, shop: undefined, page: undefined };

function useFilters(): AuditFilters {
  const { get, change } = useAddress();
  const [type, from, to, shop] = [get('type'), dayOrNone(get('from')), dayOrNone(get('to')), get('shop')];
  const isTurned = from !== null && to !== null && to < from;
  const isNarrowed = type !== '' || from !== null || to !== null || shop !== '';
  return {
    ...{ type, from, to, shop },
    fault: isTurned ? 'The end of a date range cannot be before its start.' : undefined,
    choose: (name, value) => change({ [name]: value ?? undefined, page: undefined }),
    clear: isNarrowed ? () => change(NO_FILTERS) : undefined,
  };
}

function dayOrNone(text: string): Day | null {
  return isDay(text) ? text : null;
}
