import { Button, Group, Tabs, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useMemo } from 'react';
import { Link } from 'react-router';
import { invoiceTabs, type ListedInvoice } from '#contract/invoices.ts';
import { UnreadableAnswerError } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { formatMonth } from '#web/ui/format/dates.ts';
import { useHasRoom } from '#web/ui/phone-only.tsx';
import { ColumnList } from '#web/ui/table/column-list.tsx';
import { PagedTable } from '#web/ui/table/paged-table.tsx';
import { exportTable } from '#web/ui/table/table-export.ts';
import { useSelection } from '#web/ui/table/use-selection.ts';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';
import { ArrestInfo } from './arrest-panel.tsx';
import { ColumnsPanel } from './columns-panel.tsx';
import { fetchAll } from './fetch-invoices.ts';
import { InvoiceMails } from './invoice-mails-panel.tsx';
import { furtherInvoiceColumns, invoiceColumns, sheetColumns } from './invoice-table.tsx';
import { MonthFilterPanel } from './month-filter-panel.tsx';
import { OpenMailsPanel, useOpenMails } from './open-mails-panel.tsx';
import { onPrinted } from './print-job.ts';
import { printSelected } from './print-selected.ts';
import { SelectionPanel } from './selection-panel.tsx';
import { NotSentList, SendingDialog } from './sending-dialog.tsx';
import { useColumns } from './use-columns.ts';
import { type Invoices, useInvoices } from './use-invoices.ts';
import { useSending } from './use-sending.ts';

/** Specification 1, section 2. */
export function InvoicesPage() {
  const mayWrite = useMay('books.write');
  const list = useInvoices();
  const selection = useSelection();
  const choice = useColumns();
  const columns = useMemo(() => invoiceColumns(choice.columns), [choice.columns]);
  const further = furtherInvoiceColumns(columns, useHasRoom());
  const mails = useOpenMails();
  const sending = useSending(selection, mails.reload);
  const { filter, view, load } = list;
  const reload = useEffectEvent(load.reload);
  useEffect(() => onPrinted(() => reload()), []);

  const download = async () => {
    const rows = await fetchAll(filter);
    await exportTable('Invoices', sheetColumns(rows), rows);
  };
  return (
    <Screen path="/invoices">
      <OpenMailsPanel load={mails} maySend={mayWrite} />
      <NotSentList sending={sending} />
      <Tabs value={filter.status} onChange={list.chooseTab} keepMounted={false}>
        <Group gap="xs" mb="sm">
          <Tabs.List aria-label={t('invoices.tabs')} flex="1 1 auto">
            {invoiceTabs.map((tab) => (
              <Tabs.Tab key={tab} value={tab}>
                {t(`invoices.tab.${tab}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <ArrestInfo hasWord />
        </Group>
        <Tabs.Panel value={filter.status}>
          <PagedTable<ListedInvoice>
            label={t('invoices.list.table')}
            columns={columns}
            view={view}
            load={choice.isLoading ? { ...load, data: undefined, isLoading: true } : load}
            failure={
              load.error instanceof UnreadableAnswerError ? t('invoices.list.unexpected') : t('invoices.list.failed')
            }
            rowId={({ invoice_id }) => invoice_id}
            rowName={({ invoice_id }) => invoice_id}
            details={(invoice) => (
              <>
                <ColumnList columns={further} row={invoice} />
                <InvoiceMails id={invoice.invoice_id} />
              </>
            )}
            {...(mayWrite && {
              rowActions: ({ invoice_id }) => [
                {
                  label: t('invoices.list.print'),
                  icon: IconPrinter,
                  onClick: () => void printSelected([invoice_id]),
                },
              ],
            })}
            selection={mayWrite ? selection : undefined}
            bar={mayWrite && <SelectionPanel list={list} selection={selection} send={() => void sending.send()} />}
            empty={emptyState(list, mayWrite)}
            search={t('invoices.list.search')}
            filters={
              <>
                <ColumnsPanel choice={choice} />
                <MonthFilterPanel month={filter.month} choose={list.chooseMonth} />
              </>
            }
            exportName="Invoices"
            download={download}
          />
        </Tabs.Panel>
      </Tabs>
      <SendingDialog sending={sending} />
    </Screen>
  );
}

function emptyState({ filter, chooseMonth }: Invoices, mayWrite: boolean): { text: string; next: ReactNode } {
  const { status, month } = filter;
  const tab = t(`invoices.tab.${status}`);
  if (month !== undefined) {
    const names = { month: formatMonth(month), tab };
    return {
      text: status === 'all' ? t('invoices.list.emptyMonth', names) : t('invoices.list.emptyMonthTab', names),
      next: (
        <Button variant="default" onClick={() => chooseMonth(null)}>
          {t('invoices.month.showAll')}
        </Button>
      ),
    };
  }
  if (status !== 'all') return { text: t('invoices.list.emptyTab', { tab }), next: t('invoices.list.emptyTabNext') };
  return { text: t('invoices.list.empty'), next: mayWrite ? <FirstInvoices /> : t('invoices.list.emptyNext') };
}

function FirstInvoices() {
  return (
    <>
      <Text c="dimmed" size="sm" ta="center">
        {t('invoices.first.text')}
      </Text>
      <Button component={Link} to="/settings/generate-invoices">
        {t('invoices.first.action')}
      </Button>
    </>
  );
}
