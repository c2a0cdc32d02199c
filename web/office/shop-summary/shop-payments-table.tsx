import { IconPencil, IconReceipt, IconTrash } from '@tabler/icons-react';
import type { Payment } from '#contract/payments.ts';
import type { ShopSummary } from '#contract/shops.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { RowAction } from '#web/ui/table/row-actions.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { loaded } from '#web/ui/use-load.ts';
import { correctionAddress } from '../payments/correction-address.ts';
import { deletePayment } from '../payments/list/delete-payment.ts';
import { paymentColumns } from '../payments/list/payment-table.tsx';
import { receiptAddress } from '../payments/receipt-address.ts';
import { useMay } from '../session/use-may.ts';

const { id, date, amount, method, invoice, note } = paymentColumns;

/** The columns of a shop's payments, on the screen and in its workbook; all rows together are what was really paid. */
export const columnsOfPayments: readonly Column<Payment>[] = [date, id, amount, method, invoice, note];

interface PaymentsTabProps {
  shop: ShopSummary;
  /** The books have changed. */
  onChanged: () => void;
}

/** Every payment and correction of the shop, newest first. */
export function PaymentsTab({ shop, onChanged }: PaymentsTabProps) {
  const mayWrite = useMay('books.write');
  const remove = async (payment: Payment) => {
    const listed = { ...payment, shop_name: shop.shop_name, tenant_name: shop.Tenant?.name ?? null };
    if (await deletePayment(listed)) onChanged();
  };
  const actionsOf = (payment: Payment): RowAction[] => {
    const receipt: RowAction = { label: 'Receipt of', icon: IconReceipt, to: receiptAddress(payment) };
    if (!mayWrite) return [receipt];
    const correct: RowAction = { label: 'Correct', icon: IconPencil, to: correctionAddress(payment) };
    return [
      receipt,
      ...(payment.corrects_payment_id === null ? [correct] : []),
      { label: 'Delete', icon: IconTrash, isDangerous: true, onClick: () => void remove(payment) },
    ];
  };
  return (
    <DataTable<Payment>
      label="Payments"
      columns={columnsOfPayments}
      load={loaded(shop.Payments)}
      failure="Failed to load the payments."
      rowId={({ payment_id }) => payment_id}
      rowName={nameOf}
      rowActions={actionsOf}
      search="Search payments"
      furtherText={({ amount_paid, recorded_by }) => `${amount_paid}\n${recorded_by}`}
      exportName={`Payments ${shop.shop_id}`}
      nothingToExport="No payments to export"
      prefix="payments-"
      empty={{ text: 'No payments yet.', next: 'A payment stands here with its receipt as soon as it is made.' }}
    />
  );
}

function nameOf({ payment_id, corrects_payment_id }: Payment): string {
  return corrects_payment_id === null ? `payment ${payment_id}` : `the correction of payment ${corrects_payment_id}`;
}
