import IconTrash from 'virtual:icons/trash';
import { Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { type Pass, passes } from '#contract/passes.ts';
import type { VehicleType } from '#contract/tariff.ts';
import { vehicleTickets } from '#contract/tickets.ts';
import { t } from '#web/i18n/t.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../../api.ts';
import { useMay } from '../../session/use-may.ts';
import { typeText } from '../../tariff/ticket-kind.ts';
import { deleteTicket } from '../delete-ticket-dialog.tsx';

/** The passes that are valid today; nothing if there are none. */
export function PassesTable({ types }: { types: readonly VehicleType[] | undefined }) {
  const load = useLoad('passes', (signal) => api(passes.list, {}, { signal }));
  const mayCancel = useMay('tickets.void-all');
  const columns = useMemo(() => passColumns(types), [types]);
  const cancel = async (pass: Pass) => {
    const { number, device_number, vehicleNumber, vehicleType, price, issued_at, byWhom } = pass;
    const vehicle = { type: vehicleType, number: vehicleNumber };
    const ticket = { number, deviceNumber: device_number, vehicle, rupees: price, issuedAt: issued_at, byWhom };
    const isCancelled = await deleteTicket({ ticket, types }, (body) =>
      api(vehicleTickets.remove, { params: { id: number }, body }),
    );
    if (isCancelled) load.reload();
  };
  if (load.error === undefined && !load.data?.length) return null;
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {t('tickets.passes.label')}
      </Title>
      <Text c="dimmed">{t('tickets.passes.text')}</Text>
      <DataTable<Pass>
        label={t('tickets.passes.label')}
        columns={columns}
        load={load}
        failure={t('tickets.passes.failed')}
        rowId={({ number }) => number}
        rowName={({ vehicleNumber }) => t('tickets.passes.row', { vehicle: vehicleNumber })}
        rowActions={(pass) =>
          mayCancel
            ? [
                {
                  label: t('tickets.table.delete'),
                  icon: IconTrash,
                  isDangerous: true,
                  onClick: () => void cancel(pass),
                },
              ]
            : []
        }
        search={t('tickets.passes.search')}
        exportName={t('tickets.passes.label')}
        exportColumns={columns}
        empty={{ text: t('tickets.passes.empty') }}
      />
    </Stack>
  );
}

function passColumns(types: readonly VehicleType[] | undefined): readonly Column<Pass>[] {
  return [
    {
      key: 'vehicle',
      title: t('tickets.column.vehicleNumber'),
      value: ({ vehicleNumber, vehicleType }) => `${vehicleNumber}, ${typeText(vehicleType, types)}`,
    },
    { key: 'term', title: t('tickets.passes.term'), value: ({ term }) => t(`tariff.pass.${term}`) },
    { key: 'until', title: t('tickets.passes.until'), kind: 'day', value: ({ valid_until }) => valid_until },
    {
      key: 'price',
      title: t('tariff.column.charged'),
      kind: 'money',
      value: ({ price }) => price,
      isHiddenOnPhone: true,
    },
    {
      key: 'entries',
      title: t('tickets.passes.entries'),
      kind: 'number',
      value: ({ entries }) => entries,
      isHiddenOnPhone: true,
    },
    {
      key: 'last',
      title: t('tickets.passes.last'),
      kind: 'instant',
      value: ({ last_entry }) => last_entry,
      isHiddenOnPhone: true,
    },
    { key: 'number', title: t('tickets.column.number'), value: ({ number }) => number, isHiddenOnPhone: true },
    { key: 'by', title: t('tickets.column.by'), kind: 'person', value: ({ byWhom }) => byWhom, isHiddenOnPhone: true },
  ];
}
