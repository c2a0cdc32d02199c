import { Button, Stack, Text, Title } from '@mantine/core';
import { IconTicket } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Answer } from '#contract/call.ts';
import { sanitationTickets } from '#contract/tickets.ts';
import { formatNumber } from '#web/ui/format/money.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../../api.ts';
import { Screen } from '../../shell/screen.tsx';
import { TicketLinksPanel } from '../ticket-links-panel.tsx';
import { SanitationIncomePanel } from './sanitation-income-panel.tsx';

type MonthRow = Answer<typeof sanitationTickets.breakdown>['months'][number];

const COLUMNS: readonly Column<MonthRow>[] = [
  { key: 'month', title: 'Month', value: monthOf, render: (row) => <Month row={row} /> },
  { key: 'income', title: 'Total Income', kind: 'money', value: ({ totalIncome }) => totalIncome, isSummed: true },
  { key: 'count', title: 'Ticket Count', kind: 'number', value: ({ ticketCount }) => ticketCount, isSummed: true },
  counted('count20', '20Rs Tickets'),
  counted('count100', '100Rs Tickets'),
];

/**
 * What the facilities bring, today, this month and in all months (specification 2, section 2, sanitation ticketing). When
 * it cannot be had the cards stay at zero, and the table says why.
 */
export function SanitationDashboardPage() {
  const load = useLoad('sanitation breakdown', (signal) => api(sanitationTickets.breakdown, {}, { signal }));
  return (
    <Screen path="/SanitationDashboard" title="Sanitation Ticketing Management" actions={<IssueTickets />}>
      <SanitationIncomePanel load={load} />
      <Stack gap="sm">
        <Title order={2} size="h4">
          All Months Breakdown
        </Title>
        <DataTable<MonthRow>
          label="All Months Breakdown"
          columns={COLUMNS}
          load={{ ...load, data: load.data?.months }}
          failure="Failed to load the income of the months."
          rowId={monthOf}
          rowName={monthOf}
          pageSize={12}
          exportName="Sanitation income by month"
          empty={{ text: 'No sanitation tickets yet.', next: 'Issue the first one.' }}
        />
      </Stack>
      <TicketLinksPanel />
    </Screen>
  );
}

function monthOf({ year, month }: MonthRow): string {
  return `${year}-${String(month).padStart(2, '0')}`;
}

/** The month; on a phone with the counts that have no column there. */
function Month({ row }: { row: MonthRow }) {
  return (
    <>
      {monthOf(row)}
      <Text size="xs" c="dimmed" hiddenFrom="sm">
        20Rs: {formatNumber(row.count20)} · 100Rs: {formatNumber(row.count100)}
      </Text>
    </>
  );
}

function counted(key: 'count20' | 'count100', title: string): Column<MonthRow> {
  return { key, title, kind: 'number', value: (row) => row[key], isSummed: true, isHiddenOnPhone: true };
}

function IssueTickets() {
  return (
    <Button component={Link} to="/sanitation-ticketing" leftSection={<IconTicket size={18} aria-hidden />}>
      Issue tickets
    </Button>
  );
}
