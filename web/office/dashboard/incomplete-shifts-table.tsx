import { Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import type { GateIncome } from '#contract/gate.ts';
import { t } from '#web/i18n/t.ts';
import { formatInstant } from '#web/ui/format/dates.ts';
import { PhoneOnly } from '#web/ui/phone-only.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { loaded } from '#web/ui/use-load.ts';

type IncompleteShift = GateIncome['incomplete_shifts'][number];

/** Shows the shifts of phones whose tickets may not all have arrived. */
export function IncompleteShiftsTable({ shifts }: { shifts: readonly IncompleteShift[] }) {
  const columns = useMemo(columnsOfShifts, []);
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {t('dashboard.gate.incomplete')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('dashboard.gate.incompleteAbout')}
      </Text>
      <DataTable<IncompleteShift>
        label={t('dashboard.gate.incomplete')}
        columns={columns}
        load={loaded(shifts)}
        failure={t('dashboard.failed')}
        rowId={({ shift_id }) => shift_id}
        rowName={({ name }) => t('gate.shifts.row', { issuer: name })}
        prefix="incomplete-shifts-"
        pageSize={5}
        empty={{ text: t('gate.shifts.empty') }}
      />
    </Stack>
  );
}

function closingOf({ closed_at, closed_by }: IncompleteShift): string {
  if (closed_at === null) return t('gate.cell.notClosed');
  const time = t('gate.cell.closed', { time: formatInstant(closed_at) });
  return closed_by === null ? time : `${time}, ${t('gate.cell.closedBy', { person: closed_by })}`;
}

function columnsOfShifts(): readonly Column<IncompleteShift>[] {
  return [
    {
      key: 'person',
      title: t('gate.column.by'),
      value: ({ name }) => name,
      render: (shift) => (
        <>
          {shift.name}
          <PhoneOnly>
            <Text size="xs" c="dimmed">
              {t('gate.cell.device', { code: shift.device })} · {closingOf(shift)}
            </Text>
          </PhoneOnly>
        </>
      ),
    },
    { key: 'device', title: t('gate.column.device'), value: ({ device }) => device, isHiddenOnPhone: true },
    { key: 'opened', title: t('gate.column.opened'), kind: 'instant', value: ({ opened_at }) => opened_at },
    { key: 'closing', title: t('gate.column.closed'), value: closingOf, isHiddenOnPhone: true },
  ];
}
