import type { ShopSummary } from '#contract/shops.ts';
import { t } from '#web/i18n/t.ts';
import type { Question } from '#web/ui/dialog/question.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { findPayer } from '../payments/take/find-payer.ts';
import { PaymentForm } from '../payments/take/payment-form.tsx';
import { usePaymentForm } from '../payments/take/use-payment-form.ts';
import type { Notice } from './notice-panel.tsx';

interface PaymentDialogProps {
  shop: ShopSummary;
  tenancyId: number | undefined;
  onClose: () => void;
  onPaid: (notice: Notice) => void;
}

export function PaymentDialog({ shop, tenancyId, onClose, onPaid }: PaymentDialogProps) {
  const payment = usePaymentForm({
    screen: 'summary',
    shopId: shop.shop_id,
    tenancyId,
    onPaid: (answer) => {
      onPaid({ sentence: t('payments.form.done'), effect: answer, receiptOf: answer.payment.payment_id });
      onClose();
    },
  });
  const { form, isConfirming } = payment;
  return (
    <FormDialog
      form={form}
      title={t('payments.summary.title')}
      closeLabel={t('payments.summary.close')}
      question={leaveQuestion}
      isAsking={isConfirming}
      onClose={onClose}
    >
      {() => <PaymentForm payment={payment} payer={findPayer(shop, tenancyId)} />}
    </FormDialog>
  );
}

function leaveQuestion(): Question {
  return {
    title: t('payments.summary.leave.title'),
    body: t('payments.summary.leave.body'),
    action: t('payments.summary.leave.action'),
    cancelLabel: t('payments.summary.leave.stay'),
    isDangerous: true,
  };
}
