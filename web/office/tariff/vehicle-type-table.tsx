import { Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { VehicleType } from '#contract/tariff.ts';
import { t } from '#web/i18n/t.ts';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import type { Load } from '#web/ui/use-load.ts';
import { localName, otherNames } from '../local-name.ts';

interface VehicleTypeTableProps {
  load: Load<readonly VehicleType[]>;
  actions:
    | {
        edit: (type: VehicleType) => void;
        move: (type: VehicleType, steps: -1 | 1) => Promise<void>;
        remove: (type: VehicleType) => Promise<void>;
      }
    | undefined;
}

export function VehicleTypeTable({ load, actions }: VehicleTypeTableProps) {
  const columns = useMemo(typeColumns, []);
  const rowActions = (type: VehicleType) => {
    if (!actions) return [];
    const move = (steps: -1 | 1) => () => void actions.move(type, steps);
    return [
      { label: t('tariff.types.edit'), icon: IconPencil, onClick: () => actions.edit(type) },
      ...(type === load.data?.[0] ? [] : [{ label: t('tariff.types.up'), icon: IconArrowUp, onClick: move(-1) }]),
      ...(type === load.data?.at(-1) ? [] : [{ label: t('tariff.types.down'), icon: IconArrowDown, onClick: move(1) }]),
      {
        label: t('tariff.types.remove'),
        icon: IconTrash,
        isDangerous: true,
        onClick: () => void actions.remove(type),
      },
    ];
  };
  return (
    <DataTable<VehicleType>
      label={t('tariff.types.label')}
      columns={columns}
      load={load}
      failure={t('tariff.types.failed')}
      rowId={({ vehicle_type_id }) => vehicle_type_id}
      rowName={localName}
      rowActions={rowActions}
      empty={{ text: t('tariff.types.empty'), next: t('tariff.types.emptyHint') }}
    />
  );
}

function typeColumns(): readonly Column<VehicleType>[] {
  return [
    {
      key: 'name',
      title: t('tariff.types.column'),
      value: localName,
      render: (type) => (
        <>
          <span style={{ overflowWrap: 'anywhere' }}>{localName(type)}</span>{' '}
          {!type.is_offered && <StatusChip status="Partially Paid" word={t('tariff.types.notOffered')} />}
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {otherNames(type)
              .map(({ text }) => text)
              .join(' · ')}
          </Text>
        </>
      ),
    },
    {
      key: 'kind',
      title: t('tariff.types.kind'),
      value: ({ vehicle_kind }) => t(`tariff.kind.${vehicle_kind}`),
      isHiddenOnPhone: true,
    },
  ];
}
