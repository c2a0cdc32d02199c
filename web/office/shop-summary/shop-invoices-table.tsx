import IconTrash from 'virtual:icons/trash';
import { Group, Text } from '@mantine/core';
import { useMemo } from 'react';
import { sumCents, toRupees } from '#billing/money.ts';
import { paymentReference } from '#billing/tax/payment-reference.ts';
import { centsOf } from '#contract/figures.ts';
import type { ShopSummary } from '#contract/shops.ts';
import { type ChargeKindValue, chargeKinds } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { formatMonth } from '#web/ui/format/dates.ts';
import { Unbroken } from '#web/ui/format/one-line.tsx';
import { PhoneOnly } from '#web/ui/phone-only.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { loaded } from '#web/ui/use-load.ts';
import { ArrestInfo } from '../invoices/arrest-panel.tsx';
import { useMay } from '../session/use-may.ts';
import { deleteInvoice } from './change-ledger.ts';
import { InvoiceDetailsPanel } from './invoice-details-panel.tsx';
import {
  amountDueOf,
  chargedOf,
  chargesOf,
  type DateFigures,
  dateFiguresOf,
  type SummaryInvoice,
} from './sum-charges.ts';

interface ShopInvoicesTableProps {
  shop: ShopSummary;
  onChanged: () => void;
  /** Rows of a page where the table is one of many; without it the reader chooses. */
  pageSize?: number;
}

export function ShopInvoicesTable({ shop, onChanged, pageSize }: ShopInvoicesTableProps) {
  const mayWrite = useMay('books.write');
  const columns = useMemo(shopInvoiceColumns, []);
  const figuresOf = useMemo(() => dateFiguresOf(shop), [shop]);
  const remove = async (invoice: SummaryInvoice) => {
    if (await deleteInvoice(invoice)) onChanged();
  };
  return (
    <DataTable<SummaryInvoice>
      label={t('shop-summary.invoices.table')}
      columns={columns}
      {...(pageSize !== undefined && { pageSize })}
      load={loaded(shop.Invoices)}
      failure={t('shop-summary.invoices.failed')}
      rowId={({ invoice_id }) => invoice_id}
      rowName={({ invoice_id }) => invoice_id}
      {...(mayWrite && {
        rowActions: (invoice) => [
          {
            label: t('shop-summary.deleteInvoice.action'),
            icon: IconTrash,
            isDangerous: true,
            onClick: () => void remove(invoice),
          },
        ],
      })}
      details={(invoice) => (
        <InvoiceDetailsPanel invoice={invoice} figures={figuresOf(invoice.invoice_id)} onChanged={onChanged} />
      )}
      search={t('shop-summary.invoices.search')}
      furtherText={searchedText}
      filters={<ArrestInfo hasWord />}
      exportName={`Invoices ${shop.shop_id}`}
      exportColumns={invoiceSheetColumns(shop)}
      nothingToExport={t('shop-summary.invoices.nothingToExport')}
      prefix="invoices-"
      empty={{ text: t('shop-summary.invoices.empty'), next: t('shop-summary.invoices.emptyNext') }}
    />
  );
}

function searchedText({ invoice_id, month_year, printedtime }: SummaryInvoice): string {
  const reference = paymentReference(invoice_id) ?? '';
  return [invoice_id, reference, formatMonth(month_year), printedtime === 0 ? 'Newly Arrived' : ''].join('\n');
}

/** Paid and unpaid amounts are those of the allocations. */
function shopInvoiceColumns(): readonly Column<SummaryInvoice>[] {
  const total = t('shop-summary.invoices.total');
  const charged = t('shop-summary.invoices.charged');
  const paid = t('shop-summary.invoices.paid');
  const figure = { kind: 'money', isHiddenOnPhone: true } as const;
  return [
    {
      key: 'month',
      title: t('shop-summary.invoices.month'),
      value: ({ month_year }) => month_year,
      render: (invoice) => <InvoiceName invoice={invoice} />,
    },
    { ...figure, key: 'total', title: total, value: ({ total_amount }) => total_amount },
    { ...figure, key: 'charged', title: charged, value: chargedOf },
    { ...figure, key: 'paid', title: paid, value: ({ total_paid }) => total_paid },
    { key: 'owed', title: t('shop-summary.invoices.unpaid'), kind: 'money', value: amountDueOf },
    {
      key: 'status',
      title: t('shop-summary.invoices.status'),
      value: ({ status }) => word('status', status),
      render: (invoice) => <Statuses invoice={invoice} />,
      isHiddenOnPhone: true,
    },
  ];
}

/**
 * The columns with a sum. The total printed on an invoice has none: it includes earlier months, which a sum would count
 * twice.
 */
const SUMMED = ['charged', 'paid', 'owed'];

export function invoiceSheetColumns(shop: ShopSummary): readonly Column<SummaryInvoice>[] {
  const figures = dateFiguresOf(shop);
  const balance = t('shop-summary.invoices.previousBalance');
  const arrears = t('shop-summary.invoices.arrears');
  return [
    { key: 'invoice', title: t('shop-summary.invoices.id'), value: ({ invoice_id }) => invoice_id },
    ...shopInvoiceColumns().map((column) => (SUMMED.includes(column.key) ? { ...column, isSummed: true } : column)),
    { key: 'due', title: t('shop-summary.invoices.due'), kind: 'day', value: ({ due_date }) => due_date },
    ...chargeKinds.map(amountColumn),
    { key: 'balance', title: balance, kind: 'money', value: ({ previous_balance }) => previous_balance },
    { key: 'arrears', title: arrears, kind: 'money', value: ({ total_arrears }) => total_arrears },
    dateColumn(t('shop-summary.invoices.paidByDate'), ({ paid }) => paid),
    dateColumn(t('shop-summary.invoices.remainingByDate'), ({ remaining }) => remaining),
    dateColumn(t('shop-summary.invoices.extraByDate'), ({ extra }) => extra),
  ];

  function dateColumn(title: string, pick: (found: DateFigures) => number): Column<SummaryInvoice> {
    return { key: title, title, kind: 'money', value: ({ invoice_id }) => pick(figures(invoice_id)) };
  }
}

function amountColumn(charge: ChargeKindValue): Column<SummaryInvoice> {
  const value = (invoice: SummaryInvoice) => {
    const found = chargesOf(invoice).filter(({ kind }) => kind === charge);
    return found.length === 0 ? null : toRupees(sumCents(found.map(({ amount }) => centsOf(amount))));
  };
  return { key: charge, title: word('charge', charge), kind: 'money', value, isSummed: true };
}

function InvoiceName({ invoice }: { invoice: SummaryInvoice }) {
  return (
    <>
      <Text size="sm" fw={700} style={{ whiteSpace: 'nowrap' }}>
        {formatMonth(invoice.month_year)}
      </Text>
      <Text size="xs" c="dimmed">
        <Unbroken text={invoice.invoice_id} />
      </Text>
      <PhoneOnly>
        <Statuses invoice={invoice} />
      </PhoneOnly>
    </>
  );
}

function Statuses({ invoice }: { invoice: SummaryInvoice }) {
  return (
    <Group gap="var(--space-2)">
      <StatusChip status={invoice.status} />
      {invoice.printedtime === 0 && <StatusChip status="Newly Arrived" />}
    </Group>
  );
}
