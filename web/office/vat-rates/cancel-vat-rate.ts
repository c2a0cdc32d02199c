import { type VatRate, vatRates } from '#contract/vat-rates.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { api } from '../api.ts';
import { percentText } from './vat-rate-table.tsx';

export async function cancelScheduledRate({ id, vat_rate, valid_from }: VatRate): Promise<boolean> {
  const day = formatOfficeDay(valid_from);
  const isSure = await confirm({
    title: t('vat-rates.cancel.title', { rate: percentText(vat_rate), day }),
    body: t('vat-rates.cancel.text', { day }),
    action: t('vat-rates.cancel.action'),
    cancelLabel: t('vat-rates.cancel.keep'),
    isDangerous: true,
  });
  if (!isSure) return false;
  try {
    const { message } = await api(vatRates.cancel, { params: { id: String(id) } });
    toastDone(message, 3);
  } catch (error) {
    toastFailed(sentenceOf(error, t('vat-rates.cancel.failed')), 5);
  }
  return true;
}
