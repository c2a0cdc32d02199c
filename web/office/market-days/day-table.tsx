import { Badge, Box, Select, Stack, Text } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { weekdayOf } from '#billing/calendar.ts';
import type { MarketDay } from '#contract/market-days.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import type { Load } from '#web/ui/use-load.ts';
import { KIND_WORDS } from './map-day.ts';
import { WEEKDAYS } from './open-weekdays-form.tsx';
import { calendarYearChoices, useYear } from './use-year.ts';

const date: Column<MarketDay> = {
  key: 'date',
  title: 'Date',
  kind: 'day',
  value: (day) => day.date,
  render: (day) => <DateCell day={day} />,
  width: '7.5rem',
};
const kind: Column<MarketDay> = {
  key: 'kind',
  title: 'Day',
  value: (day) => KIND_WORDS[day.kind].name,
  render: (day) => <Kind day={day} />,
  isHiddenOnPhone: true,
  width: '8rem',
};
const columns: readonly Column<MarketDay>[] = [
  date,
  kind,
  { key: 'reason', title: 'Reason', value: ({ reason }) => reason, render: (day) => <ReasonCell day={day} /> },
];
const sheet: readonly Column<MarketDay>[] = [
  date,
  { key: 'weekday', title: 'Weekday', value: weekdayName },
  kind,
  { key: 'reason', title: 'Reason', value: ({ reason }) => reason },
  { key: 'reason_si', title: 'Sinhala', value: ({ reason_si }) => reason_si },
  { key: 'reason_ta', title: 'Tamil', value: ({ reason_ta }) => reason_ta },
];

interface DayTableProps {
  load: Load<readonly MarketDay[]>;
  edit: (day: MarketDay) => void;
  remove: (day: MarketDay) => void;
}

/** The days of a year that are not as the week says. */
export function DayTable({ load, edit, remove }: DayTableProps) {
  const [year, chooseYear] = useYear();
  return (
    <DataTable
      label={`Days of ${year}`}
      columns={columns}
      load={load}
      failure="Failed to fetch the market calendar."
      rowId={({ date: day }) => day}
      rowName={({ date: day }) => formatOfficeDay(day)}
      rowActions={(day) => [
        { label: 'Edit', icon: IconPencil, onClick: () => edit(day) },
        { label: 'Remove', icon: IconTrash, isDangerous: true, onClick: () => remove(day) },
      ]}
      search="Search reasons"
      furtherText={({ reason_si, reason_ta }) => `${reason_si}\n${reason_ta}`}
      filters={
        <Select
          aria-label="Year"
          data={calendarYearChoices(year)}
          value={year}
          onChange={(chosen) => chosen && chooseYear(chosen)}
          allowDeselect={false}
          w={110}
        />
      }
      pageSize={31}
      exportName={`Market calendar ${year}`}
      exportColumns={sheet}
      empty={{ text: `No days of ${year} in the calendar yet.`, next: 'Add its Poya days, then the holidays.' }}
    />
  );
}

function DateCell({ day }: { day: MarketDay }) {
  return (
    <div>
      <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
        {formatOfficeDay(day.date)}
      </Text>
      <Text size="xs" c="dimmed">
        {weekdayName(day)}
      </Text>
    </div>
  );
}

function Kind({ day }: { day: MarketDay }) {
  return (
    <Badge variant="light" color={day.kind === 'open' ? 'green' : 'gray'} tt="none" radius="sm">
      {KIND_WORDS[day.kind].name}
    </Badge>
  );
}

function ReasonCell({ day }: { day: MarketDay }) {
  const { reason, reason_si, reason_ta } = day;
  return (
    <Stack gap={2} style={{ overflowWrap: 'anywhere' }}>
      <Text size="sm">{reason}</Text>
      {reason_si !== '' && (
        <Text size="xs" c="dimmed" lang="si">
          {reason_si}
        </Text>
      )}
      {reason_ta !== '' && (
        <Text size="xs" c="dimmed" lang="ta">
          {reason_ta}
        </Text>
      )}
      <Box hiddenFrom="sm">
        <Kind day={day} />
      </Box>
    </Stack>
  );
}

function weekdayName(day: MarketDay): string {
  return WEEKDAYS[weekdayOf(day.date) as 0];
}
