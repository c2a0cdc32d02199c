import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { day } from '#billing/calendar.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatNumber } from '#web/ui/format/money.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { loaded } from '#web/ui/use-load.ts';
import type { ImportReport } from './use-import.ts';

type Fault = ImportReport['faults'][number];

const COLUMNS: readonly Column<Fault>[] = [
  { key: 'line', title: 'Line', kind: 'number', value: (fault) => fault.line },
  { key: 'reason', title: 'Reason', value: (fault) => fault.reason },
  {
    key: 'text',
    title: 'Text',
    value: (fault) => fault.text,
    render: ({ text }) => (
      <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Text>
    ),
  },
];

/** What a file comes to: how much of it is good, and each line that is not. */
export function ImportCounts({ report }: { report: ImportReport }) {
  const { lines, accepted, added, updated, unchanged, faults } = report;
  const counts: [string, number][] = [
    ['Lines', lines],
    ['Accepted', accepted],
    ['Added', added],
    ['Updated', updated],
    ['Unchanged', unchanged],
    ['Bad lines', faults.length],
    ['Without a price', lines - accepted - faults.length],
  ];
  return (
    <Group gap="sm" component="dl" m={0}>
      {counts.map(([name, count]) => (
        <Count key={name} name={name} value={formatNumber(count)} />
      ))}
      <Count name="Days" value={daysOf(report)} />
    </Group>
  );
}

function Count({ name, value }: { name: string; value: string }) {
  return (
    <Paper withBorder px="md" py="xs" component="div">
      <Text component="dt" size="xs" c="dimmed">
        {name}
      </Text>
      <Text component="dd" m={0} fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {value}
      </Text>
    </Paper>
  );
}

/** From the first to the last day of the good lines: `18 Nov 2026 – 20 Nov 2026`. */
export function daysOf({ first_day, last_day }: ImportReport): string {
  if (first_day === null || last_day === null) return 'none';
  const [first, last] = [formatOfficeDay(day(first_day)), formatOfficeDay(day(last_day))];
  return first === last ? first : `${first} – ${last}`;
}

/** The lines that are left out, and why. */
export function BadLines({ faults }: { faults: readonly Fault[] }) {
  if (faults.length === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        Bad lines
      </Title>
      <Text size="sm">These lines are left out. Mend them in the file, or go on without them.</Text>
      <DataTable
        label="Bad lines"
        columns={COLUMNS}
        load={loaded(faults)}
        failure="The bad lines cannot be shown."
        rowId={(fault) => fault.line}
        rowName={(fault) => `line ${fault.line}`}
        empty={{ text: 'No bad lines.' }}
        search="Search bad lines"
        exportName="Bad lines"
      />
    </Stack>
  );
}
