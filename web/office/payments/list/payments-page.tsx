import { Button, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconReceipt, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import { type ListedPayment, payments } from '#contract/payments.ts';
import { t } from '#web/i18n/t.ts';
import { PeriodFilter } from '#web/ui/address/period-filter.tsx';
import { usePeriod } from '#web/ui/address/use-period.ts';
import { PhoneOnly } from '#web/ui/phone-only.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { RowAction } from '#web/ui/table/row-actions.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../../api.ts';
import { useMay } from '../../session/use-may.ts';
import { Screen } from '../../shell/screen.tsx';
import { deletePayment } from './delete-payment.ts';
import { correctionAddress, describePayment, paymentColumns, receiptAddress } from './payment-table.tsx';

/** Specification 1, section 2. */
export function PaymentsPage() {
  const mayWrite = useMay('books.write');
  const columns = useMemo(listColumns, []);
  const period = usePeriod({ hasAllYears: true });
  const load = useLoad(`payments ${period.year} ${period.month}`, async (signal) => {
    const query = { year: period.year, month: period.month };
    return (await api(payments.list, { query }, { signal })).payments;
  });
  const remove = async (payment: ListedPayment) => {
    if (await deletePayment(payment)) load.reload();
  };
  const actionsOf = (row: ListedPayment): RowAction[] => {
    const receipt: RowAction = { label: t('payments.list.receipt'), icon: IconReceipt, to: receiptAddress(row) };
    if (!mayWrite) return [receipt];
    return [
      receipt,
      { label: t('payments.list.correct'), icon: IconPencil, to: correctionAddress(row) },
      { label: t('payments.list.delete'), icon: IconTrash, isDangerous: true, onClick: () => void remove(row) },
    ];
  };
  return (
    <Screen path="/view-payments" title={t('payments.list.title')} {...(mayWrite && { actions: <TakePayment /> })}>
      <DataTable<ListedPayment>
        label={t('payments.list.table')}
        columns={columns}
        load={load}
        failure={t('payments.list.failed')}
        rowId={({ payment_id }) => payment_id}
        rowName={describePayment}
        rowActions={actionsOf}
        search={t('payments.list.search')}
        filters={<PeriodFilter hasAllYears />}
        exportName="Payments"
        empty={{ text: t('payments.list.empty'), next: t('payments.list.emptyNext') }}
      />
    </Screen>
  );
}

function listColumns(): readonly Column<ListedPayment>[] {
  const { id, date, amount, method, invoice, note } = paymentColumns();
  return [
    { ...date, render: (payment) => <DateAndShop payment={payment}>{date.render(payment)}</DateAndShop> },
    id,
    { key: 'shop', title: t('payments.list.shop'), value: ({ shop_id }) => shop_id, isHiddenOnPhone: true },
    { key: 'name', title: t('payments.list.shopName'), value: ({ shop_name }) => shop_name, isHiddenOnPhone: true },
    { key: 'tenant', title: t('payments.list.tenant'), value: ({ tenant_name }) => tenant_name, isHiddenOnPhone: true },
    amount,
    method,
    invoice,
    note,
  ];
}

function DateAndShop({ payment, children }: { payment: ListedPayment; children: ReactNode }) {
  return (
    <>
      <PhoneOnly>
        <Text size="sm" fw={600}>
          {payment.shop_id}
        </Text>
      </PhoneOnly>
      {children}
    </>
  );
}

function TakePayment() {
  return (
    <Button component={Link} to="/make-payment" leftSection={<IconPlus size={18} aria-hidden />}>
      {t('payments.list.make')}
    </Button>
  );
}
