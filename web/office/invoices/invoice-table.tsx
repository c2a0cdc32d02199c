import { Anchor, Group } from '@mantine/core';
import { Link } from 'react-router';
import { dayOf } from '#billing/calendar.ts';
import { type InvoiceColumnName, invoiceColumnNames } from '#contract/columns.ts';
import type { InvoiceSort, ListedInvoice } from '#contract/invoices.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { formatInstant, formatMonth } from '#web/ui/format/dates.ts';
import { When } from '#web/ui/format/when.tsx';
import { PhoneOnly } from '#web/ui/phone-only.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { placeOf } from '../place-of.ts';

type InvoiceColumn = Column<ListedInvoice> & ({ key: InvoiceSort } | { isSortable: false });

/** Returns the columns of specification 1, section 2, in its order. A phone has room for two. */
function allColumns() {
  return {
    invoice_id: {
      key: 'invoice_id',
      title: t('invoices.list.id'),
      value: ({ invoice_id }) => invoice_id,
      render: (invoice) => <InvoiceCell invoice={invoice} />,
    },
    shop_id: {
      key: 'shop_id',
      title: t('invoices.list.shopId'),
      value: ({ shop_id }) => shop_id,
      render: ({ shop_id }) => <ShopLink shopId={shop_id} />,
      isHiddenOnPhone: true,
    },
    month_year: {
      key: 'month_year',
      title: t('invoices.list.month'),
      value: ({ month_year }) => month_year,
      render: ({ month_year }) => <OneLine text={formatMonth(month_year)} />,
      isHiddenOnPhone: true,
    },
    rent_amount: money('rent_amount'),
    operation_fee: money('operation_fee'),
    vat_amount: money('vat_amount'),
    previous_balance: money('previous_balance'),
    fines: money('fines'),
    previous_fines: money('previous_fines'),
    total_arrears: money('total_arrears'),
    total_amount: money('total_amount'),
    status: {
      key: 'status',
      title: t('invoices.list.status'),
      value: ({ status }) => word('status', status),
      render: (invoice) => <Statuses invoice={invoice} />,
      isHiddenOnPhone: true,
    },
    ...paymentColumns(),
    created: {
      key: 'created',
      title: t('invoices.list.createdAt'),
      kind: 'day',
      value: ({ createdAt }) => dayOf(createdAt),
      render: (invoice) => <CreatedDay invoice={invoice} />,
      isSortable: false,
    },
    shop_name: { key: 'shop_name', title: t('invoices.list.shopName'), value: ({ Shop }) => Shop.shop_name },
    tenant_name: {
      key: 'tenant_name',
      title: t('invoices.list.tenant'),
      value: ({ Shop }) => Shop.Tenant?.name ?? null,
      isHiddenOnPhone: true,
    },
  } as const satisfies Record<InvoiceColumnName, InvoiceColumn>;
}

function paymentColumns() {
  return {
    total_paid: money('total_paid'),
    amount_due: {
      key: 'amount_due',
      title: t('invoices.list.amountDue'),
      kind: 'money',
      value: ({ amount_due }) => amount_due,
    },
    previous_paid: {
      key: 'previous_paid',
      title: t('invoices.label.previous_paid'),
      kind: 'money',
      value: ({ previous_payment_summary }) => previous_payment_summary.total_paid,
      isSortable: false,
    },
    previous_payment: {
      key: 'previous_payment',
      title: t('invoices.label.previous_payment'),
      kind: 'day',
      value: ({ previous_payment_summary: { last_payment_date: last } }) => last && dayOf(last),
      isSortable: false,
    },
  } as const satisfies Partial<Record<InvoiceColumnName, InvoiceColumn>>;
}

/**
 * The columns shown by default, in this order: those needed for choosing invoices. A screen 1366 px wide has no room
 * for another column.
 */
export const USUAL_COLUMNS = [
  'invoice_id',
  'shop_id',
  'tenant_name',
  'month_year',
  'status',
  'total_amount',
  'amount_due',
] as const satisfies readonly InvoiceColumnName[];

export function listColumnTitles(): { name: InvoiceColumnName; title: string }[] {
  const columns = allColumns();
  return invoiceColumnNames.map((name) => ({ name, title: columns[name].title }));
}

