import { Stack, Title } from '@mantine/core';
import { instantOf } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import type { prices } from '#contract/prices.ts';
import { t } from '#web/i18n/t.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import type { Load } from '#web/ui/use-load.ts';
import { formatPair, pairOf } from '../read-price.ts';

type Change = Answer<typeof prices.changes>[number];

function changeColumns(): Column<Change>[] {
  return [
    {
      key: 'changed_at',
      title: t('prices.changes.when'),
      kind: 'instant',
      value: (change) => instantOf(Date.parse(change.changed_at)),
    },
    { key: 'changed_by', title: t('prices.changes.who'), value: (change) => change.changed_by },
    { key: 'old', title: t('prices.changes.before'), value: (change) => pairText(change.old), isSortable: false },
    { key: 'new', title: t('prices.changes.after'), value: (change) => pairText(change.new), isSortable: false },
  ];
}

export function PriceChangesTable({ load }: { load: Load<readonly Change[]> }) {
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {t('prices.changes.title')}
      </Title>
      <DataTable
        label={t('prices.changes.title')}
        columns={changeColumns()}
        load={load}
        failure={t('prices.changes.failed')}
        rowId={(change) => change.id}
        rowName={(change) => pairText(change.new)}
        empty={{ text: t('prices.changes.empty') }}
      />
    </Stack>
  );
}

function pairText(pair: Change['old']): string {
  return pair ? formatPair(pairOf(pair)) : t('prices.changes.notAvailable');
}
