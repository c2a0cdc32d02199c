import { otherCharges, type TenancyCharge } from '#contract/other-charges.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { api } from '../api.ts';
import { askReason } from '../payments/reason-dialog.tsx';

export async function askToRemoveCharge({ charge_id, name, amount }: TenancyCharge): Promise<boolean> {
  const reason = await askReason({
    title: t('other-charges.remove.title', { name, amount: formatMoney(amount) }),
    sentence: t('other-charges.remove.body'),
    action: t('other-charges.remove.action'),
  });
  if (reason === undefined) return false;
  try {
    const { message } = await api(otherCharges.remove, { params: { id: String(charge_id) }, body: { reason } });
    toastDone(message, 4);
    return true;
  } catch (error) {
    toastFailed(sentenceOf(error, t('other-charges.remove.failed')), 5);
    return false;
  }
}
