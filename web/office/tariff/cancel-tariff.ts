import { type Tariff, tariff } from '#contract/tariff.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { api } from '../api.ts';

export async function cancelFutureTariff({ id, valid_from }: Tariff): Promise<boolean> {
  const day = formatOfficeDay(valid_from);
  const isSure = await confirm({
    title: t('tariff.cancel.title', { day }),
    body: t('tariff.cancel.text', { day }),
    action: t('tariff.cancel.action'),
    cancelLabel: t('tariff.cancel.keep'),
    isDangerous: true,
  });
  if (!isSure) return false;
  try {
    const { message } = await api(tariff.cancel, { params: { id: String(id) } });
    toastDone(message, 3);
  } catch (error) {
    toastFailed(sentenceOf(error, t('tariff.cancel.failed')), 5);
  }
  return true;
}
