import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
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
import { useMay } from '../../session/use-may.ts';
import { Screen } from '../../shell/screen.tsx';

/** Every print is recorded; each one after the first is a copy. */
export function ReceiptPage() {
  const { paymentId: id = '' } = useParams();
  const mayWrite = useMay('books.write');
  const load = useLoad(`receipt ${id}`, (signal) => api(payments.receipt, { params: { id } }, { signal }));
  const [printedBefore, setPrintedBefore] = useState<number>();
  const [isBusy, setIsBusy] = useState(false);
  const recordOnce = useRecordOnce();
  const print = async () => {
    setIsBusy(true);
    try {
      const { times_printed } = await recordOnce((options) => api(payments.printReceipt, { params: { id } }, options));
      // The browser prints what is on the screen.
      flushSync(() => setPrintedBefore(times_printed - 1));
      window.print();
    } catch (error) {
      toastFailed(sentenceOf(error, t('payments.receipt.notPrinted')), 4);
    } finally {
      setIsBusy(false);
    }
  };
  const button = (
    <Button leftSection={<IconPrinter size={18} aria-hidden />} loading={isBusy} onClick={() => void print()}>
      {t('payments.receipt.print')}
    </Button>
  );
  const mayPrint = load.data !== undefined && mayWrite;
  return (
    <Screen
      path="/receipt/:paymentId"
      title={t('payments.receipt.title', { id })}
      {...(mayPrint && { actions: button })}
    >
      <AsyncState load={load} failure={t('payments.receipt.failed')}>
        {(receipt) => {
          const isCopy = (printedBefore ?? receipt.times_printed) > 0;
          return <ReceiptSheet paper={receiptPaper(receipt, { isCopy, today: browserToday() })} />;
        }}
      </AsyncState>
    </Screen>
  );
}
