import { Button, Tabs, Text } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { Link } from 'react-router';
import { type InvoiceTab, invoiceTabs, type ListedInvoice } from '#contract/invoices.ts';
import { UnreadableAnswerError } from '#web/client.ts';
import { PagedTable } from '#web/ui/table/paged-table.tsx';
import { exportTable } from '#web/ui/table/table-export.ts';
import { useSelection } from '#web/ui/table/use-selection.ts';
import { useMay } from '../session/use-may.ts';
import { Screen } from '../shell/screen.tsx';
import { fetchAll } from './fetch-invoices.ts';
import { invoiceColumns, sheetColumns } from './invoice-columns.tsx';
import { onPrinted } from './print-job.ts';
import { SelectionBar } from './selection-bar.tsx';
import { NotSent, SendingOverlay } from './sending-overlay.tsx';
import { PAGE_SIZE, useInvoices } from './use-invoices.ts';
import { useSending } from './use-sending.ts';

const TAB_NAMES: Record<InvoiceTab, string> = {
  all: 'All',
  paid: 'Paid',
  arrears: 'Arrears',
  'partly-paid': 'Partly Paid',
  'newly-arrived': 'Newly Arrived',
  unpaid: 'Unpaid',
};

/** All invoices of the market: found, narrowed, selected, and the selected ones printed or mailed. */
export function InvoicesPage() {
  const mayWrite = useMay('books.write');
  const list = useInvoices();
  const selection = useSelection();
  const sending = useSending(selection);
  const { wanted, view, load } = list;
  const reload = useEffectEvent(load.reload);
  useEffect(() => onPrinted(() => reload()), []);

  const download = async () => {
    const rows = await fetchAll(wanted);
    await exportTable('Invoices', sheetColumns(rows), rows);
  };
  return (
    <Screen path="/invoices">
      <NotSent sending={sending} />
      <Tabs value={wanted.status} onChange={list.chooseTab} keepMounted={false}>
        <Tabs.List aria-label="Invoices by status" mb="sm">
          {invoiceTabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {TAB_NAMES[tab]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={wanted.status}>
          <PagedTable<ListedInvoice>
            label="Invoices"
            columns={invoiceColumns}
            view={view}
            load={load}
            pageSize={PAGE_SIZE}
            failure={
              load.error instanceof UnreadableAnswerError ? 'Unexpected response format' : 'Failed to fetch invoices'
            }
            rowId={({ invoice_id }) => invoice_id}
            rowName={({ invoice_id }) => invoice_id}
            selection={mayWrite ? selection : undefined}
            bar={mayWrite && <SelectionBar list={list} selection={selection} send={() => void sending.send()} />}
            empty={
              wanted.status === 'all'
                ? {
                    text: 'No invoices yet.',
                    next: mayWrite ? <FirstInvoices /> : 'They stand here when they are generated.',
                  }
                : { text: `No invoices under ${TAB_NAMES[wanted.status]}.`, next: 'Choose another tab.' }
            }
            search="Search by Shop ID, Invoice ID, or Month-Year"
            exportName="Invoices"
            download={download}
          />
        </Tabs.Panel>
      </Tabs>
      <SendingOverlay sending={sending} />
    </Screen>
  );
}

function FirstInvoices() {
  return (
    <>
      <Text c="dimmed" size="sm" ta="center">
        Generate this month's for every shop that has a tenant; those of another month on the summary of a shop.
      </Text>
      <Button component={Link} to="/settings/generate-invoices">
        Generate invoices
      </Button>
    </>
  );
}
