import { otherCharges, type TenancyCharge } from '#contract/other-charges.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { api } from '../api.ts';

export async function askToRemoveCharge({ charge_id, name, amount }: TenancyCharge): Promise<boolean> {
  const isSure = await confirm({
    title: t('other-charges.remove.title', { name, amount: formatMoney(amount) }),
    body: t('other-charges.remove.body'),
    action: t('other-charges.remove.action'),
    isDangerous: true,
  });
  if (!isSure) return false;
  try {
    const { message } = await api(otherCharges.remove, { params: { id: String(charge_id) } });
    toastDone(message, 4);
    return true;
  } catch (error) {
    toastFailed(sentenceOf(error, t('other-charges.remove.failed')), 5);
    return false;
  }
}
