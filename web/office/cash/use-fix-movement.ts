import type { CashDay } from '#contract/cash.ts';
import { payments } from '#contract/payments.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { useSession } from '#web/session.ts';
import { toastFailed } from '#web/ui/dialog/toast.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { api } from '../api.ts';
import { paymentOfReceipt } from '../payments/fix/fixable-payment.ts';
import { useFixPayment } from '../payments/fix/use-fix-payment.tsx';
import { useMay } from '../session/use-may.ts';

/**
 * Returns a function that fixes a payment of a day: amount, shop, method, or that it is void. Returns undefined if the
 * user may not: without `books.write` people fix what they received today.
 */
export function useFixMovement(
  { person, date }: Pick<CashDay, 'person' | 'date'>,
  onFixed: () => void,
): ((paymentId: number) => Promise<void>) | undefined {
  const mayFixAll = useMay('books.write');
  const mayTake = useMay('payments.take');
  const email = useSession()?.email;
  const fix = useFixPayment(onFixed);
  if (!mayFixAll && !(mayTake && person?.email === email && date === browserToday())) return undefined;
  return async (paymentId) => {
    try {
      await fix(paymentOfReceipt(await api(payments.receipt, { params: { id: String(paymentId) } })));
    } catch (error) {
      toastFailed(sentenceOf(error, t('payments.receipt.failed')), 4);
    }
  };
}
