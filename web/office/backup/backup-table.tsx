import IconAlertTriangle from 'virtual:icons/alert-triangle';
import IconShieldCheck from 'virtual:icons/shield-check';
import { Alert, Card, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { type BackupCopy, backup } from '#contract/backup.ts';
import { t } from '#web/i18n/t.ts';
import { AsyncState, Empty } from '#web/ui/async-state.tsx';
import { formatInstant } from '#web/ui/format/dates.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { loaded, useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { ElsewherePanel } from './elsewhere-panel.tsx';

function backupColumns(): readonly Column<BackupCopy>[] {
  return [
    {
      key: 'made',
      title: t('backup.column.made'),
      kind: 'instant',
      value: ({ made_at }) => made_at,
      render: ({ made_at }) => formatInstant(made_at),
    },
    {
      key: 'size',
      title: t('backup.column.size'),
      kind: 'number',
      value: ({ bytes }) => megabytes(bytes),
      isHiddenOnPhone: true,
    },
    {
      key: 'rows',
      title: t('backup.column.rows'),
      kind: 'number',
      value: ({ rows }) => rows,
      isHiddenOnPhone: true,
    },
    {
      key: 'proven',
      title: t('backup.column.verified'),
      kind: 'instant',
      value: ({ proven_at }) => proven_at,
      render: (copy) => <VerifiedCell copy={copy} />,
      isKept: true,
    },
  ];
}

function backupSheetColumns(): readonly Column<BackupCopy>[] {
  return [
    { key: 'name', title: t('backup.column.file'), value: ({ name }) => name },
    ...backupColumns(),
    { key: 'proof', title: t('backup.column.result'), value: ({ proof }) => proof },
  ];
}

export function BackupTablePanel() {
  const load = useLoad('copies', (signal) => api(backup.copies, {}, { signal }));
  return (
    <Card withBorder padding="md">
      <Title order={2} size="h4" mb="sm">
        {t('backup.copies.title')}
      </Title>
      <Stack gap="sm">
        <AsyncState load={load} failure={t('backup.copies.failed')} skeleton={<Skeleton height={260} />}>
          {(copies) => <Copies copies={copies} />}
        </AsyncState>
        <ElsewherePanel />
      </Stack>
    </Card>
  );
}

function Copies({ copies }: { copies: readonly BackupCopy[] }) {
  const columns = useMemo(backupColumns, []);
  const last = copies.find(({ is_own }) => is_own);
  const empty = <Empty text={t('backup.copies.empty')} next={t('backup.copies.emptyHint')} />;
  if (copies.length === 0) return empty;
  return (
    <Stack gap="sm">
      {last ? <LastCopy copy={last} /> : empty}
      <DataTable
        label={t('backup.copies.title')}
        columns={columns}
        load={loaded(copies)}
        failure=""
        rowId={({ name }) => name}
        rowName={({ name }) => name}
        pageSize={5}
        exportName={t('backup.copies.title')}
        exportColumns={backupSheetColumns()}
        empty={{ text: '' }}
        prefix="copy-"
      />
    </Stack>
  );
}

function LastCopy({ copy: { made_at, proven_at, proof } }: { copy: BackupCopy }) {
  const isVerified = proven_at !== null;
  return (
    <Alert
      color={isVerified ? 'leaf' : 'red'}
      icon={isVerified ? <IconShieldCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
      title={
        isVerified ? t('backup.copies.verified', { time: formatInstant(proven_at) }) : t('backup.copies.notVerified')
      }
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {proof}
      </Text>
      <Text size="xs" c="dimmed" mt="var(--space-2)">
        {t('backup.copies.made', { time: formatInstant(made_at) })}
      </Text>
    </Alert>
  );
}

function VerifiedCell({ copy: { proven_at, proof } }: { copy: BackupCopy }) {
  if (proven_at !== null) return <span title={proof}>{formatInstant(proven_at)}</span>;
  return (
    <Text size="sm" c="var(--mantine-color-error)">
      {t('backup.column.notVerified')}
    </Text>
  );
}

/** Returns megabytes with two decimals, because the backup of a small market is below 1 MB. */
function megabytes(bytes: number): number {
  return Math.round(bytes / 10_000) / 100;
}
