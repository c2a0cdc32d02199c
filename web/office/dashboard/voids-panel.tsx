import { Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import type { Answer } from '#contract/call.ts';
import type { dashboard } from '#contract/dashboard.ts';
import { t } from '#web/i18n/t.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import type { Load } from '#web/ui/use-load.ts';

type PersonVoids = Answer<typeof dashboard.morning>['voids'][number];

function voidColumns(): readonly Column<PersonVoids>[] {
  return [
    {
      key: 'person',
      title: t('dashboard.voids.person'),
      value: ({ person }) => person,
      render: ({ person }) => <span style={{ overflowWrap: 'anywhere' }}>{person}</span>,
    },
    { key: 'tickets', title: t('dashboard.voids.tickets'), kind: 'number', value: ({ tickets }) => tickets },
    { key: 'payments', title: t('dashboard.voids.payments'), kind: 'number', value: ({ payments }) => payments },
    {
      key: 'corrections',
      title: t('dashboard.voids.corrections'),
      kind: 'number',
      value: ({ corrections }) => corrections,
    },
  ];
}

export function VoidsPanel({ load }: { load: Load<readonly PersonVoids[]> }) {
  const columns = useMemo(voidColumns, []);
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {t('dashboard.voids.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('dashboard.voids.about')}
      </Text>
      <DataTable<PersonVoids>
        label={t('dashboard.voids.title')}
        columns={columns}
        load={load}
        failure={t('dashboard.failed')}
        rowId={({ person }) => person}
        rowName={({ person }) => person}
        prefix="voids-"
        pageSize={5}
        empty={{ text: t('dashboard.voids.empty'), next: t('dashboard.voids.emptyNext') }}
      />
    </Stack>
  );
}
