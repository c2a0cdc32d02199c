import IconPrinter from 'virtual:icons/printer';
import IconTool from 'virtual:icons/tool';
import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useParams } from 'react-router';
import { receiptPaper } from '#contract/documents/receipt-paper.ts';
import { payments } from '#contract/payments.ts';
import { sentenceOf } from '#web/client.ts';
import { ReceiptSheet } from '#web/documents/paper.tsx';
import { t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { toastFailed } from '#web/ui/dialog/toast.ts';
import { useRecordOnce } from '#web/ui/form/use-record-once.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../../api.ts';
import { Screen } from '../../screen.tsx';
import { useMay } from '../../session/use-may.ts';
import { paymentOfReceipt } from '../fix/fixable-payment.ts';
import { useFixPayment, useMayFix } from '../fix/use-fix-payment.tsx';
import { LinkedPayments } from '../list/payment-details-panel.tsx';

export function ReceiptPage() {
  const { paymentId: id = '' } = useParams();
  const mayPrint = useMay('payments.take');
  const mayFix = useMayFix();
  const load = useLoad(`receipt ${id}`, (signal) => api(payments.receipt, { params: { id } }, { signal }));
  const [printedBefore, setPrintedBefore] = useState<number>();
  const [isBusy, setIsBusy] = useState(false);
  const recordOnce = useRecordOnce();
  const print = async () => {
    setIsBusy(true);
    try {
      const { times_printed } = await recordOnce((options) => api(payments.printReceipt, { params: { id } }, options));
      // The state is set synchronously, because the browser prints what is on the screen.
      flushSync(() => setPrintedBefore(times_printed - 1));
      window.print();
    } catch (error) {
      toastFailed(sentenceOf(error, t('payments.receipt.notPrinted')), 4);
    } finally {
      setIsBusy(false);
    }
  };
  const fix = useFixPayment(load.reload);
  const receipt = load.data;
  const buttons = receipt && mayPrint && (
    <Group gap="sm">
      {receipt.voided_at === null && mayFix(receipt) && (
        <Button
          variant="default"
          leftSection={<IconTool size={18} aria-hidden />}
          onClick={() => void fix(paymentOfReceipt(receipt))}
        >
          {t('payments.receipt.fix')}
        </Button>
      )}
      <Button leftSection={<IconPrinter size={18} aria-hidden />} loading={isBusy} onClick={() => void print()}>
        {t('payments.receipt.print')}
      </Button>
    </Group>
  );
  return (
    <Screen
      path="/receipt/:paymentId"
      title={t('payments.receipt.title', { id })}
      {...(buttons && { actions: buttons })}
    >
      <AsyncState load={load} failure={t('payments.receipt.failed')}>
        {(shown) => {
          const isCopy = (printedBefore ?? shown.times_printed) > 0;
          return (
            <Stack gap="sm">
              <Group gap="md">
                <LinkedPayments receipt={shown} />
              </Group>
              <ReceiptSheet paper={receiptPaper(shown, { isCopy, today: browserToday() })} />
            </Stack>
          );
        }}
      </AsyncState>
    </Screen>
  );
}
