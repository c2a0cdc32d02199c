import { Stack, Title } from '@mantine/core';
import { IconDownload, IconFileInvoice } from '@tabler/icons-react';
import { useMemo } from 'react';
import { type TaxDocument, tax } from '#contract/tax.ts';
import { t } from '#web/i18n/t.ts';
import { useViewAddress } from '#web/ui/address/use-view-address.ts';
import { PagedTable, type TablePage } from '#web/ui/table/paged-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { exportTable } from '#web/ui/table/table-export.ts';
import { type FetchPage, fetchAllPages, usePageLoad } from '#web/ui/table/use-page-load.ts';
import { apiPage } from '../api.ts';
import { useMay } from '../session/use-may.ts';
import { downloadDocument } from './download-files.ts';
import { issueAsTaxInvoice } from './issue-tax-invoice.ts';

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

export function TaxDocumentTable({ onIssued }: { onIssued: () => void }) {
  const view = useViewAddress();
  const query = { search: view.search.trim() };
  const load = usePageLoad(query, view, fetchDocuments);
  const columns = useMemo(documentColumns, []);
  const mayWrite = useMay('books.write');
  const issue = async (document: TaxDocument) => {
    if (!(await issueAsTaxInvoice(document))) return;
    load.reload();
    onIssued();
  };
  return (
    <Stack component="section" gap="xs" aria-labelledby="tax-documents">
      <Title order={2} size="h4" id="tax-documents">
        {t('tax.documents.title')}
      </Title>
      <PagedTable<TaxDocument>
        label={t('tax.documents.title')}
        columns={columns}
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
