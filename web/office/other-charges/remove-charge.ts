import { otherCharges, type TenancyCharge } from '#contract/other-charges.ts';
import { t } from '#web/i18n/t.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { api } from '../api.ts';
import { isOver } from '../approvals/report-failure.ts';
import { askReason } from '../reason/reason-dialog.tsx';

export function askToRemoveCharge(charge: TenancyCharge): Promise<boolean> {
  const { name, amount } = charge;
  const question = {
    title: t('other-charges.remove.title', { name, amount: formatMoney(amount) }),
    sentence: t('other-charges.remove.body'),
    action: t('other-charges.remove.action'),
  };
  return askReason(question, (reason) => removeCharge(charge, reason));
}

async function removeCharge({ charge_id }: TenancyCharge, reason: string): Promise<boolean> {
  try {
    const { message } = await api(otherCharges.remove, { params: { id: String(charge_id) }, body: { reason } });
    toastDone(message, 4);
    return true;
  } catch (error) {
    return isOver(error, t('other-charges.remove.failed'));
  }
}
