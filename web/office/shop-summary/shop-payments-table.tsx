import { useMemo } from 'react';
import type { ShopSummary } from '#contract/shops.ts';
import { t } from '#web/i18n/t.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { loaded } from '#web/ui/use-load.ts';
import { PaymentDetailsPanel } from '../payments/list/payment-details-panel.tsx';
import { usePaymentActions } from '../payments/list/use-payment-actions.ts';
import {
  describePayment,
  paymentColumns,
  type ShownPayment,
  searchedText,
  withVoidPayments,
} from '../payments/payment-table.tsx';

interface ShopPaymentsTableProps {
  shop: ShopSummary;
  onChanged: () => void;
  /** Rows of a page where the table is one of many; without it the reader chooses. */
  pageSize?: number;
}

export function ShopPaymentsTable({ shop, onChanged, pageSize }: ShopPaymentsTableProps) {
  const columns = useMemo(shopPaymentColumns, []);
  const payments = useMemo(() => withVoidPayments(shop), [shop]);
  const actionsOf = usePaymentActions(onChanged);
  return (
    <DataTable<ShownPayment>
      label={t('shop-summary.payments.table')}
      columns={columns}
      {...(pageSize !== undefined && { pageSize })}
      load={loaded(payments)}
      failure={t('shop-summary.payments.failed')}
      rowId={({ payment_id }) => payment_id}
      rowName={describePayment}
      rowActions={actionsOf}
      details={(payment) => <PaymentDetailsPanel payment={payment} />}
      search={t('payments.list.search')}
      furtherText={searchedText}
      exportName={`Payments ${shop.shop_id}`}
      nothingToExport={t('shop-summary.payments.nothingToExport')}
      prefix="payments-"
      empty={{ text: t('shop-summary.payments.empty'), next: t('shop-summary.payments.emptyNext') }}
    />
  );
}

/** The sum of all rows is the amount paid, because void payments have no amount. */
export function shopPaymentColumns(): readonly Column<ShownPayment>[] {
  const { id, date, amount, method, note } = paymentColumns();
  return [date, id, amount, method, note];
}
