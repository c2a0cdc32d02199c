import { Grid, Paper, Stack } from '@mantine/core';
import { IconPrinter, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { printedSanitation } from '#contract/documents/ticket-paper.ts';
import { type SanitationTicket, sanitationTickets } from '#contract/tickets.ts';
import { t } from '#web/i18n/t.ts';
import { FigureCard, WaitingFigureCard } from '#web/ui/figure-panel.tsx';
import { formatMoney } from '#web/ui/format/money.ts';
import { PagedTable } from '#web/ui/table/paged-table.tsx';
import { exportTable } from '#web/ui/table/table-export.ts';
import { api } from '../../api.ts';
import { Screen } from '../../screen.tsx';
import { deleteTicket } from '../delete-ticket-dialog.tsx';
import { LastTicketPanel } from '../last-ticket-panel.tsx';
import { printTicket } from '../print/print-ticket.ts';
import { fetchTickets } from './fetch-tickets.ts';
import { SanitationFilterPanel } from './sanitation-filter-panel.tsx';
import { SanitationTicketForm } from './sanitation-ticket-form.tsx';
import { ticketColumns, ticketSheetColumns } from './sanitation-ticket-table.tsx';
import { useSanitationTickets } from './use-sanitation-tickets.ts';
import { describeTicketPeriod } from './use-ticket-period.ts';

export function SanitationTicketsPage() {
  const { query, period, view, load, totals, choosePrice } = useSanitationTickets();
  const columns = useMemo(ticketColumns, []);
  const [last, setLast] = useState<SanitationTicket>();
  const remove = async (ticket: SanitationTicket) => {
    const params = { id: String(ticket.id) };
    const isDeleted = await deleteTicket({ ticket: printedSanitation(ticket) }, (body) =>
      api(sanitationTickets.remove, { params, body }),
    );
    if (!isDeleted) return;
    if (last?.id === ticket.id) setLast(undefined);
    load.reload();
  };
  const download = async () => {
    const rows = await fetchTickets(query);
    await exportTable(t('tickets.sanitation.file'), ticketSheetColumns(), rows);
  };
  const title = query.price !== '' && { title: t('tickets.sanitation.priceTitle', { price: query.price }) };
  return (
    <Screen path="/sanitation-ticketing" {...title} subtitle={describeTicketPeriod(period)}>
      <Grid gap="sm">
        <Grid.Col span={{ base: 12, sm: 8 }}>
          <Paper withBorder p="sm" h="100%">
            <Stack gap="sm">
              <SanitationTicketForm
                key={query.price}
                price={query.price}
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
              name={t('tickets.sanitation.totalIncome')}
              figure={formatMoney(totals.totalIncome)}
              about={t('tickets.income.count', { count: totals.total })}
              isMain
            />
          ) : (
            <WaitingFigureCard />
          )}
        </Grid.Col>
      </Grid>
      <SanitationFilterPanel price={query.price} choosePrice={choosePrice} period={period} />
      <PagedTable<SanitationTicket>
        label={t('tickets.sanitation.label')}
        columns={columns}
        view={view}
        load={load}
        failure={t('tickets.sanitation.failed')}
        rowId={({ id }) => String(id)}
        rowName={({ customId }) => customId}
        rowActions={(ticket) => [
          { label: t('tickets.table.print'), icon: IconPrinter, onClick: () => printTicket(ticket.customId) },
          { label: t('tickets.table.delete'), icon: IconTrash, isDangerous: true, onClick: () => void remove(ticket) },
        ]}
        search={t('tickets.sanitation.search')}
        empty={{ text: t('tickets.table.empty'), next: t('tickets.sanitation.emptyHint') }}
        exportName={t('tickets.sanitation.file')}
        nothingToExport={t('tickets.table.nothingToExport')}
        download={download}
      />
    </Screen>
  );
}
