import IconBan from 'virtual:icons/ban';
import IconReceipt from 'virtual:icons/receipt';
import IconTool from 'virtual:icons/tool';
import { t } from '#web/i18n/t.ts';
import type { RowAction } from '#web/ui/table/row-actions.tsx';
import { confirmVoiding } from '../fix/confirm-voiding.ts';
import { useFixPayment, useMayFix } from '../fix/use-fix-payment.tsx';
import { isVoid, receiptAddress, type ShownPayment } from '../payment-table.tsx';

/**
 * Returns a function that lists the actions for a payment: opening its receipt and, if the user may change it, fixing
 * it. A correction can be voided instead of fixed. A void payment has only a receipt.
 */
export function usePaymentActions(onChanged: () => void): (payment: ShownPayment) => RowAction[] {
  const mayFix = useMayFix();
  const fix = useFixPayment(onChanged);
  const voidOne = async (payment: ShownPayment) => {
    if (await confirmVoiding(payment)) onChanged();
  };
  return (payment) => {
    const receipt: RowAction = { label: t('payments.list.receipt'), icon: IconReceipt, to: receiptAddress(payment) };
    if (isVoid(payment) || !mayFix({ ...payment, recorded_at: payment.createdAt })) return [receipt];
    const correcting: RowAction =
      payment.corrects_payment_id === null
        ? { label: t('payments.list.fix'), icon: IconTool, onClick: () => void fix(payment) }
        : { label: t('payments.list.voidAction'), icon: IconBan, onClick: () => void voidOne(payment) };
    return [receipt, correcting];
  };
}
