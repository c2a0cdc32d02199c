import { Alert, Card, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react';
import { type BackupCopy, backup } from '#contract/backup.ts';
import { AsyncState, Empty } from '#web/ui/async-state.tsx';
import { formatInstant } from '#web/ui/format/dates.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { loaded, useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';

const columns: readonly Column<BackupCopy>[] = [
  {
    ...{ key: 'made', title: 'Made', kind: 'instant', value: ({ made_at }) => made_at },
    render: ({ made_at }) => formatInstant(made_at),
  },
  { key: 'size', title: 'Size, MB', kind: 'number', value: ({ bytes }) => megabytes(bytes), isHiddenOnPhone: true },
  { key: 'rows', title: 'Rows', kind: 'number', value: ({ rows }) => rows, isHiddenOnPhone: true },
  {
    ...{ key: 'proven', title: 'Proven restorable', kind: 'instant', value: ({ proven_at }) => proven_at },
    render: (copy) => <ProvenCell copy={copy} />,
  },
];
const sheet: readonly Column<BackupCopy>[] = [
  { key: 'name', title: 'File', value: ({ name }) => name },
  ...columns,
  { key: 'proof', title: 'Proof', value: ({ proof }) => proof },
];

/** The copies that the server keeps; whether the last one can be restored stands first. */
export function BackupTablePanel() {
  const load = useLoad('copies', (signal) => api(backup.copies, {}, { signal }));
  return (
    <Card component="section" aria-labelledby="copies" withBorder padding="md">
      <Title order={2} size="h4" id="copies" mb="sm">
        Daily copies
      </Title>
      <AsyncState load={load} failure="Failed to fetch the daily copies." skeleton={<Skeleton height={260} />}>
        {(copies) => <Copies copies={copies} />}
      </AsyncState>
    </Card>
  );
}

function Copies({ copies }: { copies: readonly BackupCopy[] }) {
  const [last] = copies;
  if (!last)
    return (
      <Empty text="There is no daily copy yet." next="While copying is switched on the server makes one each day." />
    );
  return (
    <Stack gap="sm">
      <LastCopy copy={last} />
      <DataTable
        label="Daily copies"
        columns={columns}
        load={loaded(copies)}
        failure=""
        rowId={({ name }) => name}
        rowName={({ name }) => name}
        pageSize={5}
        exportName="Daily copies"
        exportColumns={sheet}
        empty={{ text: '' }}
        prefix="copy-"
      />
    </Stack>
  );
}

/** When and how the last copy was proven restorable, or that it was not. */
function LastCopy({ copy: { made_at, proven_at, proof } }: { copy: BackupCopy }) {
  const isProven = proven_at !== null;
  return (
    <Alert
      color={isProven ? 'leaf' : 'red'}
      icon={isProven ? <IconShieldCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
      title={
        isProven
          ? `The last copy was proven restorable on ${formatInstant(proven_at)}`
          : 'The last copy was not proven restorable'
      }
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {proof}
      </Text>
      <Text size="xs" c="dimmed" mt={4}>
        Made {formatInstant(made_at)}
      </Text>
    </Alert>
  );
}

function ProvenCell({ copy: { proven_at, proof } }: { copy: BackupCopy }) {
  if (proven_at !== null) return <span title={proof}>{formatInstant(proven_at)}</span>;
  return (
    <Text size="sm" c="var(--mantine-color-error)">
      Not proven
    </Text>
  );
}

/** Two decimals: a small market's copy is less than one. */
function megabytes(bytes: number): number {
  return Math.round(bytes / 10_000) / 100;
}
