import { Group, Text } from '@mantine/core';
import type { ShopSummary } from '#contract/shops.ts';
import { formatMonth } from '#web/ui/format/dates.ts';
import { PhoneOnly } from '#web/ui/phone-only.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { chargedOf, chargesOf, owedOf, type SummaryInvoice } from './sum-charges.ts';
import { type DateFigures, dateFiguresOf } from './date-figures.ts';

/** The invoices of a shop as the table shows them; paid and owed are what was allocated. */
export const invoiceColumns: readonly Column<SummaryInvoice>[] = [
  {
    key: 'month',
    title: 'Month',
    value: ({ month_year }) => month_year,
    render: (invoice) => <InvoiceName invoice={invoice} />,
  },
  { key: 'total', title: 'Total', kind: 'money', value: ({ total_amount }) => total_amount, isHiddenOnPhone: true },
  { key: 'charged', title: 'Its charges', kind: 'money', value: chargedOf, isHiddenOnPhone: true },
  { key: 'paid', title: 'Paid', kind: 'money', value: ({ total_paid }) => total_paid, isHiddenOnPhone: true },
  { key: 'owed', title: 'Still owed', kind: 'money', value: owedOf },
  {
    key: 'status',
    title: 'Status',
    value: ({ status }) => status,
    render: (invoice) => <Statuses invoice={invoice} />,
    isHiddenOnPhone: true,
  },
];

/** These are of one invoice alone; the total that it printed carries earlier months along, and would be counted twice. */
const OWN_AMOUNTS = ['charged', 'paid', 'owed'];

/** The same for a spreadsheet, with every charge and the figures by payment dates. */
export function invoiceSheetColumns(shop: ShopSummary): readonly Column<SummaryInvoice>[] {
  const figures = dateFiguresOf(shop);
  return [
    { key: 'invoice', title: 'Invoice ID', value: ({ invoice_id }) => invoice_id },
    ...invoiceColumns.map((column) => (OWN_AMOUNTS.includes(column.key) ? { ...column, isSummed: true } : column)),
    { key: 'due', title: 'Due', kind: 'day', value: ({ due_date }) => due_date },
    ...['VAT', 'Operation fee', 'Rent', 'Fine'].map(amountColumn),
    { key: 'balance', title: 'Previous balance', kind: 'money', value: ({ previous_balance }) => previous_balance },
    { key: 'arrears', title: 'Total arrears', kind: 'money', value: ({ total_arrears }) => total_arrears },
    dateColumn('Paid by payment dates', ({ paid }) => paid),
    dateColumn('Remaining by payment dates', ({ remaining }) => remaining),
    dateColumn('Extra by payment dates', ({ extra }) => extra),
  ];

  function dateColumn(title: string, pick: (found: DateFigures) => number): Column<SummaryInvoice> {
    return { key: title, title, kind: 'money', value: ({ invoice_id }) => pick(figures(invoice_id)) };
  }
}

function amountColumn(charge: string): Column<SummaryInvoice> {
  const value = (invoice: SummaryInvoice) => chargesOf(invoice).find(({ name }) => name === charge)?.amount ?? null;
  return { key: charge, title: charge, kind: 'money', value, isSummed: true };
}

function InvoiceName({ invoice }: { invoice: SummaryInvoice }) {
  return (
    <>
      <Text size="sm" fw={600} style={{ whiteSpace: 'nowrap' }}>
        {formatMonth(invoice.month_year)}
      </Text>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {invoice.invoice_id}
      </Text>
      <PhoneOnly>
        <Statuses invoice={invoice} />
      </PhoneOnly>
    </>
  );
}

/** Newly Arrived is no status of the books: it is an invoice that nobody printed yet (books.md, Statuses). */
function Statuses({ invoice }: { invoice: SummaryInvoice }) {
  return (
    <Group gap={4}>
      <StatusChip status={invoice.status} />
      {invoice.printedtime === 0 && <StatusChip status="Newly Arrived" />}
    </Group>
  );
}
