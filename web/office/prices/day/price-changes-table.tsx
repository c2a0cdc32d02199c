import { Stack, Title } from '@mantine/core';
import { instantOf } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import type { prices } from '#contract/prices.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import type { Load } from '#web/ui/use-load.ts';
import { formatPair, pairOf } from '../read-price.ts';

type Change = Answer<typeof prices.changes>[number];

const COLUMNS: readonly Column<Change>[] = [
  { key: 'changed_at', title: 'When', kind: 'instant', value: (change) => instantOf(Date.parse(change.changed_at)) },
  { key: 'changed_by', title: 'Who', value: (change) => change.changed_by },
  { key: 'old', title: 'Before', value: (change) => pairText(change.old), isSortable: false },
  { key: 'new', title: 'After', value: (change) => pairText(change.new), isSortable: false },
];

/** What a published price was before, newest change first. */
export function PriceChangesTable({ load }: { load: Load<readonly Change[]> }) {
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        Changes of this price
      </Title>
      <DataTable
        label="Changes of this price"
        columns={COLUMNS}
        load={load}
        failure="The changes of this price could not be fetched."
        rowId={(change) => change.id}
        rowName={(change) => pairText(change.new)}
        empty={{ text: 'Never changed since it was first published.' }}
      />
    </Stack>
  );
}

function pairText(pair: Change['old']): string {
  return pair ? formatPair(pairOf(pair)) : 'not available';
}
