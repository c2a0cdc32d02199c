import { otherCharges, type TenancyCharge } from '#contract/other-charges.ts';
import { t } from '#web/i18n/t.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { api } from '../api.ts';
import { callAndTell } from '../confirm-and-call.ts';
import { askReason } from '../reason.tsx';

export function askToRemoveCharge({ charge_id, name, amount }: TenancyCharge): Promise<boolean> {
  const question = {
    title: t('other-charges.remove.title', { name, amount: formatMoney(amount) }),
    sentence: t('other-charges.remove.body'),
    action: t('other-charges.remove.action'),
  };
  return askReason(question, (reason) =>
    callAndTell({
      call: () => api(otherCharges.remove, { params: { id: String(charge_id) }, body: { reason } }),
      doneSeconds: 4,
      failed: t('other-charges.remove.failed'),
    }),
  );
}
