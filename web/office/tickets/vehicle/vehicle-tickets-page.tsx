import { Grid, Paper, Stack, Text, Title } from '@mantine/core';
import { IconPrinter, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { type VehicleTicket, vehicleTickets } from '#contract/tickets.ts';
import { printedVehicle } from '#web/documents/printed-ticket.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { api } from '../../api.ts';
import { Screen } from '../../shell/screen.tsx';
import { deleteTicket } from '../delete-ticket.tsx';
import { LastTicketPanel } from '../last-ticket-panel.tsx';
import { printTicket } from '../print/print-ticket.ts';
import { TicketLinksPanel } from '../ticket-links-panel.tsx';
import { type PlacedTicket, useVehicleTickets } from './use-vehicle-tickets.ts';
import { VehicleFilterPanel } from './vehicle-filter-panel.tsx';
import { VehicleIncomePanel } from './vehicle-income-panel.tsx';
import { VehicleTicketForm } from './vehicle-ticket-form.tsx';
import { vehicleColumns, vehicleSheetColumns } from './vehicle-ticket-table.tsx';

/** Vehicle tickets of a day: issued, found, exported and deleted, with what they bring (specification 2, section 2). */
export function VehicleTicketsPage() {
  const tickets = useVehicleTickets();
  const { date, load, refresh } = tickets;
  const [last, setLast] = useState<VehicleTicket>();
  const remove = async (ticket: VehicleTicket) => {
    const params = { id: String(ticket.id) };
    const isGone = await deleteTicket(printedVehicle(ticket), (body) => api(vehicleTickets.remove, { params, body }));
    if (!isGone) return;
    if (last?.id === ticket.id) setLast(undefined);
    refresh();
  };
  return (
    <Screen path="/vehicle-ticketing" title="Vehicle Ticket Management">
      <Grid gap="sm">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Paper withBorder p="sm" h="100%">
            <Stack gap="sm">
              <VehicleTicketForm
                onIssued={(ticket) => {
                  setLast(ticket);
                  refresh();
                }}
              />
              {last && <LastTicketPanel ticket={printedVehicle(last)} />}
            </Stack>
          </Paper>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <VehicleIncomePanel {...tickets} />
        </Grid.Col>
      </Grid>
      <Stack gap="sm">
        <Title order={2} size="h4">
          Filtered Tickets
        </Title>
        <DataTable<PlacedTicket>
          label="Filtered Tickets"
          columns={vehicleColumns}
          load={load}
          failure="Failed to fetch tickets."
          rowId={({ id }) => id}
          rowName={({ id }) => `ticket ${id}`}
          rowActions={(ticket) => [
            { label: 'Print', icon: IconPrinter, onClick: () => printTicket(printedVehicle(ticket).number) },
            { label: 'Delete', icon: IconTrash, isDangerous: true, onClick: () => void remove(ticket) },
          ]}
          filters={<VehicleFilterPanel date={date} />}
          waiting={<Text c="dimmed">Loading...</Text>}
          empty={{ text: 'No tickets found.', next: 'Issue one above, or choose another day.' }}
          exportName={`Vehicle tickets ${date ?? browserToday()}`}
          exportColumns={vehicleSheetColumns}
          nothingToExport="No tickets to export"
        />
      </Stack>
      <TicketLinksPanel />
    </Screen>
  );
}
