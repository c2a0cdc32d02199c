import { IconX } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { Tariff, VehicleType } from '#contract/tariff.ts';
import { t } from '#web/i18n/t.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import type { Load } from '#web/ui/use-load.ts';
import { localName } from '../local-name.ts';
import { findCurrentTariff } from './find-current-tariff.ts';

/** Columns of prices on a phone. */
const FEW = 2;

function tariffColumns(current: number | undefined, types: readonly VehicleType[]): readonly Column<Tariff>[] {
  const stateOf = ({ id, valid_from }: Tariff) =>
    valid_from > browserToday() ? 'scheduled' : id === current ? 'current' : 'replaced';
  return [
    { key: 'from', title: t('tariff.column.from'), kind: 'day', value: ({ valid_from }) => valid_from },
    ...types.map(
      (type, at): Column<Tariff> => ({
        key: type.name,
        title: localName(type),
        kind: 'money',
        value: ({ prices }) => prices[type.name] ?? null,
        isHiddenOnPhone: at >= FEW,
      }),
    ),
    { key: 'by', title: t('tariff.column.by'), value: ({ set_by }) => set_by, isHiddenOnPhone: true },
    {
      key: 'set',
      title: t('tariff.column.set'),
      kind: 'instant',
      value: ({ set_at }) => set_at,
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

const NO_TYPES: readonly VehicleType[] = [];
const CHIPS = { scheduled: 'Newly Arrived', current: 'Paid', replaced: 'Unpaid' } as const;

interface TariffTableProps {
  load: Load<readonly Tariff[]>;
  types: readonly VehicleType[] | undefined;
  cancel?: (tariff: Tariff) => void;
}

export function TariffTable({ load, types = NO_TYPES, cancel }: TariffTableProps) {
  const current = findCurrentTariff(load.data)?.id;
  const columns = useMemo(() => {
    const priced = types.filter(
      ({ name, is_offered }) => is_offered || load.data?.some(({ prices }) => name in prices),
    );
    return tariffColumns(current, priced);
  }, [current, types, load.data]);
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
