import { Group, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { ShopSummary } from '#contract/shops.ts';
import { Empty } from '#web/ui/async-state.tsx';
import { formatMonth } from '#web/ui/dates.ts';
import { SearchBox } from '#web/ui/search-box.tsx';
import { exportTable } from '#web/ui/table-export.ts';
import { useTableView } from '#web/ui/use-table-view.ts';
import type { SummaryInvoice } from './charges.ts';
import { dateFiguresOf } from './date-figures.ts';
import { deleteInvoice } from './delete-invoice.ts';
import { ExportButton } from './export-button.tsx';
import { invoiceColumns, invoiceSheetColumns } from './invoice-columns.tsx';
import { InvoiceDetails } from './invoice-details.tsx';
import { InvoiceGrid } from './invoice-grid.tsx';

const PAGE_SIZE = 10;

interface InvoicesTabProps {
  shop: ShopSummary;
  /** The books have changed. */
  onChanged: () => void;
}

/** Every invoice of the shop, newest first; a row opens to show its charges and what paid them. */
export function InvoicesTab({ shop, onChanged }: InvoicesTabProps) {
  const rows = shop.Invoices;
  const view = useTableView({
    rows,
    columns: invoiceColumns,
    pageSize: PAGE_SIZE,
    prefix: 'invoices-',
    furtherText: otherNames,
  });
  const [opened, setOpened] = useState<readonly string[]>([]);
  const figuresOf = useMemo(() => dateFiguresOf(shop), [shop]);
  const remove = async (invoice: SummaryInvoice) => {
    if (await deleteInvoice(invoice)) onChanged();
  };
  const turn = (id: string) =>
    setOpened((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]));
  return (
    <Stack gap="sm">
      <Group gap="sm" justify="space-between">
        <SearchBox label="Search invoices" value={view.search} onSearch={view.setSearch} />
        <Group gap="sm">
          <Text size="sm" c="dimmed" role="status">
            {view.fitting.length === rows.length ? `${rows.length} in all` : `${view.fitting.length} of ${rows.length}`}
          </Text>
          <ExportButton
            label="Export to Excel"
            nothing={view.fitting.length === 0 ? 'No invoices to export' : undefined}
            download={() => exportTable(`Invoices ${shop.shop_id}`, invoiceSheetColumns(shop), view.fitting)}
          />
        </Group>
      </Group>
      {rows.length === 0 && <Empty text="No invoices yet." next="Choose a year and a month to generate the first." />}
      {rows.length > 0 && view.fitting.length === 0 && <Empty text={`Nothing fits “${view.search}”.`} />}
      {view.fitting.length > 0 && (
        <InvoiceGrid
          view={view}
          pageSize={PAGE_SIZE}
          opened={opened}
          turn={turn}
          remove={(invoice) => void remove(invoice)}
          details={(invoice) => (
            <InvoiceDetails invoice={invoice} figures={figuresOf(invoice.invoice_id)} onChanged={onChanged} />
          )}
        />
      )}
    </Stack>
  );
}

function otherNames({ invoice_id, month_year, printedtime }: SummaryInvoice): string {
  const month = formatMonth(month_year);
  return [invoice_id, month, printedtime === 0 ? 'Newly Arrived' : ''].join('\n');
}
