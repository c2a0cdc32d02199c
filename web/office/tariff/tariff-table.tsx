import { IconX } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { Tariff } from '#contract/tariff.ts';
import { vehicleTypes } from '#contract/tickets.ts';
import { t } from '#web/i18n/t.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import type { Load } from '#web/ui/use-load.ts';
import { findCurrentTariff } from './find-current-tariff.ts';

const FEW = ['Lorry', 'Van'];

function tariffColumns(current: number | undefined): readonly Column<Tariff>[] {
  const stateOf = ({ id, valid_from }: Tariff) =>
    valid_from > browserToday() ? 'scheduled' : id === current ? 'current' : 'replaced';
  return [
    { key: 'from', title: t('tariff.column.from'), kind: 'day', value: ({ valid_from }) => valid_from },
    ...vehicleTypes.map(
      (type): Column<Tariff> => ({
        ...{ key: type, title: t(`stored.${type}`), kind: 'money', value: ({ prices }) => prices[type] },
        isHiddenOnPhone: !FEW.includes(type),
      }),
    ),
    { key: 'by', title: t('tariff.column.by'), value: ({ set_by }) => set_by, isHiddenOnPhone: true },
    {
      ...{ key: 'set', title: t('tariff.column.set'), kind: 'instant', value: ({ set_at }) => set_at },
      isHiddenOnPhone: true,
    },
    {
      key: 'status',
      title: t('tariff.column.status'),
      value: (row) => t(`tariff.status.${stateOf(row)}`),
      render: (row) => <StatusChip status={CHIPS[stateOf(row)]} word={t(`tariff.status.${stateOf(row)}`)} />,
    },
  ];
}

const CHIPS = { scheduled: 'Newly Arrived', current: 'Paid', replaced: 'Unpaid' } as const;

interface TariffTableProps {
  load: Load<readonly Tariff[]>;
  cancel?: (tariff: Tariff) => void;
}

export function TariffTable({ load, cancel }: TariffTableProps) {
  const current = findCurrentTariff(load.data)?.id;
  const columns = useMemo(() => tariffColumns(current), [current]);
  return (
    <DataTable<Tariff>
      label={t('tariff.table.label')}
      columns={columns}
      load={load}
      failure={t('tariff.table.failed')}
      rowId={({ id }) => id}
      rowName={({ valid_from }) => t('tariff.table.row', { day: formatOfficeDay(valid_from) })}
      rowActions={(row) =>
        cancel && row.valid_from > browserToday()
          ? [{ label: t('tariff.table.cancel'), icon: IconX, isDangerous: true, onClick: () => cancel(row) }]
          : []
      }
      exportName={t('tariff.table.label')}
      exportColumns={columns}
      empty={{ text: t('tariff.table.empty'), next: t('tariff.table.emptyHint') }}
    />
  );
}
