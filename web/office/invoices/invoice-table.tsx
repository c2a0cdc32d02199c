import { Anchor, Group } from '@mantine/core';
import { Link } from 'react-router';
import { dayOf } from '#billing/calendar.ts';
import { invoiceLabel } from '#contract/documents/invoice-paper.ts';
import type { InvoiceSort, ListedInvoice } from '#contract/invoices.ts';
import { t } from '#web/i18n/t.ts';
import { formatInstant, formatMonth } from '#web/ui/format/dates.ts';
import { When } from '#web/ui/format/when.tsx';
import { PhoneOnly } from '#web/ui/phone-only.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import type { Column } from '#web/ui/table/table-column.ts';

type InvoiceColumn = Column<ListedInvoice> & ({ key: InvoiceSort } | { isSortable: false });

const NAME = { width: 240, isHiddenOnPhone: true };

/** Specification 1, section 2. A phone has room for two. */
export function invoiceColumns(): readonly InvoiceColumn[] {
  return [
    {
      key: 'invoice_id',
      title: t('invoices.list.id'),
      value: ({ invoice_id }) => invoice_id,
      render: (invoice) => <InvoiceCell invoice={invoice} />,
    },
    {
      key: 'shop_id',
      title: t('invoices.list.shopId'),
      value: ({ shop_id }) => shop_id,
      render: ({ shop_id }) => <ShopLink shopId={shop_id} />,
      isHiddenOnPhone: true,
    },
    {
      key: 'month_year',
      title: t('invoices.list.month'),
      value: ({ month_year }) => month_year,
      render: ({ month_year }) => <OneLine text={formatMonth(month_year)} />,
      isHiddenOnPhone: true,
    },
    money('rent_amount'),
    money('operation_fee'),
    money('vat_amount'),
    money('previous_balance'),
    money('fines'),
    money('previous_fines'),
    money('total_arrears'),
    { ...money('total_amount'), isHiddenOnPhone: false },
    {
      key: 'status',
      title: t('invoices.list.status'),
      value: ({ status }) => status,
      render: (invoice) => <Statuses invoice={invoice} />,
      width: 136,
      isHiddenOnPhone: true,
    },
    money('total_paid'),
    {
      key: 'previous_paid',
      title: invoiceLabel('previous_paid'),
      kind: 'money',
      value: ({ previous_payment_summary }) => previous_payment_summary.total_paid,
      isSortable: false,
      isHiddenOnPhone: true,
    },
    {
      key: 'previous_payment',
      title: invoiceLabel('previous_payment'),
      kind: 'day',
      value: ({ previous_payment_summary: { last_payment_date: last } }) => last && dayOf(last),
      isSortable: false,
      isHiddenOnPhone: true,
    },
    {
      key: 'created',
      title: t('invoices.list.createdAt'),
      kind: 'day',
      value: ({ createdAt }) => dayOf(createdAt),
      render: ({ createdAt, generated_at }) => (
        <span title={t('invoices.list.generated', { time: formatInstant(generated_at) })}>
          <When at={dayOf(createdAt)} />
        </span>
      ),
      isSortable: false,
      isHiddenOnPhone: true,
    },
    { key: 'shop_name', title: t('invoices.list.shopName'), value: ({ Shop }) => Shop.shop_name, ...NAME },
    { key: 'tenant_name', title: t('invoices.list.tenant'), value: ({ Shop }) => Shop.Tenant?.name ?? null, ...NAME },
  ];
}

/** The other amounts include earlier months, which a sum would count twice. */
const OWN_AMOUNTS = ['rent_amount', 'operation_fee', 'vat_amount', 'total_paid'];

/** Totals only where amounts can be added up. */
export function sheetColumns(rows: readonly ListedInvoice[]): readonly Column<ListedInvoice>[] {
  const isOneMonth = new Set(rows.map(({ month_year }) => month_year)).size <= 1;
  return invoiceColumns().map((column) =>
    column.kind === 'money' ? { ...column, isSummed: isOneMonth || OWN_AMOUNTS.includes(column.key) } : column,
  );
}

type Amount = InvoiceSort &
  keyof { [Key in keyof ListedInvoice as ListedInvoice[Key] extends number ? Key : never]: 1 };

function money(key: Amount): InvoiceColumn {
  return { key, title: invoiceLabel(key), kind: 'money', value: (invoice) => invoice[key], isHiddenOnPhone: true };
}

function InvoiceCell({ invoice }: { invoice: ListedInvoice }) {
  return (
    <>
      <OneLine text={invoice.invoice_id} />
      <PhoneOnly>
        <Group gap={8} pb={4}>
          <ShopLink shopId={invoice.shop_id} />
          <Statuses invoice={invoice} />
        </Group>
      </PhoneOnly>
    </>
  );
}

function ShopLink({ shopId }: { shopId: string }) {
  return (
    <Anchor component={Link} to={`/shop-summary/${encodeURIComponent(shopId)}`} size="sm">
      {shopId}
    </Anchor>
  );
}

function OneLine({ text }: { text: string }) {
  return <span style={{ whiteSpace: 'nowrap' }}>{text}</span>;
}

/** Newly Arrived is not a stored status: the invoice was never printed. */
function Statuses({ invoice }: { invoice: ListedInvoice }) {
  return (
    <Group gap={4}>
      <StatusChip status={invoice.status} />
      {invoice.printedtime === 0 && <StatusChip status="Newly Arrived" />}
    </Group>
  );
}
