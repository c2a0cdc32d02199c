import { Anchor, Group } from '@mantine/core';
import { Link } from 'react-router';
import { dayOf } from '#billing/calendar.ts';
import { figureNames } from '#billing/invoice-figures.ts';
import type { InvoiceSort, ListedInvoice } from '#contract/invoices.ts';
import { formatInstant, formatMonth } from '#web/ui/format/dates.ts';
import { When } from '#web/ui/format/when.tsx';
import { PhoneOnly } from '#web/ui/phone-only.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import type { Column } from '#web/ui/table/table-column.ts';

type InvoiceColumn = Column<ListedInvoice> & ({ key: InvoiceSort } | { isSortable: false });

/** Room for a name, of which the longest takes a few lines. */
const NAME = { width: 240, isHiddenOnPhone: true };

/** Every column of the specification, in its order; a phone has room for two, which tell the most of it. */
export const invoiceColumns: readonly InvoiceColumn[] = [
  {
    key: 'invoice_id',
    title: 'Invoice ID',
    value: ({ invoice_id }) => invoice_id,
    render: (invoice) => <InvoiceCell invoice={invoice} />,
  },
  {
    key: 'shop_id',
    title: 'Shop ID',
    value: ({ shop_id }) => shop_id,
    render: ({ shop_id }) => <ShopLink shopId={shop_id} />,
    isHiddenOnPhone: true,
  },
  {
    key: 'month_year',
    title: 'Month',
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
    title: 'Status',
    value: ({ status }) => status,
    render: (invoice) => <Statuses invoice={invoice} />,
    width: 136,
    isHiddenOnPhone: true,
  },
  money('total_paid'),
  {
    key: 'previous_paid',
    title: figureNames.previous_paid,
    kind: 'money',
    value: ({ previous_payment_summary }) => previous_payment_summary.total_paid,
    isSortable: false,
    isHiddenOnPhone: true,
  },
  {
    key: 'previous_payment',
    title: figureNames.previous_payment,
    kind: 'day',
    value: ({ previous_payment_summary: { last_payment_date: last } }) => last && dayOf(last),
    isSortable: false,
    isHiddenOnPhone: true,
  },
  {
    key: 'created',
    title: 'Created At',
    kind: 'day',
    value: ({ createdAt }) => dayOf(createdAt),
    render: ({ createdAt, generated_at }) => (
      <span title={`Generated ${formatInstant(generated_at)}`}>
        <When at={dayOf(createdAt)} />
      </span>
    ),
    isSortable: false,
    isHiddenOnPhone: true,
  },
  { key: 'shop_name', title: 'Shop Name', value: ({ Shop }) => Shop.shop_name, ...NAME },
  { key: 'tenant_name', title: 'Tenant', value: ({ Shop }) => Shop.Tenant?.name ?? null, ...NAME },
];

/** These are of one invoice alone; the other amounts carry earlier months along, and would be counted once a month. */
const OWN_AMOUNTS = ['rent_amount', 'operation_fee', 'vat_amount', 'total_paid'];

/** The same for a spreadsheet of these invoices, with a total of each amount that may be added up. */
export function sheetColumns(rows: readonly ListedInvoice[]): readonly Column<ListedInvoice>[] {
  const isOneMonth = new Set(rows.map(({ month_year }) => month_year)).size <= 1;
  return invoiceColumns.map((column) =>
    column.kind === 'money' ? { ...column, isSummed: isOneMonth || OWN_AMOUNTS.includes(column.key) } : column,
  );
}

type Amount = InvoiceSort &
  keyof { [Key in keyof ListedInvoice as ListedInvoice[Key] extends number ? Key : never]: 1 };

function money(key: Amount): InvoiceColumn {
  return { key, title: figureNames[key], kind: 'money', value: (invoice) => invoice[key], isHiddenOnPhone: true };
}

/** The invoice; on a phone with its shop and status, so that nothing has to be scrolled for. */
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

/** Newly Arrived is no status of the books: it is an invoice that nobody printed yet (books.md, Statuses). */
function Statuses({ invoice }: { invoice: ListedInvoice }) {
  return (
    <Group gap={4}>
      <StatusChip status={invoice.status} />
      {invoice.printedtime === 0 && <StatusChip status="Newly Arrived" />}
    </Group>
  );
}
