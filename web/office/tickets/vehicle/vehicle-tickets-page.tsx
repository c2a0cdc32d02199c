import { Grid, Paper, Stack, Text, Title } from '@mantine/core';
import { IconPrinter, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { printedVehicle } from '#contract/documents/ticket-paper.ts';
import { type VehicleTicket, vehicleTickets } from '#contract/tickets.ts';
import { t } from '#web/i18n/t.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { api } from '../../api.ts';
import { Screen } from '../../screen.tsx';
import { useVehicleTypes } from '../../tariff/use-vehicle-types.ts';
import { deleteTicket } from '../delete-ticket-dialog.tsx';
import { LastTicketPanel } from '../last-ticket-panel.tsx';
import { printTicket } from '../print/print-ticket.ts';
import { TicketLinksPanel } from '../ticket-links-panel.tsx';
import { type PlacedTicket, useVehicleTickets } from './use-vehicle-tickets.ts';
import { VehicleFilterPanel } from './vehicle-filter-panel.tsx';
import { VehicleIncomePanel } from './vehicle-income-panel.tsx';
import { VehicleTicketForm } from './vehicle-ticket-form.tsx';
import { vehicleColumns, vehicleSheetColumns } from './vehicle-ticket-table.tsx';

/** Specification 2, section 2. */
export function VehicleTicketsPage() {
  const tickets = useVehicleTickets();
  const { date, load, refresh } = tickets;
  const types = useVehicleTypes().data;
  const columns = useMemo(() => vehicleColumns(types), [types]);
  const [last, setLast] = useState<VehicleTicket>();
  const remove = async (ticket: VehicleTicket) => {
    const params = { id: String(ticket.id) };
    const isDeleted = await deleteTicket({ ticket: printedVehicle(ticket), types }, (body) =>
      api(vehicleTickets.remove, { params, body }),
    );
    if (!isDeleted) return;
    if (last?.id === ticket.id) setLast(undefined);
    refresh();
  };
  return (
    <Screen path="/vehicle-ticketing" title={t('tickets.vehicle.title')}>
      <Grid gap="sm">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Paper withBorder p="sm" h="100%">
            <Stack gap="sm">
              <VehicleTicketForm
                types={types}
                onIssued={(ticket) => {
                  setLast(ticket);
                  refresh();
                }}
              />
              {last && <LastTicketPanel ticket={printedVehicle(last)} types={types} />}
            </Stack>
          </Paper>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <VehicleIncomePanel {...tickets} />
        </Grid.Col>
      </Grid>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t('tickets.vehicle.label')}
        </Title>
        <DataTable<PlacedTicket>
          label={t('tickets.vehicle.label')}
          columns={columns}
          load={load}
          failure={t('tickets.vehicle.failed')}
          rowId={({ id }) => id}
          rowName={({ id }) => t('tickets.vehicle.row', { id: String(id) })}
          rowActions={(ticket) => [
            {
              label: t('tickets.table.print'),
              icon: IconPrinter,
              onClick: () => printTicket(printedVehicle(ticket).number),
            },
            {
              label: t('tickets.table.delete'),
              icon: IconTrash,
              isDangerous: true,
              onClick: () => void remove(ticket),
            },
          ]}
          filters={<VehicleFilterPanel date={date} />}
          waiting={<Text c="dimmed">{t('tickets.vehicle.loading')}</Text>}
          empty={{ text: t('tickets.table.empty'), next: t('tickets.vehicle.emptyHint') }}
          exportName={t('tickets.vehicle.file', { date: date ?? browserToday() })}
          exportColumns={vehicleSheetColumns(types)}
          nothingToExport={t('tickets.table.nothingToExport')}
        />
      </Stack>
      <TicketLinksPanel />
    </Screen>
  );
}
