import { Grid, Paper, Stack } from '@mantine/core';
import { IconPrinter, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { type SanitationTicket, sanitationTickets } from '#contract/tickets.ts';
import { printedSanitation } from '#web/documents/printed-ticket.ts';
import { formatMoney, formatNumber } from '#web/ui/format/money.ts';
import { PagedTable } from '#web/ui/table/paged-table.tsx';
import { exportTable } from '#web/ui/table/table-export.ts';
import { api } from '../../api.ts';
import { FigureCard, WaitingFigureCard } from '../../dashboard/figure-panel.tsx';
import { Screen } from '../../shell/screen.tsx';
import { deleteTicket } from '../delete-ticket.tsx';
import { LastTicketPanel } from '../last-ticket-panel.tsx';
import { printTicket } from '../print/print-ticket.ts';
import { fetchTickets } from './fetch-tickets.ts';
import { SanitationFilterPanel } from './sanitation-filter-panel.tsx';
import { SanitationTicketForm } from './sanitation-ticket-form.tsx';
import { ticketColumns, ticketSheetColumns } from './sanitation-ticket-table.tsx';
import { PAGE_SIZE, useSanitationTickets } from './use-sanitation-tickets.ts';
import { describeTicketPeriod } from './use-ticket-period.ts';

/** Sanitation tickets to issue, find, sum, export and delete; one price of them when the address names it. */
export function SanitationTicketsPage() {
  const { wanted, period, view, load, totals, choosePrice } = useSanitationTickets();
  const [last, setLast] = useState<SanitationTicket>();
  const remove = async (ticket: SanitationTicket) => {
    const params = { id: String(ticket.id) };
    const isGone = await deleteTicket(printedSanitation(ticket), (body) =>
      api(sanitationTickets.remove, { params, body }),
    );
    if (!isGone) return;
    if (last?.id === ticket.id) setLast(undefined);
    load.reload();
  };
  const download = async () => {
    const rows = await fetchTickets(wanted);
    await exportTable('Sanitation tickets', ticketSheetColumns, rows);
  };
  const title = wanted.price !== '' && { title: `${wanted.price}Rs tickets` };
  return (
    <Screen path="/sanitation-ticketing" {...title} subtitle={describeTicketPeriod(period)}>
      <Grid gap="sm">
        <Grid.Col span={{ base: 12, sm: 8 }}>
          <Paper withBorder p="sm" h="100%">
            <Stack gap="sm">
              <SanitationTicketForm
                key={wanted.price}
                price={wanted.price}
                onIssued={(ticket) => {
                  setLast(ticket);
                  load.reload();
                }}
              />
              {last && <LastTicketPanel ticket={printedSanitation(last)} />}
            </Stack>
          </Paper>
        </Grid.Col>
        <Grid.Col span={{ base: 12, sm: 4 }}>
          {totals ? (
            <FigureCard
              name="Total income"
              figure={formatMoney(totals.totalIncome)}
              about={`${formatNumber(totals.total)} ${totals.total === 1 ? 'ticket' : 'tickets'}`}
              isMain
            />
          ) : (
            <WaitingFigureCard />
          )}
        </Grid.Col>
      </Grid>
      <SanitationFilterPanel price={wanted.price} choosePrice={choosePrice} period={period} />
      <PagedTable<SanitationTicket>
        label="Sanitation tickets"
        columns={ticketColumns}
        view={view}
        load={load}
        pageSize={PAGE_SIZE}
        failure="Failed to fetch sanitation tickets."
        rowId={({ id }) => String(id)}
        rowName={({ customId }) => customId}
        rowActions={(ticket) => [
          { label: 'Print', icon: IconPrinter, onClick: () => printTicket(ticket.customId) },
          { label: 'Delete', icon: IconTrash, isDangerous: true, onClick: () => void remove(ticket) },
        ]}
        search="Search by issuer e-mail"
        empty={{ text: 'No tickets found.', next: 'Issue one above, or choose other days.' }}
        exportName="Sanitation tickets"
        nothingToExport="No tickets to export"
        download={download}
      />
    </Screen>
  );
}
