import { Button } from '@mantine/core';
import { useMemo } from 'react';
import type { AuditEntry } from '#contract/audit.ts';
import { t } from '#web/i18n/t.ts';
import { toastFailed } from '#web/ui/dialog/toast.ts';
import { PagedTable } from '#web/ui/table/paged-table.tsx';
import { exportTable } from '#web/ui/table/table-export.ts';
import { Screen } from '../screen.tsx';
import { AuditFilterPanel } from './audit-filter-panel.tsx';
import { auditColumns, auditSheetColumns, entryName } from './audit-table.tsx';
import { downloadAnchor } from './download-anchor.ts';
import { fetchAuditEntries } from './fetch-audit.ts';
import { useAudit } from './use-audit.ts';

/** A browser packs this number in about a minute. */
const MOST_EXPORTED = 50_000;

export function AuditPage() {
  const { query, filters, view, load } = useAudit();
  const columns = useMemo(auditColumns, []);
  const total = load.data?.total ?? 0;
  const download = async () => {
    if (total > MOST_EXPORTED) return toastFailed(t('audit.page.tooMany', { count: MOST_EXPORTED }));
    await exportTable(t('audit.page.file'), auditSheetColumns(), await fetchAuditEntries(query));
  };
  return (
    <Screen
      path="/system-logs"
      subtitle={t('audit.page.subtitle')}
      actions={
        <Button variant="default" onClick={() => void downloadAnchor()}>
          {t('audit.anchor.download')}
        </Button>
      }
    >
      <AuditFilterPanel filters={filters} />
      <PagedTable<AuditEntry>
        label={t('audit.page.label')}
        columns={columns}
        view={view}
        load={load}
        failure={t('audit.page.failed')}
        rowId={({ audit_id }) => String(audit_id)}
        rowName={entryName}
        search={t('audit.page.search')}
        empty={{
          text: t('audit.page.empty'),
          next: filters.clear ? (
            <Button variant="default" onClick={filters.clear}>
              {t('audit.page.showAll')}
            </Button>
          ) : (
            t('audit.page.emptyHint')
          ),
        }}
        exportName={t('audit.page.file')}
        nothingToExport={t('audit.page.nothingToExport')}
        download={download}
      />
    </Screen>
  );
}
