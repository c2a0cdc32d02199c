import { Title } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import type { Payment } from '#contract/payments.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Load } from '#web/ui/use-load.ts';
import { paymentColumns } from './list/payment-table.tsx';
import { receiptAddress } from './receipt-address.ts';

const { date, amount, method, note } = paymentColumns;
const COLUMNS = [date, amount, method, note];

/** What a shop has paid, newest first. */
export function PaymentHistory({ load }: { load: Load<readonly Payment[]> }) {
  return (
    <>
      <Title order={2} size="h4" mb="xs">
        Payment history
      </Title>
      <DataTable<Payment>
        label="Payment history"
        columns={COLUMNS}
        load={load}
        failure="Failed to fetch payments. Please try again."
        rowId={({ payment_id }) => payment_id}
        rowName={({ payment_id }) => `payment ${payment_id}`}
        rowActions={(row) => [{ label: 'Receipt', icon: IconReceipt, to: receiptAddress(row) }]}
        empty={{ text: 'No payments yet.' }}
        pageSize={5}
        prefix="history-"
      />
    </>
  );
}
