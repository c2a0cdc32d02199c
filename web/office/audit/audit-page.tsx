import { Button } from '@mantine/core';
import type { AuditEntry } from '#contract/audit.ts';
import { AUDIT_PAGE } from '#contract/audit.ts';
import { toastFailed } from '#web/ui/dialog/toast.ts';
import { formatNumber } from '#web/ui/format/money.ts';
import { PagedTable } from '#web/ui/table/paged-table.tsx';
import { exportTable } from '#web/ui/table/table-export.ts';
import { Screen } from '../shell/screen.tsx';
import { AuditFilterPanel } from './audit-filter-panel.tsx';
import { auditSheetColumns, entryName, logColumns } from './audit-table.tsx';
import { fetchAuditEntries } from './fetch-audit.ts';
import { useLog } from './use-audit.ts';

const FILE = 'System logs';
/** What a browser packs in a minute or so, and a person can still look through. */
const MOST_EXPORTED = 50_000;
const TOO_MANY = `More than ${formatNumber(MOST_EXPORTED)} entries do not fit into one spreadsheet. Choose fewer days or one event type.`;

/** The audit log: what was done, when and by whom, with what stood before and after, and why. */
export function AuditPage() {
  const { wanted, filters, view, load } = useLog();
  const total = load.data?.total ?? 0;
  const download = async () => {
    if (total > MOST_EXPORTED) return toastFailed(TOO_MANY);
    await exportTable(FILE, auditSheetColumns, await fetchAuditEntries(wanted));
  };
  return (
    <Screen path="/system-logs" subtitle="What was done, by whom, and what stood before. Newest first.">
      <AuditFilterPanel filters={filters} />
      <PagedTable<AuditEntry>
        label="System logs"
        columns={logColumns}
        view={view}
        load={load}
        pageSize={AUDIT_PAGE}
        failure="Failed to fetch logs. Please try again."
        rowId={({ audit_id }) => String(audit_id)}
        rowName={entryName}
        search="Search the texts of the log"
        empty={{
          text: 'No log entries found.',
          next: filters.clear ? (
            <Button variant="default" onClick={filters.clear}>
              Show all
            </Button>
          ) : (
            'Whatever is done in the office will be told here.'
          ),
        }}
        exportName={FILE}
        nothingToExport="No log entries to export"
        download={download}
      />
    </Screen>
  );
}
