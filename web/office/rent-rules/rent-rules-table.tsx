import { Stack, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMemo } from 'react';
import { firstDayOf } from '#billing/calendar.ts';
import type { RentRulesOfMonth } from '#contract/rent-rules.ts';
import { t } from '#web/i18n/t.ts';
import { formatMonth } from '#web/ui/format/dates.ts';
import { PhoneOnly } from '#web/ui/phone-only.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import type { Load } from '#web/ui/use-load.ts';
import { rulesTexts } from './rules-texts.ts';

const CHIPS = { scheduled: 'Newly Arrived', current: 'Paid', replaced: 'Partially Paid' } as const;

const ANYWHERE = { overflowWrap: 'anywhere' } as const;

function allColumns(): readonly Column<RentRulesOfMonth>[] {
  return [
    { key: 'day', title: t('rent-rules.column.day'), kind: 'number', value: ({ rent_due_day }) => rent_due_day },
    { key: 'rate', title: t('rent-rules.column.rate'), kind: 'number', value: ({ fine_rate }) => fine_rate },
    {
      ...{ key: 'from', title: t('rent-rules.column.from'), kind: 'day' },
      value: ({ from_month }) => firstDayOf(from_month),
      render: (row) => <FromCell row={row} />,
    },
    {
      ...{ key: 'by', title: t('vat-rates.column.by'), value: ({ set_by }) => set_by, isHiddenOnPhone: true },
      render: ({ set_by }) => <span style={ANYWHERE}>{set_by}</span>,
    },
    {
      ...{ key: 'set', title: t('vat-rates.column.set'), kind: 'instant', value: ({ set_at }) => set_at },
      isHiddenOnPhone: true,
    },
    {
      ...{ key: 'status', title: t('vat-rates.column.status'), value: ({ state }) => t(`vat-rates.status.${state}`) },
      render: ({ state }) => <StatusChip status={CHIPS[state]} word={t(`vat-rates.status.${state}`)} />,
    },
  ];
}

interface RentRulesTableProps {
  load: Load<readonly RentRulesOfMonth[]>;
  cancel: (rules: RentRulesOfMonth) => void;
}

export function RentRulesTable({ load, cancel }: RentRulesTableProps) {
  const columns = useMemo(allColumns, []);
  return (
    <Stack gap="xs">
      <DataTable
        label={t('rent-rules.table.label')}
        columns={columns}
        load={load}
        failure={t('rent-rules.table.failed')}
        rowId={({ from_month }) => from_month}
        rowName={(row) => t('rent-rules.table.row', rulesTexts(row))}
        rowActions={(row) =>
          row.state === 'scheduled'
            ? [{ label: t('vat-rates.table.cancel'), icon: IconX, isDangerous: true, onClick: () => cancel(row) }]
            : []
        }
        search={t('rent-rules.table.search')}
        exportName={t('rent-rules.table.label')}
        empty={{ text: t('rent-rules.table.empty', rulesTexts()), next: t('rent-rules.table.emptyHint') }}
      />
      {load.data !== undefined && load.data.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('rent-rules.table.first', rulesTexts())}
        </Text>
      )}
    </Stack>
  );
}

function FromCell({ row: { from_month, set_by } }: { row: RentRulesOfMonth }) {
  return (
    <>
      <span style={{ whiteSpace: 'nowrap' }}>{formatMonth(from_month)}</span>
      <PhoneOnly>
        <Text size="xs" c="dimmed" style={{ ...ANYWHERE, whiteSpace: 'normal' }}>
          {set_by}
        </Text>
      </PhoneOnly>
    </>
  );
}
