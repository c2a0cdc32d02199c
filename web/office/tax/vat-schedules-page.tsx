import IconDownload from 'virtual:icons/download';
import IconFileInvoice from 'virtual:icons/file-invoice';
import { Stack, Title } from '@mantine/core';
import { useMemo } from 'react';
import { addDays, type Day, dayInMonth, monthOf } from '#billing/calendar.ts';
import { parseTaxPeriod, type TaxPeriod, taxPeriodOf } from '#billing/tax/tax-period.ts';
import { type TaxDocument, tax, type VatSchedulesAnswer } from '#contract/tax.ts';
import { t } from '#web/i18n/t.ts';
import { useAddress } from '#web/ui/address/use-address.ts';
import { useViewAddress } from '#web/ui/address/use-view-address.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { newKey } from '#web/ui/form/use-form-key.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatMonth } from '#web/ui/format/dates.ts';
import { useHiddenColumns } from '#web/ui/table/column-list.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { PagedTable, type TablePage } from '#web/ui/table/paged-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { exportTable } from '#web/ui/table/table-export.ts';
import { type FetchPage, fetchAllPages, usePageLoad } from '#web/ui/table/use-page-load.ts';
import { type Load, useLoad } from '#web/ui/use-load.ts';
import { api, apiPage } from '../api.ts';
import { confirmAndCall } from '../confirm-and-call.ts';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';
import { ComparisonPanel } from './comparison-panel.tsx';
import { downloadDocument } from './download-files.ts';

const MOST_PERIODS = 30;

export function VatSchedulesPage() {
  const setup = useLoad('tax settings', (signal) => api(tax.getSetup, {}, { signal }));
  return (
    <Screen path="/vat-schedules" subtitle={t('tax.schedules.subtitle')}>
      <AsyncState load={setup} failure={t('tax.settings.failed')}>
        {({ vat_period }) => <Periods vatPeriod={vat_period} />}
      </AsyncState>
    </Screen>
  );
}

function Periods({ vatPeriod }: { vatPeriod: 'month' | 'quarter' }) {
  const { get, change } = useAddress();
  const periods = listPeriods(browserToday(), vatPeriod);
  const chosen = parseTaxPeriod(get('period')) ?? periods[0];
  const code = chosen?.code ?? '';
  const load = useLoad(`schedules ${code}`, (signal) => api(tax.schedules, { params: { period: code } }, { signal }));
  return (
    <Stack gap="lg">
      <ChoiceField
        label={t('tax.schedules.period')}
        data={periods.map((period) => ({ value: period.code, label: describePeriod(period) }))}
        value={code}
        onChange={(period) => change({ period })}
        maw={320}
      />
      <AsyncState load={load} failure={t('tax.schedules.failed')}>
        {(schedules) => <ComparisonPanel schedules={schedules} onTried={load.reload} />}
      </AsyncState>
      {load.data && <SchedulesPanel load={load} />}
      <TaxDocumentTable onIssued={load.reload} />
    </Stack>
  );
}

function listPeriods(today: Day, vatPeriod: 'month' | 'quarter'): TaxPeriod[] {
  const periods: TaxPeriod[] = [];
  for (let day = today; periods.length < MOST_PERIODS; ) {
    const period = taxPeriodOf(day, vatPeriod);
    periods.push(period);
    day = addDays(dayInMonth(monthOf(period.first), 1), -1);
  }
  return periods;
}

function describePeriod({ first, last, code }: TaxPeriod): string {
  const months = { first: formatMonth(monthOf(first)), last: formatMonth(monthOf(last)) };
  return t(months.first === months.last ? 'tax.schedules.month' : 'tax.schedules.range', { ...months, code });
}

type InvoiceLine = VatSchedulesAnswer['invoices'][number];
type NoteLine = VatSchedulesAnswer['notes'][number];

function invoiceColumns(): readonly Column<InvoiceLine>[] {
  return [
    { key: 'number', title: t('tax.column.number'), value: ({ number }) => number },
    { key: 'date', title: t('tax.column.date'), kind: 'day', value: ({ date }) => date, isHiddenOnPhone: true },
    { key: 'tin', title: t('tax.column.tin'), value: ({ tin }) => tin, isHiddenOnPhone: true },
    { key: 'name', title: t('tax.column.name'), value: ({ name }) => name, isHiddenOnPhone: true },
    { key: 'value', title: t('tax.column.value'), kind: 'money', value: ({ value }) => value, isSummed: true },
    { key: 'vat', title: t('tax.column.vat'), kind: 'money', value: ({ vat }) => vat, isSummed: true },
  ];
}

function noteColumns(): readonly Column<NoteLine>[] {
  return [
    { key: 'number', title: t('tax.column.number'), value: ({ number }) => number },
    {
      key: 'kind',
      title: t('tax.column.kind'),
      value: ({ kind }) => t(kind === 'credit' ? 'tax.kind.credit' : 'tax.kind.debit'),
    },
    { key: 'date', title: t('tax.column.date'), kind: 'day', value: ({ date }) => date, isHiddenOnPhone: true },
    {
      key: 'invoice',
      title: t('tax.column.invoice'),
      value: ({ invoice_number }) => invoice_number,
      isHiddenOnPhone: true,
    },
    { key: 'tin', title: t('tax.column.tin'), value: ({ tin }) => tin, isHiddenOnPhone: true },
    { key: 'value', title: t('tax.column.value'), kind: 'money', value: ({ value }) => value },
    { key: 'vat', title: t('tax.column.vat'), kind: 'money', value: ({ vat }) => vat },
  ];
}

