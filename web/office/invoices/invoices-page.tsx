import { Button, Tabs, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { Link } from 'react-router';
import { invoiceTabs, type ListedInvoice } from '#contract/invoices.ts';
import { UnreadableAnswerError } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { PagedTable } from '#web/ui/table/paged-table.tsx';
import { exportTable } from '#web/ui/table/table-export.ts';
import { useSelection } from '#web/ui/table/use-selection.ts';
import { useMay } from '../session/use-may.ts';
import { Screen } from '../shell/screen.tsx';
import { fetchAll } from './fetch-invoices.ts';
import { invoiceColumns, sheetColumns } from './invoice-table.tsx';
import { onPrinted } from './print-job.ts';
import { SelectionPanel } from './selection-panel.tsx';
import { NotSentList, SendingDialog } from './sending-dialog.tsx';
import { INVOICES_PER_PAGE, useInvoices } from './use-invoices.ts';
import { useSending } from './use-sending.ts';

/** Specification 1, section 2. */
export function InvoicesPage() {
  const mayWrite = useMay('books.write');
  const list = useInvoices();
  const selection = useSelection();
  const columns = useMemo(invoiceColumns, []);
  const sending = useSending(selection);
  const { filter, view, load } = list;
  const reload = useEffectEvent(load.reload);
  useEffect(() => onPrinted(() => reload()), []);

  const download = async () => {
    const rows = await fetchAll(filter);
    await exportTable('Invoices', sheetColumns(rows), rows);
  };
  return (
    <Screen path="/invoices">
      <NotSentList sending={sending} />
      <Tabs value={filter.status} onChange={list.chooseTab} keepMounted={false}>
        <Tabs.List aria-label={t('invoices.tabs')} mb="sm">
          {invoiceTabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {t(`invoices.tab.${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={filter.status}>
          <PagedTable<ListedInvoice>
            label={t('invoices.list.table')}
            columns={columns}
            view={view}
            load={load}
            pageSize={INVOICES_PER_PAGE}
            failure={
              load.error instanceof UnreadableAnswerError ? t('invoices.list.unexpected') : t('invoices.list.failed')
            }
            rowId={({ invoice_id }) => invoice_id}
            rowName={({ invoice_id }) => invoice_id}
            selection={mayWrite ? selection : undefined}
            bar={mayWrite && <SelectionPanel list={list} selection={selection} send={() => void sending.send()} />}
            empty={
              filter.status === 'all'
                ? {
                    text: t('invoices.list.empty'),
                    next: mayWrite ? <FirstInvoices /> : t('invoices.list.emptyNext'),
                  }
                : {
                    text: t('invoices.list.emptyTab', { tab: t(`invoices.tab.${filter.status}`) }),
                    next: t('invoices.list.emptyTabNext'),
                  }
            }
            search={t('invoices.list.search')}
            exportName="Invoices"
            download={download}
          />
        </Tabs.Panel>
      </Tabs>
      <SendingDialog sending={sending} />
    </Screen>
  );
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
