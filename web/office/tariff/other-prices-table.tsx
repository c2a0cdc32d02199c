import { Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import type { VehicleType } from '#contract/tariff.ts';
import type { VehicleTicket } from '#contract/tickets.ts';
import { t } from '#web/i18n/t.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import type { Load } from '#web/ui/use-load.ts';
import { typeText } from './ticket-kind.ts';

function otherPriceColumns(types: readonly VehicleType[] | undefined): readonly Column<VehicleTicket>[] {
  return [
    {
      key: 'issued',
      title: t('tickets.column.issued'),
      kind: 'instant',
      value: ({ issued_at }) => issued_at,
      isHiddenOnPhone: true,
    },
    {
      key: 'vehicle',
      title: t('tickets.column.vehicleNumber'),
      value: ({ vehicleNumber, vehicleType }) => `${vehicleNumber}, ${typeText(vehicleType, types)}`,
    },
    { key: 'price', title: t('tariff.column.charged'), kind: 'money', value: ({ ticketPrice }) => ticketPrice },
    { key: 'tariff', title: t('tariff.column.right'), kind: 'money', value: ({ tariff_price }) => tariff_price },
    {
      key: 'id',
      title: t('tickets.column.refId'),
      value: ({ id }) => String(id),
      isHiddenOnPhone: true,
    },
    {
      key: 'device',
      title: t('tickets.column.deviceNumber'),
      value: ({ device_number }) => device_number,
      isHiddenOnPhone: true,
    },
    { key: 'by', title: t('tickets.column.by'), value: ({ byWhom }) => byWhom, isHiddenOnPhone: true },
  ];
}

interface OtherPricesTableProps {
  load: Load<readonly VehicleTicket[]>;
  types: readonly VehicleType[] | undefined;
}

export function OtherPricesTable({ load, types }: OtherPricesTableProps) {
  const columns = useMemo(() => otherPriceColumns(types), [types]);
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {t('tariff.other.label')}
      </Title>
      <Text c="dimmed">{t('tariff.other.text')}</Text>
      <DataTable<VehicleTicket>
        label={t('tariff.other.label')}
        columns={columns}
        load={load}
        failure={t('tariff.other.failed')}
        rowId={({ id }) => id}
        rowName={({ id }) => t('tickets.vehicle.row', { id: String(id) })}
        search={t('tariff.other.search')}
        exportName={t('tariff.other.label')}
        exportColumns={columns}
        empty={{ text: t('tariff.other.empty'), next: t('tariff.other.emptyHint') }}
      />
    </Stack>
  );
}