function SchedulesPanel({ load }: { load: Load<VatSchedulesAnswer> }) {
  const invoices = useMemo(invoiceColumns, []);
  const notes = useMemo(noteColumns, []);
  const invoiceDetails = useHiddenColumns(invoices);
  const noteDetails = useHiddenColumns(notes);
  return (
    <>
      <Stack component="section" gap="xs" aria-labelledby="schedule-01">
        <Title order={2} size="h4" id="schedule-01">
          {t('tax.schedules.invoices')}
        </Title>
        <DataTable<InvoiceLine>
          label={t('tax.schedules.invoices')}
          columns={invoices}
          load={{ ...load, data: load.data?.invoices }}
          failure={t('tax.schedules.failed')}
          rowId={({ number, tin }) => `${number} ${tin}`}
          rowName={({ number }) => number}
          details={invoiceDetails}
          empty={{ text: t('tax.schedules.noInvoices'), next: t('tax.schedules.emptyHint') }}
          prefix="01-"
        />
      </Stack>
      <Stack component="section" gap="xs" aria-labelledby="schedule-04">
        <Title order={2} size="h4" id="schedule-04">
          {t('tax.schedules.notes')}
        </Title>
        <DataTable<NoteLine>
          label={t('tax.schedules.notes')}
          columns={notes}
          load={{ ...load, data: load.data?.notes }}
          failure={t('tax.schedules.failed')}
          rowId={({ number }) => number}
          rowName={({ number }) => number}
          details={noteDetails}
          empty={{ text: t('tax.schedules.noNotes'), next: t('tax.schedules.emptyHint') }}
          prefix="04-"
        />
      </Stack>
    </>
  );
}

function documentColumns(): readonly Column<TaxDocument>[] {
  return [
    { key: 'serial', title: t('tax.column.number'), value: ({ serial }) => serial, isSortable: false },
    { key: 'title', title: t('tax.column.kind'), value: ({ title }) => title, isSortable: false },
    {
      key: 'date',
      title: t('tax.column.date'),
      kind: 'day',
      value: ({ issued_on }) => issued_on,
      isSortable: false,
      isHiddenOnPhone: true,
    },
    {
      key: 'shop',
      title: t('tax.column.shop'),
      value: ({ shop_id }) => shop_id,
      isSortable: false,
      isHiddenOnPhone: true,
    },
    {
      key: 'name',
      title: t('tax.column.name'),
      value: ({ purchaser }) => purchaser.name,
      isSortable: false,
      isHiddenOnPhone: true,
    },
    { key: 'vat', title: t('tax.column.vat'), kind: 'money', value: ({ vat }) => vat, isSortable: false },
    {
      key: 'total',
      title: t('tax.column.total'),
      kind: 'money',
      value: ({ total }) => total,
      isSortable: false,
      isHiddenOnPhone: true,
    },
    {
      key: 'prints',
      title: t('tax.column.prints'),
      kind: 'number',
      value: ({ prints }) => prints,
      isSortable: false,
      isHiddenOnPhone: true,
    },
    {
      key: 'replaced',
      title: t('tax.column.replaced'),
      value: ({ replaced_by }) => replaced_by,
      isSortable: false,
      isHiddenOnPhone: true,
    },
  ];
}

type DocumentPage = FetchPage<{ search: string }, TablePage<TaxDocument>>;

const fetchDocuments: DocumentPage = (query, { page, limit }, signal) =>
  apiPage(tax.documents, { query: { ...query, page: String(page), limit: String(limit) } }, signal ? { signal } : {});

function TaxDocumentTable({ onIssued }: { onIssued: () => void }) {
  const view = useViewAddress();
  const query = { search: view.search.trim() };
  const load = usePageLoad(query, view, fetchDocuments);
  const columns = useMemo(documentColumns, []);
  const details = useHiddenColumns(columns);
  const mayWrite = useMay('books.write');
  const issue = async (document: TaxDocument) => {
    if (!(await issueAsTaxInvoice(document))) return;
    load.reload();
    onIssued();
  };
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {t('tax.documents.title')}
      </Title>
      <PagedTable<TaxDocument>
        label={t('tax.documents.title')}
        columns={columns}
        details={details}
        view={{ ...view, sort: undefined }}
        load={load}
        failure={t('tax.documents.failed')}
        rowId={({ document_id }) => String(document_id)}
        rowName={({ serial }) => serial}
        rowActions={(row) => [
          {
            label: t('tax.documents.open'),
            icon: IconDownload,
            onClick: () => void downloadDocument(row).then(load.reload),
          },
          ...(mayWrite && row.may_be_tax_invoice
            ? [{ label: t('tax.documents.issue'), icon: IconFileInvoice, onClick: () => void issue(row) }]
            : []),
        ]}
        search={t('tax.documents.search')}
        empty={{ text: t('tax.documents.empty'), next: t('tax.schedules.emptyHint') }}
        exportName={t('tax.documents.file')}
        download={async () =>
          exportTable(
            t('tax.documents.file'),
            documentColumns(),
            await fetchAllPages(fetchDocuments, query, { limit: 200, idOf: ({ document_id }) => document_id }),
          )
        }
      />
    </Stack>
  );
}

function issueAsTaxInvoice({ invoice_id }: TaxDocument): Promise<boolean> {
  return confirmAndCall(
    {
      title: t('tax.documents.confirmTitle', { number: invoice_id }),
      body: t('tax.documents.confirmText'),
      action: t('tax.documents.issue'),
    },
    {
      call: () => api(tax.issueTaxInvoice, { params: { id: invoice_id } }, { idempotencyKey: newKey() }),
      doneSeconds: 5,
      failed: t('tax.documents.issueFailed'),
      failedSeconds: 4,
    },
  );
}