/** Returns all chosen columns, even on a phone, where the table scrolls sideways. */
export function invoiceColumns(chosen: readonly InvoiceColumnName[] | null): readonly InvoiceColumn[] {
  const columns: Record<InvoiceColumnName, InvoiceColumn> = allColumns();
  if (!chosen) return USUAL_COLUMNS.map((name) => columns[name]);
  const shown = invoiceColumnNames.filter((name) => chosen.includes(name)).map((name) => columns[name]);
  const isWide = shown.length > USUAL_COLUMNS.length;
  return shown.map((column) => ({
    ...column,
    isHiddenOnPhone: false,
    isKept: true,
    ...(column.key === 'invoice_id' && PLAIN_ID),
    ...(isWide && WORD_WIDTHS[column.key]),
  }));
}

const PLAIN_ID: Pick<InvoiceColumn, 'render'> = { render: ({ invoice_id }) => <OneLine text={invoice_id} /> };
/** Widths of columns. Without them a table that scrolls sideways would show names with one word on each line. */
const WORD_WIDTHS: Record<string, { width: number }> = {
  status: { width: 150 },
  shop_name: { width: 200 },
  tenant_name: { width: 180 },
};

/** Returns the columns that are listed in the details of an expanded row. */
export function furtherInvoiceColumns(shown: readonly InvoiceColumn[], hasRoom: boolean): readonly InvoiceColumn[] {
  const inRow = shown.filter(({ isHiddenOnPhone = false }) => hasRoom || !isHiddenOnPhone);
  const isFirstFull = shown.some(({ isHiddenOnPhone = false }) => isHiddenOnPhone);
  const keys = [...inRow.map(({ key }) => key), ...(isFirstFull ? IN_FIRST_CELL : [])];
  return Object.values<InvoiceColumn>(allColumns()).filter(({ key }) => !keys.includes(key));
}

/**
 * Amounts that belong only to the invoice itself. The other amounts include earlier months, so a sum over several
 * months would count them twice.
 */
const OWN_AMOUNTS = ['rent_amount', 'operation_fee', 'vat_amount', 'total_paid', 'amount_due'];

export function sheetColumns(rows: readonly ListedInvoice[]): readonly Column<ListedInvoice>[] {
  const isOneMonth = new Set(rows.map(({ month_year }) => month_year)).size <= 1;
  return Object.values<InvoiceColumn>(allColumns()).map((column) =>
    column.kind === 'money' ? { ...column, isSummed: isOneMonth || OWN_AMOUNTS.includes(column.key) } : column,
  );
}

type Amount = Exclude<InvoiceSort, 'amount_due'> &
  keyof { [Key in keyof ListedInvoice as ListedInvoice[Key] extends number ? Key : never]: 1 };

function money(key: Amount) {
  const value = (invoice: ListedInvoice) => invoice[key];
  return { key, title: t(`invoices.label.${key}`), kind: 'money', value, isHiddenOnPhone: true } as const;
}

/** The columns that a phone shows in the first cell. */
const IN_FIRST_CELL = ['shop_id', 'status'];

function InvoiceCell({ invoice }: { invoice: ListedInvoice }) {
  return (
    <>
      <OneLine text={invoice.invoice_id} />
      <PhoneOnly>
        <Group gap="var(--space-3)" pb="var(--space-2)">
          <ShopLink shopId={invoice.shop_id} />
          <Statuses invoice={invoice} />
        </Group>
      </PhoneOnly>
    </>
  );
}

function CreatedDay({ invoice: { createdAt, generated_at } }: { invoice: ListedInvoice }) {
  return (
    <span title={t('invoices.list.generated', { time: formatInstant(generated_at) })}>
      <When at={dayOf(createdAt)} />
    </span>
  );
}

function ShopLink({ shopId }: { shopId: string }) {
  return (
    <Anchor component={Link} to={placeOf('/shop-summary/:shopId', { shopId })} size="sm">
      {shopId}
    </Anchor>
  );
}

function OneLine({ text }: { text: string }) {
  return <span style={{ whiteSpace: 'nowrap' }}>{text}</span>;
}

/** Shows the statuses. Newly Arrived is not stored: it means that the invoice was never printed. */
function Statuses({ invoice }: { invoice: ListedInvoice }) {
  return (
    <Group gap="var(--space-2)">
      <StatusChip status={invoice.status} />
      {invoice.printedtime === 0 && <StatusChip status="Newly Arrived" />}
    </Group>
  );
}
