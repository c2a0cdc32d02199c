import { IconPencil, IconReceipt, IconTrash } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { Payment } from '#contract/payments.ts';
import type { ShopSummary } from '#contract/shops.ts';
import { t } from '#web/i18n/t.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { RowAction } from '#web/ui/table/row-actions.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { loaded } from '#web/ui/use-load.ts';
import { deletePayment } from '../payments/list/delete-payment.ts';
import { correctionAddress, describePayment, paymentColumns, receiptAddress } from '../payments/list/payment-table.tsx';
import { useMay } from '../session/use-may.ts';

interface ShopPaymentsTableProps {
  shop: ShopSummary;
  onChanged: () => void;
}

export function ShopPaymentsTable({ shop, onChanged }: ShopPaymentsTableProps) {
  const mayWrite = useMay('books.write');
  const columns = useMemo(shopPaymentColumns, []);
  const remove = async (payment: Payment) => {
    const listed = { ...payment, shop_name: shop.shop_name, tenant_name: shop.Tenant?.name ?? null };
    if (await deletePayment(listed)) onChanged();
  };
  const actionsOf = (payment: Payment): RowAction[] => {
    const receipt: RowAction = { label: t('payments.list.receipt'), icon: IconReceipt, to: receiptAddress(payment) };
    if (!mayWrite) return [receipt];
    const correct: RowAction = { label: t('payments.list.correct'), icon: IconPencil, to: correctionAddress(payment) };
    return [
      receipt,
      ...(payment.corrects_payment_id === null ? [correct] : []),
      { label: t('payments.list.delete'), icon: IconTrash, isDangerous: true, onClick: () => void remove(payment) },
    ];
  };
  return (
    <DataTable<Payment>
      label={t('shop-summary.payments.table')}
      columns={columns}
      load={loaded(shop.Payments)}
      failure={t('shop-summary.payments.failed')}
      rowId={({ payment_id }) => payment_id}
      rowName={describePayment}
      rowActions={actionsOf}
      search={t('payments.list.search')}
      furtherText={({ amount_paid, recorded_by }) => `${amount_paid}\n${recorded_by}`}
      exportName={`Payments ${shop.shop_id}`}
      nothingToExport={t('shop-summary.payments.nothingToExport')}
      prefix="payments-"
      empty={{ text: t('shop-summary.payments.empty'), next: t('shop-summary.payments.emptyNext') }}
    />
  );
}

/** The sum of all rows is what was paid. */
export function shopPaymentColumns(): readonly Column<Payment>[] {
  const { id, date, amount, method, invoice, note } = paymentColumns();
  return [date, id, amount, method, invoice, note];
}
