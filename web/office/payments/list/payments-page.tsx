import { Button, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconReceipt, IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router';
import { type ListedPayment, payments } from '#contract/payments.ts';
import { PhoneOnly } from '#web/ui/phone-only.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { RowAction } from '#web/ui/table/row-actions.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../../api.ts';
import { useMay } from '../../session/use-may.ts';
import { Screen } from '../../shell/screen.tsx';
import { correctionAddress } from '../correction-address.ts';
import { deletePayment } from './delete-payment.ts';
import { paymentColumns } from './payment-table.tsx';
import { PeriodFilter, usePeriod } from '../period-filter.tsx';
import { receiptAddress } from '../receipt-address.ts';

const { id, date, amount, method, invoice, note } = paymentColumns;
const COLUMNS: readonly Column<ListedPayment>[] = [
  { ...date, render: (payment) => <DateAndShop payment={payment} /> },
  id,
  { key: 'shop', title: 'Shop', value: ({ shop_id }) => shop_id, isHiddenOnPhone: true },
  { key: 'name', title: 'Shop name', value: ({ shop_name }) => shop_name, isHiddenOnPhone: true },
  { key: 'tenant', title: 'Tenant', value: ({ tenant_name }) => tenant_name, isHiddenOnPhone: true },
  amount,
  method,
  invoice,
  note,
];

/** All payments and corrections of a year or month, with their total, receipts and deletion. */
export function PaymentsPage() {
  const mayWrite = useMay('books.write');
  const period = usePeriod();
  const load = useLoad(`payments ${period.year} ${period.month}`, async (signal) => {
    const query = { year: period.year, month: period.month };
    return (await api(payments.list, { query }, { signal })).payments;
  });
  const remove = async (payment: ListedPayment) => {
    if (await deletePayment(payment)) load.reload();
  };
  const actionsOf = (row: ListedPayment): RowAction[] => {
    const receipt: RowAction = { label: 'Receipt', icon: IconReceipt, to: receiptAddress(row) };
    if (!mayWrite) return [receipt];
    return [
      receipt,
      { label: 'Correct', icon: IconPencil, to: correctionAddress(row) },
      { label: 'Delete', icon: IconTrash, isDangerous: true, onClick: () => void remove(row) },
    ];
  };
  return (
    <Screen path="/view-payments" title="All Payments" {...(mayWrite && { actions: <TakePayment /> })}>
      <DataTable<ListedPayment>
        label="All payments"
        columns={COLUMNS}
        load={load}
        failure="Failed to fetch payments. Please try again."
        rowId={({ payment_id }) => payment_id}
        rowName={({ payment_id }) => `payment ${payment_id}`}
        rowActions={actionsOf}
        search="Search payments"
        filters={<PeriodFilter />}
        exportName="Payments"
        empty={{ text: 'No payments in this time.', next: 'Choose another year or month, or make a payment.' }}
      />
    </Screen>
  );
}

/** The day; on a phone with the shop before it, so that nothing has to be scrolled for. */
function DateAndShop({ payment }: { payment: ListedPayment }) {
  return (
    <>
      <PhoneOnly>
        <Text size="sm" fw={600}>
          {payment.shop_id}
        </Text>
      </PhoneOnly>
      {date.render(payment)}
    </>
  );
}

function TakePayment() {
  return (
    <Button component={Link} to="/make-payment" leftSection={<IconPlus size={18} aria-hidden />}>
      Make a payment
    </Button>
  );
}
