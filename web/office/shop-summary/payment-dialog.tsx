import { Modal, Text } from '@mantine/core';
import { useState } from 'react';
import type { ShopSummary } from '#contract/shops.ts';
import { t } from '#web/i18n/t.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
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

/** Specification 1, section 5, Make Payment. */
export function PaymentDialog({ shop, tenancyId, onClose, onPaid }: PaymentDialogProps) {
  const [isLeaving, setIsLeaving] = useState(false);
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
  const close = async () => {
    if (form.state === 'saving') return;
    setIsLeaving(true);
    const isClosing = !form.inner.isDirty() || (await confirmLeave());
    setIsLeaving(false);
    if (isClosing) onClose();
  };
  return (
    <Modal
      opened
      onClose={() => void close()}
      title={<Text fw={600}>{t('payments.summary.title')}</Text>}
      closeButtonProps={{ 'aria-label': t('payments.summary.close') }}
      closeOnClickOutside={false}
      // Escape closes the question above this dialog first.
      closeOnEscape={!isLeaving && !isConfirming}
    >
      <PaymentForm payment={payment} payer={findPayer(shop, tenancyId)} />
    </Modal>
  );
}

function confirmLeave(): Promise<boolean> {
  return confirm({
    title: t('payments.summary.leave.title'),
    body: t('payments.summary.leave.body'),
    action: t('payments.summary.leave.action'),
    cancelLabel: t('payments.summary.leave.stay'),
    isDangerous: true,
  });
}
